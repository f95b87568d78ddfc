import { defineEntity } from '@connectory/connector-sdk';
import { InAdGroup, number, text } from '../records/sponsored.ts';
import { sponsoredList } from '../sponsored-list.ts';

const AdGroup = InAdGroup.extend({ name: text, defaultBid: number });

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductAdGroups = defineEntity({
  name: 'sponsored_product_ad_groups',
  summary: 'Ad groups of Sponsored Products campaigns',
  keywords: ['default bid', 'amazon ad groups', 'skus in ads', 'sp ad groups', 'promoted products'],
  record: AdGroup,
  key: 'adGroupId',
  actions: {
    list: sponsoredList('POST /sp/adGroups/list', {
      summary: 'List Sponsored Products ad groups',
      media: 'spAdGroup.v3',
      recordsAt: 'adGroups',
    }),
  },
});
