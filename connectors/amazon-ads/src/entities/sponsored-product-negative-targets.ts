import { defineEntity } from '@connectory/connector-sdk';
import { Target } from '../records/sponsored.ts';
import { sponsoredList } from '../sponsored-list.ts';

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductNegativeTargets = defineEntity({
  name: 'sponsored_product_negative_targets',
  summary: 'Products and brands next to which the ads of an ad group are not shown',
  keywords: ['exclude', 'excluded asins', 'excluded words', 'excluded keywords', 'excluded search terms'],
  record: Target,
  key: 'targetId',
  actions: {
    list: sponsoredList('POST /sp/negativeTargets/list', {
      summary: 'List Sponsored Products negative targets',
      media: 'spNegativeTargetingClause.v3',
      recordsAt: 'negativeTargetingClauses',
    }),
  },
});
