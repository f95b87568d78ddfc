import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amazon } from '../adapter.ts';
import { Id, InAdGroup, text } from '../records/sponsored.ts';
import { sponsoredList } from '../sponsored-list.ts';
import { archivesOne, idParam, state, writesOne } from '../sponsored-writes.ts';

const ProductAd = InAdGroup.extend({ adId: Id, asin: text, sku: text });

const written = { list: 'productAds', record: 'productAd', media: 'spProductAd.v3' } as const;

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
      media: written.media,
      recordsAt: written.list,
    }),
    create: amazon('POST /sp/productAds', {
      summary: 'Advertise a product in an ad group',
      effect: 'outward',
      params: z.object({
        campaignId: idParam('campaign'),
        adGroupId: idParam('ad group'),
        sku: z.string().optional().describe('Product number of a seller'),
        asin: z.string().optional().describe('Product number at Amazon, for vendors'),
        state,
      }),
      ...writesOne(written),
    }),
    update: amazon('PUT /sp/productAds', {
      summary: 'Enable or pause an ad',
      effect: 'outward',
      params: z.object({ adId: idParam('ad'), state }),
      ...writesOne(written),
    }),
    delete: amazon('POST /sp/productAds/delete', {
      summary: 'Archive an ad; it cannot be enabled again',
      ...archivesOne(written, 'adId'),
    }),
  },
});
