import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { ownMeta } from '../own-fields.ts';
import { imageParam, Sellable, sellableFilters, sellableParams } from '../records/sellable.ts';
import {
  amount,
  byId,
  changes,
  datedWithin,
  flag,
  force,
  Image,
  ids,
  inOrder,
  paged,
  search,
  settable,
  sortedBy,
  text,
  texts,
  whole,
  withTimes,
} from '../shared.ts';

const Label = z.object({ id: whole, name: text, slug: text });

const Product = Sellable.extend({
  slug: text,
  featured: flag,
  catalog_visibility: text,
  short_description: text,
  price_html: text,
  total_sales: whole,
  external_url: text,
  button_text: text,
  manage_stock: flag,
  sold_individually: flag,
  shipping_required: flag,
  shipping_taxable: flag,
  reviews_allowed: flag,
  post_password: text,
  average_rating: amount,
  rating_count: whole,
  related_ids: ids,
  upsell_ids: ids,
  cross_sell_ids: ids,
  purchase_note: text,
  categories: z.array(Label).nullish(),
  brands: z.array(Label).nullish(),
  tags: z.array(Label).nullish(),
  images: z.array(Image).nullish(),
  has_options: flag,
  attributes: z
    .array(z.object({ id: whole, name: text, position: whole, visible: flag, variation: flag, options: texts }))
    .nullish(),
  default_attributes: z.array(z.object({ id: whole, name: text, option: text })).nullish(),
  variations: ids,
  grouped_products: ids,
});

const labelled = (what: string) => z.array(z.strictObject({ id: z.int().describe(`Id of the ${what}`) })).optional();

const editable = z.object({
  name: settable.text('Name of the product'),
  type: z
    .enum(['simple', 'grouped', 'external', 'variable'])
    .optional()
    .describe('Kind of product; only those of kind variable have variations'),
  slug: settable.text('Its part of the URL; by default made of the name'),
  short_description: settable.text('Short description as HTML'),
  featured: settable.flag('Whether it is shown as featured'),
  catalog_visibility: z
    .enum(['visible', 'catalog', 'search', 'hidden'])
    .optional()
    .describe('Where it is shown: everywhere, only in the catalog or in searches, or nowhere'),
  ...sellableParams,
  categories: labelled('category').describe('Its categories; they replace all earlier ones'),
  tags: labelled('tag').describe('Its tags; they replace all earlier ones'),
  images: z.array(imageParam).optional().describe('Its pictures, the main one first; they replace all earlier ones'),
  attributes: z
    .array(
      z.strictObject({
        id: settable.whole('Id of an attribute of the shop; without it, the product has one of its own'),
        name: settable.text('Name of an attribute of its own'),
        visible: settable.flag('Whether visitors see it on the page of the product'),
        variation: settable.flag('Whether its variations differ by it'),
        options: z.array(z.string()).optional().describe('Its values'),
      }),
    )
    .optional()
    .describe('Its attributes; they replace all earlier ones'),
  reviews_allowed: settable.flag('Whether customers may review it'),
  sold_individually: settable.flag('Whether one order can have only one of it'),
  upsell_ids: settable.ids('Ids of better products to suggest'),
  cross_sell_ids: settable.ids('Ids of products to suggest in the cart'),
});

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#products */
export const products = defineEntity({
  name: 'products',
  summary: 'What the shop sells',
  keywords: ['sold', 'item', 'sold out'],
  record: Product,
  key: 'id',
  actions: {
    list: woocommerce('GET /products', {
      summary: 'List products, newest first',
      params: z.object({
        ...paged,
        search,
        ...datedWithin,
        ...sellableFilters,
        type: z
          .enum(['simple', 'grouped', 'external', 'variable'])
          .optional()
          .describe('Only products of this kind; those of kind variable have variations'),
        featured: z.boolean().optional().describe('Whether only featured products are listed, or only others'),
        category: z.string().optional().describe('Only products of the category with this id'),
        tag: z.string().optional().describe('Only products with the tag that has this id'),
        ...sortedBy(
          ['date', 'id', 'include', 'title', 'slug', 'price', 'popularity', 'rating', 'menu_order', 'modified'],
          'date',
          'desc',
        ),
      }),
      wire: withTimes,
    }),
    get: woocommerce('GET /products/{id}', { summary: 'Get one product', params: byId('Product') }),
    create: woocommerce('POST /products', {
      beyondContract: true,
      summary: 'Create a product; it is on sale at once unless its status is another one',
      params: editable.extend({ name: z.string().describe('Name of the product') }),
    }),
    update: woocommerce('PUT /products/{id}', {
      beyondContract: true,
      summary: 'Change a product, such as its price or stock; omitted fields stay unchanged',
      params: byId('Product').extend(editable.shape),
    }),
    delete: woocommerce('DELETE /products/{id}', {
      beyondContract: true,
      summary: 'Move a product to the trash, or delete it permanently',
      params: byId('Product').extend({ force }),
    }),
  },
  search: {
    title: 'name',
    link: '{permalink}',
    fields: allFields(Product, {
      except: ['brands', 'has_options', 'post_password', 'global_unique_id', 'low_stock_amount', 'featured'],
    }),
  },
  sync: { via: 'list', params: inOrder, cursor: changes },
  ownFields: ownMeta('products'),
});
