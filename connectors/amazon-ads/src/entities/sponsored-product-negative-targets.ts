import { defineEntity } from '@connectory/connector-sdk';
import { Target } from '../records/sponsored.ts';
import { sampleAdGroup, sampleInAdGroup } from '../sample-shop.ts';
import { sponsoredList } from '../sponsored-list.ts';

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductNegativeTargets = defineEntity({
  name: 'sponsored_product_negative_targets',
  summary: 'Products and brands next to which the ads of an ad group are not shown',
  record: Target,
  key: 'targetId',
  actions: {
    list: sponsoredList('POST /sp/negativeTargets/list', {
      summary: 'List Sponsored Products negative targets',
      media: 'spNegativeTargetingClause.v3',
      recordsAt: 'negativeTargetingClauses',
    }),
  },
  sample: (source) => {
    const adGroup = sampleAdGroup(source);
    const expression = [{ type: 'ASIN_SAME_AS', value: adGroup.campaign.product.asin }];
    return {
      targetId: String(516_093_285_740_661 + source.index * 1_453),
      ...sampleInAdGroup(source, adGroup, 'TARGETING_CLAUSE'),
      expression,
      resolvedExpression: expression,
      expressionType: undefined,
    };
  },
});
