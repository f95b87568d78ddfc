import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { ProductVariant } from '../records/product-variant.ts';
import { id, paged, wholeList } from '../shared.ts';
import { products } from './products.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/product-variant */
export const productVariants = defineEntity({
  name: 'product_variants',
  summary: 'Versions of products that can be bought, such as sizes and colors',
  keywords: ['sku', 'skus', 'colours', 'barcode', 'variant price', 'options of the product'],
  record: ProductVariant,
  key: 'id',
  actions: {
    list: shopifyList('GET /products/{product_id}/variants.json', {
      summary: 'List the variants of a product; Shopify returns at most 100 of up to 2,048',
      params: z.object({ product_id: id('product'), ...paged }),
      recordsAt: 'variants',
    }),
    get: shopify('GET /variants/{variant_id}.json', {
      summary: 'Get one variant',
      params: z.object({ variant_id: id('variant') }),
      recordAt: 'variant',
    }),
  },
  search: {
    fields: [
      'id',
      'product_id',
      'title',
      'sku',
      'price',
      'compare_at_price',
      'position',
      'inventory_policy',
      'inventory_item_id',
      'created_at',
      'updated_at',
    ],
  },
  sync: { ...wholeList, each: products, changedBy: 'updated_at', bind: { product_id: 'id' }, notFound: 'empty' },
});
