import type { RawValue } from '@connectory/connector-sdk';
import { idAt, indexOf, productAt, series, timeAgo } from '../src/sample-shop.ts';
import { amount, amountSet, orderAt, sampleLineItem, sampleTransaction, shippingLine } from './order-samples.ts';
import { dollars, locationIdAt, staffId } from './shop.ts';

const centsOf = (money: string) => Math.round(Number(money) * 100);

/** A line as it is written: a variant of the samples, or an item of its own. */
function writtenLine({ variant_id, title, price, quantity, sku }: RawValue, position: number) {
  const index = variant_id === undefined ? undefined : indexOf(series.variant, variant_id);
  const product = productAt(index ?? 0);
  const cents = price === undefined ? (index === undefined ? 0 : product.cents) : centsOf(price);
  const id = idAt(series.lineItem, 20_000 + position);
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
      id: idAt(series.shippingLine, 20_000 + position),
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

/** The refund that somebody has written. */
export function writtenRefund({ order_id, note = null, refund_line_items = [], transactions = [] }: RawValue) {
  const order = orderAt(indexOf(series.order, order_id) ?? 0);
  return {
    note,
    user_id: staffId,
    processed_at: timeAgo(0),
    restock: refund_line_items.some(({ restock_type }: RawValue) => ['cancel', 'return'].includes(restock_type)),
    refund_line_items: refund_line_items.map((line: RawValue, position: number) => ({
      location_id: null,
      restock_type: 'no_restock',
      ...line,
      id: idAt(series.refundLine, 20_000 + position),
    })),
    transactions: transactions.map((transaction: RawValue, position: number) => ({
      ...sampleTransaction(order, 'refund'),
      ...transaction,
      id: idAt(series.transaction, 20_000 + position),
      order_id,
      status: 'success',
    })),
    order_adjustments: [],
  };
}

/** How a parcel is tracked, as somebody has written it. */
export function writtenTracking({ tracking_info: { number = null, company = null, url = null } = {} }: RawValue) {
  return {
    tracking_company: company,
    tracking_number: number,
    tracking_numbers: [number ?? []].flat(),
    tracking_url: url,
    tracking_urls: [url ?? []].flat(),
  };
}

/** The parcel that somebody has written, of the order to which the first of its fulfillment orders belongs. */
export function writtenFulfillment({ line_items_by_fulfillment_order: [first], ...written }: RawValue) {
  const order = orderAt(indexOf(series.fulfillmentOrder, first.fulfillment_order_id) ?? 0);
  return {
    ...writtenTracking(written),
    order_id: order.id,
    status: 'success',
    shipment_status: null,
    location_id: locationIdAt(0),
    name: `${order.name}.1`,
    line_items: order.lines.map((line) => sampleLineItem(line, { isShipped: true })),
  };
}

/** The lines of a written draft, with what they add up to. */
export function amountsOf(draft: RawValue) {
  const { line_items, subtotal, total } = writtenSale(draft);
  return { line_items, subtotal_price: dollars(subtotal), total_price: dollars(total) };
}

/** The draft order that somebody has written. */
export const writtenDraft = (draft: RawValue) => ({
  note: null,
  tags: '',
  email: null,
  shipping_line: null,
  applied_discount: null,
  ...draft,
  ...amountsOf(draft),
  status: 'open',
  order_id: null,
  completed_at: null,
  invoice_sent_at: null,
});
