import { absent, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { googleAds, inAccount } from '../adapter.ts';
import { Mutated, masked, operations, updateOf } from '../mutations.ts';
import { searchFields, searchOf, segmented, select } from '../query-language.ts';
import { changedStatus, Segments, Status } from '../shared.ts';
import { eachAccount } from './accounts.ts';

const Campaign = z.object({
  campaign: z
    .object({
      resourceName: z.string().nullish(),
      id: z.string().nullish(),
      name: z.string().nullish(),
      status: Status.nullish(),
      servingStatus: z.string().nullish(),
      advertisingChannelType: z.string().nullish(),
      advertisingChannelSubType: z.string().nullish(),
      biddingStrategy: z.string().nullish(),
      biddingStrategyType: z.string().nullish(),
      campaignBudget: z.string().nullish(),
      labels: z.array(z.string()).nullish(),
      networkSettings: z
        .object({
          targetGoogleSearch: z.boolean().nullish(),
          targetSearchNetwork: z.boolean().nullish(),
          targetContentNetwork: z.boolean().nullish(),
          targetPartnerSearchNetwork: z.boolean().nullish(),
        })
        .nullish(),
    })
    .nullish(),
  campaignBudget: z.object({ resourceName: z.string().nullish(), amountMicros: z.string().nullish() }).nullish(),
  metrics: z
    .object({
      clicks: z.string().nullish(),
      ctr: z.number().nullish(),
      conversions: z.number().nullish(),
      conversionsValue: z.number().nullish(),
      costMicros: z.string().nullish(),
      impressions: z.string().nullish(),
      averageCpc: z.number().nullish(),
      averageCpm: z.number().nullish(),
      interactions: z.string().nullish(),
    })
    .nullish(),
  segments: Segments.nullish(),
});

const fields = {
  'campaign.id': z.int(),
  'campaign.name': z.string(),
  'campaign.status': z.string(),
  'campaign.advertising_channel_type': z.string(),
  'campaign.advertising_channel_sub_type': z.string(),
  'campaign.bidding_strategy': z.string(),
  'campaign.bidding_strategy_type': z.string(),
  'campaign.campaign_budget': z.string(),
  'campaign_budget.amount_micros': z.int(),
  'campaign.serving_status': z.string(),
  'campaign.resource_name': z.string(),
  'campaign.labels': z.array(z.string()),
  'campaign.network_settings.target_google_search': z.boolean(),
  'campaign.network_settings.target_search_network': z.boolean(),
  'campaign.network_settings.target_content_network': z.boolean(),
  'campaign.network_settings.target_partner_search_network': z.boolean(),
};

const metrics = {
  'metrics.clicks': z.int(),
  'metrics.ctr': z.number(),
  'metrics.conversions': z.number(),
  'metrics.conversions_value': z.number(),
  'metrics.cost_micros': z.int(),
  'metrics.impressions': z.int(),
  'metrics.average_cpc': z.number(),
  'metrics.average_cpm': z.number(),
  'metrics.interactions': z.int(),
};

/** https://developers.google.com/google-ads/api/fields/v26/campaign */
export const campaigns = defineEntity({
  name: 'campaigns',
  summary: 'Campaigns of an account, with their budgets',
  keywords: ['paused campaigns', 'ads', 'daily budget', 'pmax', 'search campaigns', 'newsletter'],
  record: Campaign,
  key: 'campaign.resourceName',
  actions: {
    list: searchOf('campaign', 'List the campaigns of an account', Object.keys(fields)),
    update: googleAds('POST /customers/{customer_id}/campaigns:mutate', {
      summary: 'Rename, enable or pause campaigns; enabled campaigns spend money',
      effect: 'outward',
      params: inAccount.extend({
        operations: operations(
          updateOf(
            z.object({
              resourceName: z.string().describe('Resource name, such as `customers/4820193057/campaigns/20481190376`'),
              name: z.string().optional().describe('New name'),
              status: changedStatus,
            }),
          ),
        ),
      }),
      wire: masked,
      result: Mutated,
    }),
  },
  search: {
    title: 'campaign.name',
    fields: [],
    derived: {
      ...searchFields(Campaign, { ...fields, ...metrics }),
      'segments.date': absent(time('date'), segmented),
      'segments.hour': absent(z.int(), segmented),
      'segments.ad_network_type': absent(time('date'), segmented),
    },
  },
  sync: {
    via: 'list',
    params: { query: select('campaign', Object.keys({ ...fields, ...metrics })) },
    ...eachAccount,
  },
});
