import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch } from '../records/metafield.ts';
import { id, wholeList } from '../shared.ts';
import { productVariants } from './product-variants.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldProductVariants = defineEntity({
  name: 'metafield_product_variants',
  summary: 'Fields that the shop or an app has added to product variants',
  keywords: ['sku', 'skus', 'sizes', 'colors', 'colours', 'barcode', 'variant price', 'options of the product'],
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /variants/{variant_id}/metafields.json', {
      summary: 'List the metafields of a variant',
      params: z.object({ variant_id: id('variant'), ...metafieldFilters }),
      recordsAt: 'metafields',
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: productVariants, bind: { variant_id: 'id' }, notFound: 'empty' },
});
