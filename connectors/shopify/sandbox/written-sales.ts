import type { RawValue } from '@connectory/connector-sdk';
import { idAt, indexOf, productAt, series } from '../src/sample-shop.ts';
import { amount, amountSet, sampleLineItem, shippingLine } from './order-samples.ts';
import { dollars } from './shop.ts';

const centsOf = (money: string) => Math.round(Number(money) * 100);

/** A line as it is written: a variant of the samples, or an item of its own. */
function writtenLine({ variant_id, title, price, quantity, sku }: RawValue, position: number) {
  const index = variant_id === undefined ? undefined : indexOf(series.variant, variant_id);
  const product = productAt(index ?? 0);
  const cents = price === undefined ? (index === undefined ? 0 : product.cents) : centsOf(price);
  const id = idAt(series.lineItem, 90_000 + position);
  const own = index === undefined && { product_id: null, variant_id: null, variant_title: null, sku: sku ?? null };
  return {
    ...sampleLineItem(
      { id, product: { ...product, cents }, quantity, kept: quantity, cents: cents * quantity },
      { isShipped: false },
    ),
    ...own,
    ...(title !== undefined && { title, name: title }),
  };
}

/** What the lines of a written order or draft add up to. */
function writtenSale(written: RawValue) {
  const line_items = written.line_items.map(writtenLine);
  const subtotal = line_items.reduce((sum: number, line: RawValue) => sum + centsOf(line.price) * line.quantity, 0);
  const shipping = [written.shipping_lines ?? written.shipping_line ?? []].flat();
  const total = subtotal + shipping.reduce((sum: number, { price }: RawValue) => sum + centsOf(price), 0);
  return { line_items, subtotal, total };
}

/** The order that somebody has written. */
export function writtenOrder(written: RawValue) {
  const { line_items, subtotal, total } = writtenSale(written);
  const { financial_status = 'paid', shipping_lines = [], ...members } = written;
  return {
    ...members,
    line_items,
    financial_status,
    fulfillment_status: null,
    fulfillments: [],
    refunds: [],
    cancelled_at: null,
    cancel_reason: null,
    closed_at: null,
    source_name: written.source_name ?? 'api',
    shipping_lines: shipping_lines.map(({ title, price }: RawValue, position: number) => ({
      id: idAt(series.shippingLine, 90_000 + position),
      ...shippingLine(centsOf(price)),
      title,
    })),
    ...amount('current_subtotal_price', subtotal),
    ...amount('current_total_price', total),
    ...amount('subtotal_price', subtotal),
    ...amount('total_line_items_price', subtotal),
    ...amount('total_price', total),
    total_shipping_price_set: amountSet(total - subtotal),
    total_outstanding: dollars(financial_status === 'paid' ? 0 : total),
  };
}
