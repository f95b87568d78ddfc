import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amazon } from '../adapter.ts';
import { number, Target } from '../records/sponsored.ts';
import { sponsoredList } from '../sponsored-list.ts';
import { amount, archivesOne, changedState, idParam, state, writesOne } from '../sponsored-writes.ts';

const BiddableTarget = Target.extend({ bid: number });

const written = { list: 'targetingClauses', record: 'targetingClause', media: 'spTargetingClause.v3' } as const;

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductTargets = defineEntity({
  name: 'sponsored_product_targets',
  summary: 'Products and kinds of searches that Sponsored Products campaigns bid on',
  keywords: ['competitor', 'aim', 'competitor asins', 'amazon campaigns', 'amazon ads campaigns', 'acos'],
  record: BiddableTarget,
  key: 'targetId',
  actions: {
    list: sponsoredList('POST /sp/targets/list', {
      summary: 'List Sponsored Products targets',
      media: written.media,
      recordsAt: written.list,
    }),
    create: amazon('POST /sp/targets', {
      summary: 'Add a product or category to an ad group, which then bids on it',
      effect: 'outward',
      params: z.object({
        campaignId: idParam('campaign'),
        adGroupId: idParam('ad group'),
        expression: z
          .array(
            z.strictObject({
              type: z.string().describe('Kind of condition, such as `ASIN_SAME_AS` or `ASIN_CATEGORY_SAME_AS`'),
              value: z.string().optional().describe('What it compares with, such as an ASIN'),
            }),
          )
          .min(1)
          .describe('Conditions that must all apply')
          .meta({ examples: [[{ type: 'ASIN_SAME_AS', value: 'B0C1H26C46' }]] }),
        expressionType: z.literal('MANUAL').default('MANUAL').describe('Amazon itself adds all others'),
        state,
        bid: amount.optional().describe('Bid per click; by default, that of the ad group'),
      }),
      ...writesOne(written),
    }),
    update: amazon('PUT /sp/targets', {
      summary: 'Enable or pause a target, or change its bid',
      effect: 'outward',
      params: z.object({
        targetId: idParam('target'),
        state: changedState,
        bid: amount.optional().describe('New bid per click'),
      }),
      ...writesOne(written),
    }),
    delete: amazon('POST /sp/targets/delete', {
      summary: 'Archive a target; it cannot be enabled again',
      ...archivesOne(written, 'targetId'),
    }),
  },
});
