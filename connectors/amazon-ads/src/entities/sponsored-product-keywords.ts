import { defineEntity } from '@connectory/connector-sdk';
import { Keyword, number } from '../records/sponsored.ts';
import { sponsoredList } from '../sponsored-list.ts';

const BiddableKeyword = Keyword.extend({ bid: number });

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductKeywords = defineEntity({
  name: 'sponsored_product_keywords',
  summary: 'Keywords that Sponsored Products campaigns bid on',
  keywords: ['amazon keywords', 'word', 'amazon ads campaigns', 'search word', 'blocked words', 'excluded words'],
  record: BiddableKeyword,
  key: 'keywordId',
  actions: {
    list: sponsoredList('POST /sp/keywords/list', {
      summary: 'List Sponsored Products keywords',
      media: 'spKeyword.v3',
      recordsAt: 'keywords',
    }),
  },
});
