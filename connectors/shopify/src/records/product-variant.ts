import { z } from 'zod';
import { dollars, globalId, productAt } from '../sample-shop.ts';
import { flag, money, nothingOf, number, text, whole } from '../shared.ts';

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
  created_at: text,
  updated_at: text,
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

/** How many of a sample product are in stock. */
export const stockOf = (index: number) => (index % 8 === 6 ? 0 : 4 + ((index * 13) % 47));

/** The one variant of the sample product at a position. Every seventh is on sale. */
export function sampleProductVariant(index: number) {
  const { id, variantId, imageId, inventoryItemId, option, cents, sku, grams, createdAt, updatedAt } = productAt(index);
  return {
    ...nothingOf(ProductVariant),
    id: variantId,
    product_id: id,
    title: option,
    price: dollars(cents),
    compare_at_price: index % 7 === 3 ? dollars(cents + 1_000) : null,
    sku,
    position: 1,
    inventory_policy: 'deny',
    fulfillment_service: 'manual',
    inventory_management: 'shopify',
    option1: option,
    created_at: createdAt,
    updated_at: updatedAt,
    taxable: true,
    barcode: String(850_012_340_017 + index * 111),
    grams,
    image_id: imageId,
    weight: grams / 1000,
    weight_unit: 'kg',
    inventory_item_id: inventoryItemId,
    inventory_quantity: stockOf(index),
    old_inventory_quantity: stockOf(index),
    requires_shipping: true,
    admin_graphql_api_id: globalId('ProductVariant', variantId),
  };
}
