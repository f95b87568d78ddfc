import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch, sampleMetafields } from '../records/metafield.ts';
import { idAt, series } from '../sample-shop.ts';
import { id, wholeList } from '../shared.ts';
import { productImages } from './product-images.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldProductImages = defineEntity({
  name: 'metafield_product_images',
  summary: 'Fields that the shop or an app has added to product images',
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /product_images/{image_id}/metafields.json', {
      summary: 'List the metafields of a product picture',
      params: z.object({ product_id: id('product'), image_id: id('picture'), ...metafieldFilters }),
      // Shopify finds them without the product, and has no route that names it.
      wire: ({ product_id, ...query }) => ({ query }),
      recordsAt: 'metafields',
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: productImages, bind: { product_id: 'product_id', image_id: 'id' }, notFound: 'empty' },
  sample: sampleMetafields(
    { resource: 'product_image', range: 8, ownerAt: (position) => idAt(series.image, position) },
    [
      ['credits', 'photographer', 'single_line_text_field', 'Tomás Begay', 'Who took the picture'],
      ['credits', 'licensed_until', 'date', '2028-12-31', 'Until when it may be shown'],
    ],
  ),
});
