import { absent, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { googleAds, inAccount } from '../adapter.ts';
import { Mutated, masked, operations, updateOf } from '../mutations.ts';
import { searchFields, searchOf, segmented, select } from '../query-language.ts';
import { changedStatus, Owner, Segments, Status } from '../shared.ts';
import { eachAccount } from './accounts.ts';

const AdGroup = z.object({
  campaign: Owner.nullish(),
  adGroup: z
    .object({
      resourceName: z.string().nullish(),
      id: z.string().nullish(),
      name: z.string().nullish(),
      status: Status.nullish(),
      type: z.string().nullish(),
      adRotationMode: z.string().nullish(),
      baseAdGroup: z.string().nullish(),
      campaign: z.string().nullish(),
      cpcBidMicros: z.string().nullish(),
      cpmBidMicros: z.string().nullish(),
      cpvBidMicros: z.string().nullish(),
      effectiveTargetCpaMicros: z.string().nullish(),
      effectiveTargetCpaSource: z.string().nullish(),
      effectiveTargetRoas: z.number().nullish(),
      effectiveTargetRoasSource: z.string().nullish(),
      labels: z.array(z.string()).nullish(),
      targetCpaMicros: z.string().nullish(),
      targetRoas: z.number().nullish(),
      trackingUrlTemplate: z.string().nullish(),
    })
    .nullish(),
  metrics: z.object({ costMicros: z.string().nullish() }).nullish(),
  segments: Segments.nullish(),
});

const fields = {
  'campaign.id': z.int(),
  'ad_group.id': z.int(),
  'ad_group.name': z.string(),
  'ad_group.status': z.string(),
  'ad_group.type': z.string(),
  'ad_group.ad_rotation_mode': z.string(),
  'ad_group.base_ad_group': z.string(),
  'ad_group.campaign': z.string(),
  'ad_group.cpc_bid_micros': z.int(),
  'ad_group.cpm_bid_micros': z.int(),
  'ad_group.cpv_bid_micros': z.int(),
  'ad_group.effective_target_cpa_micros': z.int(),
  'ad_group.effective_target_cpa_source': z.string(),
  'ad_group.effective_target_roas': z.number(),
  'ad_group.effective_target_roas_source': z.string(),
  'ad_group.labels': z.array(z.string()),
  'ad_group.resource_name': z.string(),
  'ad_group.target_cpa_micros': z.int(),
  'ad_group.target_roas': z.number(),
  'ad_group.tracking_url_template': z.string(),
};

const metrics = { 'metrics.cost_micros': z.int() };

/** https://developers.google.com/google-ads/api/fields/v26/ad_group */
export const adGroups = defineEntity({
  name: 'ad_groups',
  summary: 'Ad groups of an account, with their bids',
  keywords: ['max cpc', 'adsets', 'ad sets', 'adgroup', 'default bid', 'cost per click bid'],
  record: AdGroup,
  key: 'adGroup.resourceName',
  actions: {
    list: searchOf('ad_group', 'List the ad groups of an account', Object.keys(fields)),
    update: googleAds('POST /customers/{customer_id}/adGroups:mutate', {
      summary: 'Rename, enable or pause ad groups, or change their bids; enabled ad groups spend money',
      effect: 'outward',
      params: inAccount.extend({
        operations: operations(
          updateOf(
            z.object({
              resourceName: z.string().describe('Resource name, such as `customers/4820193057/adGroups/150280341911`'),
              name: z.string().optional().describe('New name'),
              status: changedStatus,
              cpcBidMicros: z
                .string()
                .optional()
                .describe('New bid per click, in millionths of the currency of the account'),
            }),
          ),
        ),
      }),
      wire: masked,
      result: Mutated,
    }),
  },
  search: {
    title: 'ad_group.name',
    fields: [],
    derived: {
      ...searchFields(AdGroup, { ...fields, ...metrics }),
      'segments.date': absent(time('date'), segmented),
    },
  },
  sync: {
    via: 'list',
    params: { query: select('ad_group', Object.keys({ ...fields, ...metrics })) },
    ...eachAccount,
  },
});
