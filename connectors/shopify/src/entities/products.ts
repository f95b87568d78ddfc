import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { ProductImage } from '../records/product-image.ts';
import { ProductVariant } from '../records/product-variant.ts';
import { byTime, changesOnly, id, isoTime, paged, parts, text } from '../shared.ts';

export const Product = z.object({
  id: z.int(),
  title: text,
  body_html: text,
  vendor: text,
  product_type: text,
  created_at: isoTime,
  handle: text,
  updated_at: isoTime,
  published_at: isoTime,
  template_suffix: text,
  published_scope: text,
  tags: text,
  status: text,
  admin_graphql_api_id: text,
  variants: z.array(ProductVariant).nullish(),
  options: parts,
  images: z.array(ProductImage).nullish(),
  image: ProductImage.nullish(),
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/product */
export const products = defineEntity({
  name: 'products',
  summary: 'What the shop sells, with variants and pictures',
  keywords: ['sizes', 'article for sale', 'sku', 'skus', 'item', 'colors', 'colours', 'barcode', 'variant price'],
  record: Product,
  key: 'id',
  actions: {
    list: shopifyList('GET /products.json', {
      summary: 'List products',
      params: z.object({
        ...paged,
        ...byTime,
        status: z.enum(['active', 'archived', 'draft']).optional().describe('Only products with this status'),
        product_type: z.string().optional().describe('Only products of this type'),
        vendor: z.string().optional().describe('Only products of this supplier'),
        collection_id: z.int().optional().describe('Only products in this collection'),
      }),
      recordsAt: 'products',
    }),
    get: shopify('GET /products/{product_id}.json', {
      summary: 'Get one product',
      params: z.object({ product_id: id('product') }),
      recordAt: 'product',
    }),
  },
  search: {
    fields: [
      'id',
      'title',
      'body_html',
      'vendor',
      'product_type',
      'handle',
      'status',
      'tags',
      'published_scope',
      'published_at',
      'created_at',
      'updated_at',
    ],
  },
  sync: changesOnly,
});
