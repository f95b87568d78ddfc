import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { Sellable, sellableFilters } from '../records/sellable.ts';
import {
  amount,
  byId,
  changes,
  datedWithin,
  flag,
  Image,
  ids,
  inOrder,
  paged,
  search,
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
  },
  search: {
    fields: allFields(Product, {
      except: ['brands', 'has_options', 'post_password', 'global_unique_id', 'low_stock_amount', 'featured'],
    }),
  },
  sync: { via: 'list', params: inOrder, cursor: changes },
});
