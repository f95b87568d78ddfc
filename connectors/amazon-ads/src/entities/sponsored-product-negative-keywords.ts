import { defineEntity } from '@connectory/connector-sdk';
import { Keyword } from '../records/sponsored.ts';
import { sampleAdGroup, sampleInAdGroup } from '../sample-shop.ts';
import { sponsoredList } from '../sponsored-list.ts';

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductNegativeKeywords = defineEntity({
  name: 'sponsored_product_negative_keywords',
  summary: 'Keywords on which the ads of an ad group are not shown',
  record: Keyword,
  key: 'keywordId',
  actions: {
    list: sponsoredList('POST /sp/negativeKeywords/list', {
      summary: 'List Sponsored Products negative keywords',
      media: 'spNegativeKeyword.v3',
      recordsAt: 'negativeKeywords',
    }),
  },
  sample: (source) => {
    const adGroup = sampleAdGroup(source);
    return {
      keywordId: String(405_886_302_417_928 + source.index * 1_117),
      ...sampleInAdGroup(source, adGroup, 'TARGETING_CLAUSE'),
      keywordText: adGroup.campaign.product.unwanted[source.index < 20 ? 0 : 1],
      matchType: source.pick(['NEGATIVE_EXACT', 'NEGATIVE_PHRASE']),
    };
  },
});
