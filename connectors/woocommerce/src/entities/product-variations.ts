import { allFields, defineEntity, from } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { imageParam, Sellable, sellableFilters, sellableParams } from '../records/sellable.ts';
import { byId, forGood, Image, inOrder, paged, search, settable, sortedBy, text, whole } from '../shared.ts';
import { products } from './products.ts';

const Variation = Sellable.extend({
  // The text is "parent": the product keeps the stock of all its variations.
  manage_stock: z.union([z.boolean(), z.string()]).nullish(),
  image: Image.nullish(),
  attributes: z.array(z.object({ id: whole, name: text, option: text })).nullish(),
});

const below = z.object({ product_id: z.int().describe('Id of the product') });

const editable = z.object({
  ...sellableParams,
  image: imageParam.optional().describe('Its picture'),
  attributes: z
    .array(
      z.strictObject({
        id: settable.whole('Id of an attribute of the shop'),
        name: settable.text('Name of an attribute of the product'),
        option: z.string().describe('Value of the attribute'),
      }),
    )
    .optional()
    .describe('What it differs by from the other variations'),
});

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#product-variations */
export const productVariations = defineEntity({
  name: 'product_variations',
  summary: 'Sizes, colors and other versions of a product, each with its own price and stock',
  keywords: ['colour', 'sold', 'available sizes', 'sold out', 'item'],
  record: Variation,
  key: 'id',
  actions: {
    list: woocommerce('GET /products/{product_id}/variations', {
      summary: 'List the variations of a product, newest first',
      params: below.extend({
        ...paged,
        search,
        ...sellableFilters,
        ...sortedBy(['date', 'id', 'include', 'title', 'slug', 'menu_order', 'modified'], 'date', 'desc'),
      }),
    }),
    get: woocommerce('GET /products/{product_id}/variations/{id}', {
      summary: 'Get one variation',
      params: below.extend(byId('Variation').shape),
    }),
    create: woocommerce('POST /products/{product_id}/variations', {
      beyondContract: true,
      summary: 'Add a variation to a product of kind variable',
      params: below.extend(editable.shape),
    }),
    update: woocommerce('PUT /products/{product_id}/variations/{id}', {
      beyondContract: true,
      summary: 'Change a variation, such as its price or stock; omitted fields stay unchanged',
      params: below.extend({ ...byId('Variation').shape, ...editable.shape }),
    }),
    delete: woocommerce('DELETE /products/{product_id}/variations/{id}', {
      beyondContract: true,
      summary: 'Delete a variation permanently',
      params: below.extend(byId('Variation').shape),
      wire: forGood,
    }),
  },
  search: {
    title: 'sku',
    link: '{permalink}',
    fields: allFields(Variation, {
      except: ['type', 'global_unique_id', 'low_stock_amount', 'name', 'parent_id', 'manage_stock'],
    }),
    derived: { manage_stock: from(z.string(), ({ manage_stock }) => manage_stock?.toString()) },
  },
  sync: {
    via: 'list',
    params: inOrder,
    each: products,
    // Plugins have kinds of their own, such as variable-subscription.
    where: { like: { type: 'variable%' } },
    bind: { product_id: 'id' },
    notFound: 'empty',
  },
});
