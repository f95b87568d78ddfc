import { z } from 'zod';
import { amount, flag, isoTime, MetaData, metaParam, settable, text, timestamps, whole } from '../shared.ts';

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

/** Members of products and variations that can be written. */
export const sellableParams = {
  status: z
    .enum(['draft', 'pending', 'private', 'publish'])
    .optional()
    .describe('State: publish is on sale, the others are hidden'),
  description: settable.text('Description as HTML'),
  sku: settable.text('Stock keeping unit; no two can be the same'),
  regular_price: settable.amount('Price without a sale'),
  sale_price: settable.amount('Price during a sale; empty ends the sale'),
  date_on_sale_from: settable.time('When the sale price begins'),
  date_on_sale_to: settable.time('When the sale price ends'),
  virtual: settable.flag('Whether it is not shipped'),
  tax_status: z.enum(['taxable', 'shipping', 'none']).optional().describe('What of it is taxed'),
  tax_class: settable.text('Slug of the tax class; empty for the standard one'),
  manage_stock: settable.flag('Whether the stock is counted'),
  stock_quantity: settable.whole('Units in stock; needs manage_stock'),
  stock_status: z
    .enum(['instock', 'outofstock', 'onbackorder'])
    .optional()
    .describe('Whether it is in stock, if the stock is not counted'),
  backorders: z.enum(['no', 'notify', 'yes']).optional().describe('Whether it can be ordered without stock'),
  weight: settable.text('Weight in the unit of the shop'),
  shipping_class: settable.text('Slug of the shipping class'),
  menu_order: settable.whole('Position in lists; lower numbers come first'),
  meta_data: metaParam,
};

/** A picture of the media library, or one that the shop copies from a URL. */
export const imageParam = z.strictObject({
  id: settable.whole('Id of a picture of the media library'),
  src: settable.text('URL of a picture, which the shop copies'),
  alt: settable.text('Text for those who do not see the picture'),
});
