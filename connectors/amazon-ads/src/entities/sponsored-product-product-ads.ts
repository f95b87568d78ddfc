import { defineEntity } from '@connectory/connector-sdk';
import { Id, InAdGroup, text } from '../records/sponsored.ts';
import { sampleAdGroup, sampleInAdGroup } from '../sample-shop.ts';
import { sponsoredList } from '../sponsored-list.ts';

const ProductAd = InAdGroup.extend({ adId: Id, asin: text, sku: text });

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductProductAds = defineEntity({
  name: 'sponsored_product_product_ads',
  summary: 'Ads of ad groups, one for each advertised product',
  record: ProductAd,
  key: 'adId',
  actions: {
    list: sponsoredList('POST /sp/productAds/list', {
      summary: 'List Sponsored Products ads',
      media: 'spProductAd.v3',
      recordsAt: 'productAds',
    }),
  },
  sample: (source) => {
    const adGroup = sampleAdGroup(source);
    const { asin, sku } = adGroup.campaign.product;
    return {
      adId: String(350_628_194_073_515 + source.index * 1_367),
      ...sampleInAdGroup(source, adGroup, 'AD'),
      asin,
      sku,
    };
  },
});
