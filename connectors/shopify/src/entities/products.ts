import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { ProductImage } from '../records/product-image.ts';
import { ProductVariant, variantParams } from '../records/product-variant.ts';
import { byTime, changesOnly, Deleted, id, isoTime, paged, parts, settable, text, under } from '../shared.ts';

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

const byId = z.object({ product_id: id('product') });

const editable = z.object({
  title: settable.text('Name of the product'),
  body_html: settable.text('Description as HTML'),
  vendor: settable.text('Supplier'),
  product_type: settable.text('Kind of product'),
  handle: settable.text('Its part of the URL; by default made of the title'),
  status: z.enum(['active', 'archived', 'draft']).optional().describe('Whether it is sold, archived or being prepared'),
  published: settable.flag('Whether visitors of the online shop see it'),
  tags: settable.tags(),
  template_suffix: settable.text('Template of the theme that shows it'),
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
      params: byId,
      recordAt: 'product',
    }),
    create: shopify('POST /products.json', {
      beyondContract: true,
      summary: 'Create a product, with its options, variants and pictures',
      params: editable.extend({
        title: z.string().describe('Name of the product'),
        options: z
          .array(
            z.strictObject({
              name: z.string().describe('Name of the option, such as Size'),
              values: z.array(z.string()).optional().describe('Values of the option'),
            }),
          )
          .max(3)
          .optional()
          .describe('What its variants differ by'),
        variants: z.array(z.strictObject(variantParams)).optional().describe('Its variants; by default a single one'),
        images: z
          .array(
            z.strictObject({
              src: z.string().describe('URL of the picture, which Shopify copies'),
              alt: settable.text('Text for those who do not see the picture'),
            }),
          )
          .optional()
          .describe('Its pictures'),
      }),
      wire: under('product'),
      recordAt: 'product',
    }),
    update: shopify('PUT /products/{product_id}.json', {
      beyondContract: true,
      summary: 'Change a product; omitted fields stay unchanged',
      params: byId.extend(editable.shape),
      wire: under('product'),
      recordAt: 'product',
    }),
    delete: shopify('DELETE /products/{product_id}.json', {
      beyondContract: true,
      summary: 'Delete a product with its variants and pictures',
      params: byId,
      result: Deleted,
    }),
  },
  search: {
    title: 'title',
    link: 'https://{setting:shop}.myshopify.com/admin/products/{id}',
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
