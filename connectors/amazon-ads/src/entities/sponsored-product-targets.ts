import { defineEntity } from '@connectory/connector-sdk';
import { number, Target } from '../records/sponsored.ts';
import { rivals, sampleAdGroup, sampleBid, sampleInAdGroup } from '../sample-shop.ts';
import { sponsoredList } from '../sponsored-list.ts';

const BiddableTarget = Target.extend({ bid: number });

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductTargets = defineEntity({
  name: 'sponsored_product_targets',
  summary: 'Products and kinds of searches that Sponsored Products campaigns bid on',
  record: BiddableTarget,
  key: 'targetId',
  actions: {
    list: sponsoredList('POST /sp/targets/list', {
      summary: 'List Sponsored Products targets',
      media: 'spTargetingClause.v3',
      recordsAt: 'targetingClauses',
    }),
  },
  sample: (source) => {
    const adGroup = sampleAdGroup(source);
    const { targetingType } = adGroup.campaign;
    const expression =
      targetingType === 'AUTO'
        ? [{ type: source.pick(['QUERY_HIGH_REL_MATCHES', 'QUERY_BROAD_REL_MATCHES', 'ASIN_SUBSTITUTE_RELATED']) }]
        : [{ type: 'ASIN_SAME_AS', value: source.pick(rivals) }];
    return {
      targetId: String(512_740_963_158_204 + source.index * 1_531),
      ...sampleInAdGroup(source, adGroup, 'TARGETING_CLAUSE'),
      expression,
      resolvedExpression: expression,
      expressionType: targetingType,
      bid: sampleBid(source),
    };
  },
});
