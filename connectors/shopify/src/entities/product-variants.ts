import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { ProductVariant, variantParams } from '../records/product-variant.ts';
import { Deleted, id, paged, settable, under, wholeList } from '../shared.ts';
import { products } from './products.ts';

const editable = { ...variantParams, image_id: settable.whole('Id of the picture that shows it') };

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
    create: shopify('POST /products/{product_id}/variants.json', {
      beyondContract: true,
      summary: 'Add a variant to a product; its options differ from those of the others',
      params: z.object({
        product_id: id('product'),
        ...editable,
        option1: z.string().describe('Value of the first option, such as Large'),
      }),
      wire: under('variant'),
      recordAt: 'variant',
    }),
    update: shopify('PUT /variants/{variant_id}.json', {
      beyondContract: true,
      summary: 'Change a variant, such as its price; omitted fields stay unchanged',
      params: z.object({ variant_id: id('variant'), ...editable }),
      wire: under('variant'),
      recordAt: 'variant',
    }),
    delete: shopify('DELETE /products/{product_id}/variants/{variant_id}.json', {
      beyondContract: true,
      summary: 'Delete a variant of a product, which keeps at least one',
      params: z.object({ product_id: id('product'), variant_id: id('variant') }),
      result: Deleted,
    }),
  },
  search: {
    title: ['title', 'sku'],
    link: 'https://{setting:shop}.myshopify.com/admin/products/{product_id}/variants/{id}',
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
