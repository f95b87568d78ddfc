import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { Sellable, sellableFilters } from '../records/sellable.ts';
import { sampleSellable } from '../sample-sellable.ts';
import {
  categories,
  categoryId,
  days,
  productAt,
  productId,
  sampleImage,
  shopAddress,
  sizes,
  slugOf,
  tagId,
  tags,
  variationId,
} from '../sample-shop.ts';
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
import { isListed } from '../simulated-lists.ts';

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
      simulate: { matches: isListed },
    }),
    get: woocommerce('GET /products/{id}', { summary: 'Get one product', params: byId('Product') }),
  },
  search: {
    fields: allFields(Product, {
      except: ['brands', 'has_options', 'post_password', 'global_unique_id', 'low_stock_amount', 'featured'],
    }),
  },
  sync: { via: 'list', params: inOrder, cursor: changes },
  sample: ({ index }) => {
    const { name, slug, sku, category, tag, sold, isVariable, grams } = productAt(index);
    const id = productId(index);
    const [categoryName = ''] = categories[category] ?? [];
    const tagName = tags[tag] ?? '';
    const label = (labelId: number, label: string) => ({ id: labelId, name: label, slug: slugOf(label) });
    const neighbors = [1, 2, 3].map((step) => productId((index + step) % 25)).filter((other) => other !== id);
    return {
      ...sampleSellable(index, { id, sku, parent_id: 0 }),
      name,
      slug,
      type: isVariable ? 'variable' : 'simple',
      status: index % 25 === 23 ? 'draft' : 'publish',
      description: `<p>${name}: made for long days outside, and repaired in our own workshop.</p>\n`,
      permalink: `${shopAddress}/product/${slug}/`,
      featured: index % 6 === 1,
      catalog_visibility: 'visible',
      short_description: `<p>${categoryName} for every season.</p>\n`,
      price_html: `<span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">&euro;</span>${(sold / 100).toFixed(2)}</bdi></span>`,
      total_sales: 12 + ((index * 37) % 240),
      external_url: '',
      button_text: '',
      manage_stock: !isVariable && grams > 0,
      sold_individually: false,
      shipping_required: grams > 0,
      shipping_taxable: grams > 0,
      reviews_allowed: true,
      post_password: '',
      average_rating: (3.6 + (index % 14) / 10).toFixed(2),
      rating_count: 1 + (index % 9),
      related_ids: neighbors,
      upsell_ids: [],
      cross_sell_ids: neighbors.slice(0, 1),
      purchase_note: '',
      categories: [label(categoryId(category), categoryName)],
      brands: [],
      tags: [label(tagId(tag), tagName)],
      images: [sampleImage(id + 7, name, days(420 - (index % 25) * 9))],
      has_options: isVariable,
      attributes: isVariable
        ? [{ id: 1, name: 'Size', position: 0, visible: true, variation: true, options: sizes }]
        : [],
      default_attributes: isVariable ? [{ id: 1, name: 'Size', option: 'm' }] : [],
      variations: isVariable ? sizes.map((_, size) => variationId(index + size)) : [],
      grouped_products: [],
    };
  },
});
