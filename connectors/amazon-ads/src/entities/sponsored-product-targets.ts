import { defineEntity } from '@connectory/connector-sdk';
import { number, Target } from '../records/sponsored.ts';
import { sponsoredList } from '../sponsored-list.ts';

const BiddableTarget = Target.extend({ bid: number });

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
      media: 'spTargetingClause.v3',
      recordsAt: 'targetingClauses',
    }),
  },
});
