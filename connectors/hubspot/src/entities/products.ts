import { decimal, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { productId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';
import { changeOf, creationOf, nothing } from '../writing.ts';

const Product = crmObject(
  [
    'createdate',
    'description',
    'hs_cost_of_goods_sold',
    'hs_lastmodifieddate',
    'hs_object_id',
    'hs_sku',
    'name',
    'price',
  ],
  { price: decimal().nullish(), hs_cost_of_goods_sold: decimal().nullish() },
);

const writable = {
  properties: {
    name: 'Name of the product',
    price: 'Price of one unit in the currency of the company',
    description: 'Description',
    hs_sku: 'Stock keeping unit',
    hs_cost_of_goods_sold: 'What one unit costs the company',
    recurringbillingfrequency: 'How often it is billed, such as `monthly` or `annually`; empty if once',
  },
  required: ['name'],
  example: { name: 'Seat', price: 12, hs_sku: 'SEAT-1' },
};

/** https://developers.hubspot.com/docs/api-reference/crm-products-v3/guide */
export const products = defineEntity({
  name: 'products',
  beyondContract: true,
  summary: 'Products of the library that line items are made of',
  keywords: ['catalog', 'catalogue', 'goods', 'price list', 'what we sell'],
  record: Product,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/products', { summary: 'List products', params: listParams }),
    create: hubspot('POST /crm/v3/objects/products', {
      summary: 'Create a product of the library',
      ...creationOf('products', writable),
    }),
    get: hubspot('GET /crm/v3/objects/products/{productId}', {
      summary: 'Get one product',
      params: getParams.extend({ productId: idLike(productId(0)) }),
    }),
    update: hubspot('PATCH /crm/v3/objects/products/{productId}', {
      summary: 'Change properties of a product; omitted ones stay unchanged',
      ...changeOf({ productId: idLike(productId(0)) }, writable),
    }),
    delete: hubspot('DELETE /crm/v3/objects/products/{productId}', {
      summary: 'Move a product to the recycling bin',
      params: z.object({ productId: z.string().describe('Id of the product') }),
      result: nothing,
    }),
    api_search: hubspot('POST /crm/v3/objects/products/search', { summary: 'Search products', ...searchOf(Product) }),
  },
  ...copyOf('products', Product),
});
