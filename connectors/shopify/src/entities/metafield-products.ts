import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch, sampleMetafields } from '../records/metafield.ts';
import { idAt, series } from '../sample-shop.ts';
import { id, wholeList } from '../shared.ts';
import { products } from './products.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldProducts = defineEntity({
  name: 'metafield_products',
  summary: 'Fields that the shop or an app has added to products',
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
  sample: sampleMetafields({ resource: 'product', range: 2, ownerAt: (position) => idAt(series.product, position) }, [
    [
      'details',
      'care_guide',
      'multi_line_text_field',
      'Wipe clean with a damp cloth. Not for the dishwasher.',
      'How to look after it',
    ],
    ['details', 'material', 'single_line_text_field', 'Enamelled steel', 'What it is made of'],
    ['details', 'handmade', 'boolean', true, 'Whether it is made by hand'],
    ['shipping', 'lead_time', 'number_integer', 2, 'Working days until it leaves the warehouse'],
  ]),
});
