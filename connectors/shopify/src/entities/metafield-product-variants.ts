import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldParams, metafieldSearch, metafieldValue } from '../records/metafield.ts';
import { Deleted, id, under, wholeList } from '../shared.ts';
import { productVariants } from './product-variants.ts';

const ofOwner = z.object({ variant_id: id('variant') });

const byId = ofOwner.extend({ metafield_id: id('metafield') });

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
      params: ofOwner.extend(metafieldFilters),
      recordsAt: 'metafields',
    }),
    create: shopify('POST /variants/{variant_id}/metafields.json', {
      beyondContract: true,
      summary: 'Add a metafield to a variant',
      params: ofOwner.extend(metafieldParams),
      wire: under('metafield'),
      recordAt: 'metafield',
    }),
    update: shopify('PUT /variants/{variant_id}/metafields/{metafield_id}.json', {
      beyondContract: true,
      summary: 'Change the value of a metafield of a variant',
      params: byId.extend(metafieldValue),
      wire: under('metafield'),
      recordAt: 'metafield',
    }),
    delete: shopify('DELETE /variants/{variant_id}/metafields/{metafield_id}.json', {
      beyondContract: true,
      summary: 'Delete a metafield of a variant',
      params: byId,
      result: Deleted,
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: productVariants, bind: { variant_id: 'id' }, notFound: 'empty' },
});
