import { defineEntity } from '@connectory/connector-sdk';
import { Keyword } from '../records/sponsored.ts';
import { sponsoredList } from '../sponsored-list.ts';

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductNegativeKeywords = defineEntity({
  name: 'sponsored_product_negative_keywords',
  summary: 'Keywords on which the ads of an ad group are not shown',
  keywords: ['word', 'blocked words', 'excluded words', 'search word', 'words we pay for', 'term', 'never'],
  record: Keyword,
  key: 'keywordId',
  actions: {
    list: sponsoredList('POST /sp/negativeKeywords/list', {
      summary: 'List Sponsored Products negative keywords',
      media: 'spNegativeKeyword.v3',
      recordsAt: 'negativeKeywords',
    }),
  },
});
