import { z } from 'zod';
import { amount, flag, isoTime, MetaData, text, timestamps, whole } from '../shared.ts';

/** What can be sold, whether a product or one of its variations. */
export const Sellable = z.object({
  id: z.int(),
  name: text,
  parent_id: whole,
  type: text,
  status: text,
  ...timestamps,
  description: text,
  permalink: text,
  sku: text,
  global_unique_id: text,
  price: amount,
  regular_price: amount,
  sale_price: amount,
  date_on_sale_from: isoTime,
  date_on_sale_from_gmt: isoTime,
  date_on_sale_to: isoTime,
  date_on_sale_to_gmt: isoTime,
  on_sale: flag,
  purchasable: flag,
  virtual: flag,
  downloadable: flag,
  // Usually a text, but PHP writes an id that consists of digits as a number.
  downloads: z.array(z.object({ id: z.union([z.string(), z.int()]).nullish(), name: text, file: text })).nullish(),
  download_limit: whole,
  download_expiry: whole,
  tax_status: text,
  tax_class: text,
  stock_quantity: whole,
  stock_status: text,
  low_stock_amount: whole,
  backorders: text,
  backorders_allowed: flag,
  backordered: flag,
  weight: amount,
  dimensions: z.object({ length: text, width: text, height: text }).nullish(),
  shipping_class: text,
  shipping_class_id: whole,
  menu_order: whole,
  meta_data: MetaData,
});

/** Filters of products and variations. */
export const sellableFilters = {
  sku: z.string().optional().describe('Only products with this SKU, or one of several separated by commas'),
  status: z
    .enum(['any', 'draft', 'pending', 'private', 'publish'])
    .default('any')
    .describe('Only products with this status; any excludes the trash'),
  stock_status: z
    .enum(['instock', 'outofstock', 'onbackorder'])
    .optional()
    .describe('Only products with this stock status'),
  on_sale: z.boolean().optional().describe('Whether to list only products on sale, or only others'),
  min_price: z
    .string()
    .optional()
    .describe('Lowest price')
    .meta({ examples: ['9.50'] }),
  max_price: z
    .string()
    .optional()
    .describe('Highest price')
    .meta({ examples: ['120.00'] }),
};
