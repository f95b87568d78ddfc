import { absent, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { googleAds, inAccount } from '../adapter.ts';
import { Mutated, masked, operations, updateOf } from '../mutations.ts';
import { searchFields, searchOf, segmented } from '../query-language.ts';
import { changedStatus, Owner, Segments, Status } from '../shared.ts';
import { eachAccount } from './accounts.ts';

const AdGroupAd = z.object({
  adGroup: Owner.nullish(),
  adGroupAd: z
    .object({
      resourceName: z.string().nullish(),
      status: Status.nullish(),
      adStrength: z.string().nullish(),
      adGroup: z.string().nullish(),
      labels: z.array(z.string()).nullish(),
      ad: z
        .object({
          resourceName: z.string().nullish(),
          id: z.string().nullish(),
          name: z.string().nullish(),
          type: z.string().nullish(),
          displayUrl: z.string().nullish(),
          finalUrls: z.array(z.string()).nullish(),
          finalMobileUrls: z.array(z.string()).nullish(),
          finalUrlSuffix: z.string().nullish(),
          trackingUrlTemplate: z.string().nullish(),
        })
        .nullish(),
      policySummary: z.object({ approvalStatus: z.string().nullish(), reviewStatus: z.string().nullish() }).nullish(),
    })
    .nullish(),
  segments: Segments.nullish(),
});

const fields = {
  'ad_group.id': z.int(),
  'ad_group_ad.ad.id': z.int(),
  'ad_group_ad.ad.name': z.string(),
  'ad_group_ad.ad.type': z.string(),
  'ad_group_ad.status': z.string(),
  'ad_group_ad.ad_strength': z.string(),
  'ad_group_ad.ad.display_url': z.string(),
  'ad_group_ad.ad.final_urls': z.array(z.string()),
  'ad_group_ad.ad.final_mobile_urls': z.array(z.string()),
  'ad_group_ad.ad.final_url_suffix': z.string(),
  'ad_group_ad.ad.tracking_url_template': z.string(),
  'ad_group_ad.ad.resource_name': z.string(),
  'ad_group_ad.ad_group': z.string(),
  'ad_group_ad.resource_name': z.string(),
  'ad_group_ad.labels': z.array(z.string()),
  'ad_group_ad.policy_summary.approval_status': z.string(),
  'ad_group_ad.policy_summary.review_status': z.string(),
};

/** https://developers.google.com/google-ads/api/fields/v26/ad_group_ad */
export const adGroupAds = defineEntity({
  name: 'ad_group_ads',
  summary: 'Ads of an account, with their texts, images and links',
  keywords: ['headline', 'final url', 'disapproved ads'],
  record: AdGroupAd,
  key: 'adGroupAd.resourceName',
  actions: {
    list: searchOf('ad_group_ad', 'List the ads of an account', Object.keys(fields)),
    update: googleAds('POST /customers/{customer_id}/adGroupAds:mutate', {
      summary: 'Enable or pause ads; enabled ads spend money',
      beyondContract: true,
      effect: 'outward',
      params: inAccount.extend({
        operations: operations(
          updateOf(
            z.object({
              resourceName: z
                .string()
                .describe('Resource name, such as `customers/4820193057/adGroupAds/150280341911~662819034157`'),
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
    title: 'ad_group_ad.ad.name',
    fields: [],
    derived: { ...searchFields(AdGroupAd, fields), 'segments.date': absent(time('date'), segmented) },
  },
  sync: { via: 'list', ...eachAccount },
});
