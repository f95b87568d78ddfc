import { z } from 'zod';
import { flag, isoTime, money, number, settable, text, whole } from '../shared.ts';

/** A version of a product that can be bought: its price, its number, what is in stock. */
export const ProductVariant = z.object({
  id: z.int(),
  product_id: whole,
  title: text,
  price: money,
  sku: text,
  position: whole,
  inventory_policy: text,
  compare_at_price: money,
  fulfillment_service: text,
  inventory_management: text,
  option1: text,
  option2: text,
  option3: text,
  created_at: isoTime,
  updated_at: isoTime,
  taxable: flag,
  barcode: text,
  grams: whole,
  image_id: whole,
  weight: number,
  weight_unit: text,
  inventory_item_id: whole,
  inventory_quantity: whole,
  old_inventory_quantity: whole,
  requires_shipping: flag,
  admin_graphql_api_id: text,
});

/** Members of a variant that can be written. */
export const variantParams = {
  option1: settable.text('Value of the first option, such as Large'),
  option2: settable.text('Value of the second option'),
  option3: settable.text('Value of the third option'),
  price: settable.money('Price of one unit'),
  compare_at_price: settable.money('Price before a reduction; empty for none'),
  sku: settable.text('Stock keeping unit'),
  barcode: settable.text('Barcode, ISBN or UPC'),
  taxable: settable.flag('Whether taxes are charged'),
  weight: z.number().optional().describe('Weight in its unit'),
  weight_unit: z.enum(['g', 'kg', 'oz', 'lb']).optional().describe('Unit of the weight'),
  inventory_management: z
    .enum(['shopify'])
    .nullable()
    .optional()
    .describe('Whether Shopify counts the stock; null if nothing is counted'),
  inventory_policy: z
    .enum(['deny', 'continue'])
    .optional()
    .describe('Whether it can be bought when it is out of stock'),
};
