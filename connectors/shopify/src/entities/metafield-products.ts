import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch } from '../records/metafield.ts';
import { id, wholeList } from '../shared.ts';
import { products } from './products.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldProducts = defineEntity({
  name: 'metafield_products',
  summary: 'Fields that the shop or an app has added to products',
  keywords: ['custom', 'extra fields', 'custom data', 'extra information'],
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /products/{product_id}/metafields.json', {
      summary: 'List the metafields of a product',
      params: z.object({ product_id: id('product'), ...metafieldFilters }),
      recordsAt: 'metafields',
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: products, bind: { product_id: 'id' }, notFound: 'empty' },
});
