import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch } from '../records/metafield.ts';
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
});
