import { z } from 'zod';
import { flag, isoTime, money, number, text, whole } from '../shared.ts';

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
