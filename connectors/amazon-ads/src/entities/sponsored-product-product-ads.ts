import { defineEntity } from '@connectory/connector-sdk';
import { Id, InAdGroup, text } from '../records/sponsored.ts';
import { sponsoredList } from '../sponsored-list.ts';

const ProductAd = InAdGroup.extend({ adId: Id, asin: text, sku: text });

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductProductAds = defineEntity({
  name: 'sponsored_product_product_ads',
  summary: 'Ads of ad groups, one for each advertised product',
  keywords: ['asin', 'are being advertised', 'amazon ad groups', 'skus in ads', 'sp ad groups', 'default bid'],
  record: ProductAd,
  key: 'adId',
  actions: {
    list: sponsoredList('POST /sp/productAds/list', {
      summary: 'List Sponsored Products ads',
      media: 'spProductAd.v3',
      recordsAt: 'productAds',
    }),
  },
});
