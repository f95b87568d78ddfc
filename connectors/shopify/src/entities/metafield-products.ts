import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldParams, metafieldSearch, metafieldValue } from '../records/metafield.ts';
import { Deleted, id, under, wholeList } from '../shared.ts';
import { products } from './products.ts';

const ofOwner = z.object({ product_id: id('product') });

const byId = ofOwner.extend({ metafield_id: id('metafield') });

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
      params: ofOwner.extend(metafieldFilters),
      recordsAt: 'metafields',
    }),
    create: shopify('POST /products/{product_id}/metafields.json', {
      beyondContract: true,
      summary: 'Add a metafield to a product',
      params: ofOwner.extend(metafieldParams),
      wire: under('metafield'),
      recordAt: 'metafield',
    }),
    update: shopify('PUT /products/{product_id}/metafields/{metafield_id}.json', {
      beyondContract: true,
      summary: 'Change the value of a metafield of a product',
      params: byId.extend(metafieldValue),
      wire: under('metafield'),
      recordAt: 'metafield',
    }),
    delete: shopify('DELETE /products/{product_id}/metafields/{metafield_id}.json', {
      beyondContract: true,
      summary: 'Delete a metafield of a product',
      params: byId,
      result: Deleted,
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: products, bind: { product_id: 'id' }, notFound: 'empty' },
});
