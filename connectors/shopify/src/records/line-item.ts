import { z } from 'zod';
import { amountSet, type CartLine } from '../sample-orders.ts';
import { dollars, globalId } from '../sample-shop.ts';
import { flag, money, nothingOf, part, parts, text, whole } from '../shared.ts';

/** A product in an order, a draft or a checkout: how many, at which price. */
export const LineItem = z.object({
  id: z.int(),
  admin_graphql_api_id: text,
  attributed_staffs: parts,
  current_quantity: whole,
  fulfillable_quantity: whole,
  fulfillment_service: text,
  fulfillment_status: text,
  gift_card: flag,
  grams: whole,
  name: text,
  price: money,
  price_set: part,
  product_exists: flag,
  product_id: whole,
  properties: parts,
  quantity: whole,
  requires_shipping: flag,
  sku: text,
  taxable: flag,
  title: text,
  total_discount: money,
  total_discount_set: part,
  variant_id: whole,
  variant_inventory_management: text,
  variant_title: text,
  vendor: text,
  tax_lines: parts,
  duties: parts,
  discount_allocations: parts,
});

/** A line of a sample cart. `isShipped`: whether it has left the warehouse. */
export function sampleLineItem(
  { id, product, quantity, kept }: CartLine,
  { isShipped }: { readonly isShipped: boolean },
) {
  return {
    ...nothingOf(LineItem),
    id,
    admin_graphql_api_id: globalId('LineItem', id),
    attributed_staffs: [],
    current_quantity: kept,
    fulfillable_quantity: isShipped ? 0 : kept,
    fulfillment_service: 'manual',
    fulfillment_status: isShipped ? 'fulfilled' : null,
    gift_card: false,
    grams: product.grams,
    name: `${product.title} - ${product.option}`,
    price: dollars(product.cents),
    price_set: amountSet(product.cents),
    product_exists: true,
    product_id: product.id,
    properties: [],
    quantity,
    requires_shipping: true,
    sku: product.sku,
    taxable: true,
    title: product.title,
    total_discount: dollars(0),
    total_discount_set: amountSet(0),
    variant_id: product.variantId,
    variant_inventory_management: 'shopify',
    variant_title: product.option,
    vendor: product.vendor,
    tax_lines: [],
    duties: [],
    discount_allocations: [],
  };
}
