import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { googleAds, inAccount } from '../adapter.ts';
import { createOf, Mutated, masked, operations, removeOf, updateOf } from '../mutations.ts';
import { searchOf } from '../query-language.ts';
import { changedStatus, Owner } from '../shared.ts';

const text = z.string().nullish();

const AdGroupCriterion = z.object({
  adGroup: Owner.nullish(),
  adGroupCriterion: z
    .object({
      resourceName: text,
      criterionId: text,
      adGroup: text,
      type: text.describe('Kind of criterion; keywords are `KEYWORD`'),
      status: text,
      negative: z.boolean().nullish().describe('Whether it keeps ads from being shown'),
      keyword: z.object({ text, matchType: text.describe('How closely searches must match') }).nullish(),
      cpcBidMicros: text.describe('Own bid per click, in millionths of the currency of the account'),
      approvalStatus: text,
      qualityInfo: z
        .object({ qualityScore: z.int().nullish().describe('Quality from 1 to 10; null without enough searches') })
        .nullish(),
    })
    .nullish(),
});

const resource = 'customers/4820193057/adGroupCriteria/150280341911~301440';
const bid = z
  .string()
  .regex(/^\d+$/, 'must be digits')
  .optional()
  .describe('Bid per click, in millionths of the currency of the account');

/** https://developers.google.com/google-ads/api/fields/v26/ad_group_criterion */
export const adGroupCriteria = defineEntity({
  name: 'ad_group_criteria',
  summary: 'Keywords and negative keywords of ad groups, with bids and quality scores',
  keywords: ['search keyword', 'negative keyword', 'quality score', 'keyword bid', 'match type', 'block a search'],
  beyondContract: true,
  record: AdGroupCriterion,
  key: 'adGroupCriterion.resourceName',
  actions: {
    list: searchOf('ad_group_criterion', 'List the keywords and other criteria of ad groups', [
      'ad_group.id',
      'ad_group_criterion.resource_name',
      'ad_group_criterion.criterion_id',
      'ad_group_criterion.ad_group',
      'ad_group_criterion.type',
      'ad_group_criterion.status',
      'ad_group_criterion.negative',
      'ad_group_criterion.keyword.text',
      'ad_group_criterion.keyword.match_type',
      'ad_group_criterion.cpc_bid_micros',
      'ad_group_criterion.approval_status',
      'ad_group_criterion.quality_info.quality_score',
    ]),
    create: googleAds('POST /customers/{customer_id}/adGroupCriteria:mutate', {
      summary: 'Add keywords or negative keywords to ad groups',
      effect: 'outward',
      params: inAccount.extend({
        operations: operations(
          createOf(
            z.object({
              adGroup: z
                .string()
                .describe('Resource name of the ad group, such as `customers/4820193057/adGroups/150280341911`'),
              keyword: z
                .strictObject({
                  text: z.string().min(1).max(80).describe('What people search for'),
                  matchType: z.enum(['EXACT', 'PHRASE', 'BROAD']).describe('How closely searches must match'),
                })
                .describe('The keyword'),
              negative: z
                .boolean()
                .optional()
                .describe('True for a negative keyword, which keeps ads from being shown'),
              status: z.enum(['ENABLED', 'PAUSED']).optional().describe('Whether it runs; not for negative keywords'),
              cpcBidMicros: bid,
            }),
          ),
        ),
      }),
      result: Mutated,
    }),
    update: googleAds('POST /customers/{customer_id}/adGroupCriteria:mutate', {
      summary: 'Enable or pause keywords, or change their bids',
      effect: 'outward',
      params: inAccount.extend({
        operations: operations(
          updateOf(
            z.object({
              resourceName: z.string().describe(`Resource name, such as \`${resource}\``),
              status: changedStatus,
              cpcBidMicros: bid,
            }),
          ),
        ),
      }),
      wire: masked,
      result: Mutated,
    }),
    delete: googleAds('POST /customers/{customer_id}/adGroupCriteria:mutate', {
      summary: 'Remove keywords or negative keywords from ad groups',
      params: inAccount.extend({ operations: operations(removeOf(resource)) }),
      result: Mutated,
    }),
  },
});
