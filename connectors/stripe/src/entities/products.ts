import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { searchPaging, stripe } from '../adapter.ts';
import { created, listParams, metadata, object, searchParams, unixTime } from '../shared.ts';

const Product = z.object({
  id: z.string(),
  object: z.literal('product'),
  active: z.boolean(),
  // The pinned version documents neither attributes nor features any more.
  attributes: z.array(z.string()).optional(),
  created: unixTime,
  default_price: z.string().nullish(),
  description: z.string().nullable(),
  features: z.array(object).optional(),
  images: z.array(z.string()),
  livemode: z.boolean(),
  marketing_features: z.array(object),
  metadata: object,
  name: z.string(),
  package_dimensions: z
    .object({ height: z.number(), length: z.number(), weight: z.number(), width: z.number() })
    .nullable(),
  shippable: z.boolean().nullable(),
  statement_descriptor: z.string().nullish(),
  tax_code: z.string().nullish(),
  type: z.enum(['good', 'service']),
  unit_label: z.string().nullish(),
  updated: unixTime,
  url: z.string().nullable(),
});

const DeletedProduct = z.object({ id: z.string(), object: z.literal('product'), deleted: z.boolean() });

const byId = z.object({ id: z.string().describe('Product id') });

const details = z.object({
  active: z.boolean().optional().describe('Whether it can be bought'),
  description: z.string().optional().describe('Longer text shown to customers'),
  images: z.array(z.string()).optional().describe('URLs of up to eight pictures'),
  marketing_features: z
    .array(z.strictObject({ name: z.string().describe('One selling point, up to 80 characters') }))
    .optional()
    .describe('Up to 15 selling points shown in pricing tables'),
  metadata,
  package_dimensions: z
    .strictObject({
      height: z.number().describe('Height in inches'),
      length: z.number().describe('Length in inches'),
      weight: z.number().describe('Weight in ounces'),
      width: z.number().describe('Width in inches'),
    })
    .optional()
    .describe('Size and weight of the parcel'),
  shippable: z.boolean().optional().describe('Whether it is sent as a parcel'),
  statement_descriptor: z.string().optional().describe('Text on the bank statement, up to 22 characters'),
  tax_code: z.string().optional().describe('Id of the Stripe tax code (txcd_…)'),
  unit_label: z.string().optional().describe('What one unit is called on receipts and invoices'),
  url: z.string().optional().describe('URL of a public page about it'),
});

/** https://docs.stripe.com/api/products */
export const products = defineEntity({
  name: 'products',
  summary: 'Goods and services that are sold',
  keywords: ['sku', 'skus', 'item', 'offering', 'sold out', 'merchandise', 'bestsellers', 'price of the'],
  record: Product,
  key: 'id',
  actions: {
    list: stripe('GET /v1/products', {
      summary: 'List products, newest first',
      params: listParams.extend({
        active: z.boolean().optional().describe('Only products that can, or cannot, be bought'),
        created,
        ids: z
          .array(z.string())
          .optional()
          .describe('Only the products with these ids; cannot be combined with paging'),
        shippable: z.boolean().optional().describe('Only products that are, or are not, sent as parcels'),
        url: z.string().optional().describe('Only products with this public page'),
      }),
    }),
    create: stripe('POST /v1/products', {
      summary: 'Create a product',
      params: z
        .object({
          name: z.string().describe('Name shown to customers'),
          id: z.string().optional().describe('Your own ID for the product; by default Stripe generates one'),
        })
        .extend(details.shape),
    }),
    get: stripe('GET /v1/products/{id}', { summary: 'Get one product', params: byId }),
    update: stripe('POST /v1/products/{id}', {
      summary: 'Change a product; omitted fields stay unchanged',
      params: byId
        .extend({
          name: z.string().optional().describe('Name shown to customers'),
          default_price: z.string().optional().describe('Id of the default price'),
        })
        .extend(details.shape),
    }),
    delete: stripe('DELETE /v1/products/{id}', {
      summary: 'Delete a product; one that has prices is refused',
      params: byId,
      result: DeletedProduct,
    }),
    api_search: stripe('GET /v1/products/search', {
      summary: 'Search products with the Stripe search query language',
      params: searchParams,
      ...searchPaging,
    }),
  },
});
