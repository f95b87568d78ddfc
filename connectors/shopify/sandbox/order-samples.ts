import { Fulfillment } from '../src/records/fulfillment.ts';
import { LineItem } from '../src/records/line-item.ts';
import { Order } from '../src/records/order.ts';
import { Refund } from '../src/records/refund.ts';
import { Transaction } from '../src/records/transaction.ts';
import { idAt, productAt, series, timeAgo } from '../src/sample-shop.ts';
import { sampleCustomer, samplePostalAddress } from './customers.ts';
import { dollars, globalId, locationIdAt, nothingOf, onlineStoreApp, shopOfSamples, staffId } from './shop.ts';

/** How an order of the samples went. */
type Course = 'new' | 'awaiting payment' | 'shipped' | 'partly refunded' | 'cancelled';

const courseAt = (index: number): Course => {
  if (index === 1) return 'awaiting payment';
  if (index < 3) return 'new';
  return index % 9 === 4 ? 'cancelled' : index % 9 === 7 ? 'partly refunded' : 'shipped';
};

// Days from the order to the last thing that happened to it.
const daysOf: Readonly<Record<Course, number>> = {
  new: 0,
  'awaiting payment': 0,
  shipped: 0.9,
  'partly refunded': 2.6,
  cancelled: 0.4,
};

const daysUntilClosed = 6;

const daysBetweenOrders = 1.37;

/** The discount of every sixth sample order. */
const autumnCode = { code: 'AUTUMN10', percent: 10 } as const;

/** An amount in the currency of the shop and in that of the customer, which are the same in the samples. */
export function amountSet(cents: number) {
  const amount = { amount: dollars(cents), currency_code: shopOfSamples.currency };
  return { shop_money: amount, presentment_money: amount };
}

/** The content of a cart: up to three products, by the position of the order. */
export function cartAt(index: number) {
  return Array.from({ length: 1 + (index % 3) }, (_, line) => {
    const product = productAt((index * 7 + line * 4) % 25);
    const quantity = 1 + ((index + line) % 4 === 3 ? 1 : 0);
    return {
      product,
      quantity,
      kept: quantity,
      cents: product.cents * quantity,
      id: idAt(series.lineItem, index * 3 + line),
    };
  });
}

/** The sample order at a position, newest first: who bought what, for how much, and what became of it. All amounts are in cents. */
export function orderAt(index: number) {
  const course = courseAt(index);
  const isCancelled = course === 'cancelled';
  const returned = (line: number) => (course === 'partly refunded' && line === 0 ? 1 : 0);
  const lines = cartAt(index).map((line, position) => ({
    ...line,
    kept: isCancelled ? 0 : line.quantity - returned(position),
  }));
  const subtotal = lines.reduce((sum, { cents }) => sum + cents, 0);
  const discount = index % 6 === 5 ? Math.round((subtotal * autumnCode.percent) / 100) : 0;
  const shipping = subtotal >= 7_500 ? 0 : 695;
  const total = subtotal - discount + shipping;
  const refunded = isCancelled ? total : course === 'partly refunded' ? (lines[0]?.product.cents ?? 0) : 0;
  const days = index * daysBetweenOrders;
  const isShipped = course === 'shipped' || course === 'partly refunded';
  const isClosed = isShipped && index > 8;
  const number = 21_430 - index;
  return {
    index,
    id: idAt(series.order, index),
    number,
    name: `#${number}`,
    // Of five people, one bought twice and one not yet.
    customer: index - (index % 5) + Math.max(0, (index % 5) - 1),
    course,
    lines,
    subtotal,
    discount,
    shipping,
    total,
    refunded,
    isPaid: course !== 'awaiting payment',
    isShipped,
    isCancelled,
    isFromDraft: index % 5 === 4,
    placedAt: timeAgo(days),
    shippedAt: timeAgo(days - 0.8),
    refundedAt: timeAgo(days - daysOf[course]),
    closedAt: isClosed ? timeAgo(days - daysUntilClosed) : null,
    updatedAt: timeAgo(days - (isClosed ? daysUntilClosed : daysOf[course])),
  };
}

/** A sample order. */
type SampleOrder = ReturnType<typeof orderAt>;

/** The sample order at a position, or the nearest one that passes a test, because not every order has every part. */
export function orderNear(index: number, passes: (order: SampleOrder) => boolean): SampleOrder {
  for (let at = index; at >= 0; at--) if (passes(orderAt(at))) return orderAt(at);
  for (let at = index + 1; ; at++) if (passes(orderAt(at))) return orderAt(at);
}

/** Positions of the orders a sample customer has made, newest first. */
export const ordersOf = (customer: number): readonly number[] => {
  const rank = customer % 5;
  if (rank === 4) return [];
  return rank === 0 ? [customer, customer + 1] : [customer + 1];
};

/** A line of a sample cart. */
type CartLine = ReturnType<typeof cartAt>[number];

/** How a sample order or checkout is sent: free of charge above a sum. */
export const shippingLine = (cents: number) => ({
  title: cents === 0 ? 'Free shipping' : 'Standard',
  price: dollars(cents),
  price_set: amountSet(cents),
  code: cents === 0 ? 'Free shipping' : 'Standard',
  source: 'shopify',
  discounted_price: dollars(cents),
  discounted_price_set: amountSet(cents),
  tax_lines: [],
  discount_allocations: [],
});

/** When the sample draft at a position was made. A completed one became the order at that position a day later. */
export const draftedAt = (index: number) => timeAgo(index * daysBetweenOrders + 1.2);

/** An amount of an order under its name: as text, and in both currencies. */
export const amount = (name: string, cents: number) => ({ [name]: dollars(cents), [`${name}_set`]: amountSet(cents) });

const financialStatus = {
  new: 'paid',
  'awaiting payment': 'pending',
  shipped: 'paid',
  'partly refunded': 'partially_refunded',
  cancelled: 'refunded',
} as const;

const notes = [null, 'Please leave the parcel with the neighbors', null, null, 'It is a gift: no receipt in the box'];

/** The sample order at a position. */
export function sampleOrder(index: number) {
  const order = orderAt(index);
  const { id, number, name, customer, course, lines, subtotal, discount, shipping, total, refunded, isCancelled } =
    order;
  const { addresses, ...buyer } = sampleCustomer(customer);
  const address = samplePostalAddress(customer);
  const token = (id * 31).toString(16).padStart(32, '0c4e');
  const code = { code: autumnCode.code, amount: dollars(discount), type: 'percentage' };
  const kept = isCancelled ? 0 : subtotal - discount - refunded;
  return {
    ...nothingOf(Order),
    id,
    admin_graphql_api_id: globalId('Order', id),
    app_id: onlineStoreApp,
    browser_ip: `203.0.113.${20 + (index % 200)}`,
    buyer_accepts_marketing: customer % 3 === 0,
    cancel_reason: isCancelled ? 'customer' : null,
    cancelled_at: isCancelled ? order.refundedAt : null,
    cart_token: token.slice(0, 24),
    checkout_id: idAt(series.checkout, index + 40),
    checkout_token: token,
    client_details: {
      browser_ip: `203.0.113.${20 + (index % 200)}`,
      accept_language: 'en-US',
      user_agent: 'Mozilla/5.0',
    },
    closed_at: order.closedAt,
    confirmation_number: (id * 17).toString(36).toUpperCase().slice(-9),
    confirmed: true,
    contact_email: buyer.email,
    created_at: order.placedAt,
    currency: shopOfSamples.currency,
    ...amount('current_subtotal_price', kept),
    ...amount('current_total_discounts', isCancelled ? 0 : discount),
    ...amount('current_total_price', isCancelled ? 0 : total - refunded),
    ...amount('current_total_tax', 0),
    customer: buyer,
    customer_locale: 'en-US',
    discount_applications:
      discount === 0
        ? []
        : [
            {
              target_type: 'line_item',
              type: 'discount_code',
              value: autumnCode.percent.toFixed(1),
              value_type: 'percentage',
              allocation_method: 'across',
              target_selection: 'all',
              code: autumnCode.code,
            },
          ],
    discount_codes: discount === 0 ? [] : [code],
    email: buyer.email,
    estimated_taxes: false,
    financial_status: financialStatus[course],
    fulfillment_status: order.isShipped ? 'fulfilled' : null,
    fulfillments: order.isShipped ? [sampleFulfillment(order)] : [],
    landing_site: '/collections/all',
    line_items: lines.map((line) => sampleLineItem(line, order)),
    merchant_of_record_app_id: null,
    duties_included: false,
    total_cash_rounding_payment_adjustment_set: amountSet(0),
    total_cash_rounding_refund_adjustment_set: amountSet(0),
    name,
    note: notes[index % notes.length],
    note_attributes: [],
    number: number - 1000,
    order_number: number,
    order_status_url: `https://${shopOfSamples.domain}/${shopOfSamples.id}/orders/${token}/authenticate`,
    payment_gateway_names: [order.isPaid ? 'shopify_payments' : 'Bank Deposit'],
    phone: buyer.phone,
    presentment_currency: shopOfSamples.currency,
    processed_at: order.placedAt,
    referring_site: index % 2 === 0 ? 'https://www.google.com/' : '',
    refunds: refunded === 0 ? [] : [sampleRefund(order)],
    shipping_address: address,
    billing_address: address,
    shipping_lines: [{ id: idAt(series.shippingLine, index), ...shippingLine(shipping) }],
    source_name: order.isFromDraft ? 'shopify_draft_order' : 'web',
    ...amount('subtotal_price', subtotal - discount),
    tags: shipping === 0 ? 'free-shipping' : '',
    tax_exempt: false,
    tax_lines: [],
    taxes_included: false,
    test: false,
    token,
    ...amount('total_discounts', discount),
    ...amount('total_line_items_price', subtotal),
    total_outstanding: dollars(order.isPaid ? 0 : total),
    ...amount('total_price', total),
    total_shipping_price_set: amountSet(shipping),
    ...amount('total_tax', 0),
    total_tip_received: dollars(0),
    total_weight: lines.reduce((sum, { product, quantity }) => sum + product.grams * quantity, 0),
    updated_at: order.updatedAt,
  };
}

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

/** The refund of a sample order: all of it when it was cancelled, else one piece of its first product. */
export function sampleRefund(order: SampleOrder) {
  const id = idAt(series.refund, order.index);
  const { isCancelled, shipping } = order;
  const returned = isCancelled ? order.lines : order.lines.slice(0, 1);
  return {
    ...nothingOf(Refund),
    id,
    order_id: order.id,
    created_at: order.refundedAt,
    note: isCancelled ? 'Cancelled by the customer' : 'Arrived damaged',
    user_id: staffId,
    processed_at: order.refundedAt,
    restock: isCancelled,
    duties: [],
    total_duties_set: amountSet(0),
    refund_line_items: returned.map((line, position) => {
      const quantity = isCancelled ? line.quantity : 1;
      const cents = line.product.cents * quantity;
      return {
        id: idAt(series.refundLine, order.index * 3 + position),
        line_item_id: line.id,
        location_id: isCancelled ? locationIdAt(0) : null,
        quantity,
        restock_type: isCancelled ? 'cancel' : 'no_restock',
        subtotal: Number(dollars(cents)),
        subtotal_set: amountSet(cents),
        total_tax: 0,
        total_tax_set: amountSet(0),
        line_item: sampleLineItem(line, order),
      };
    }),
    transactions: [sampleTransaction(order, 'refund')],
    order_adjustments:
      isCancelled && shipping > 0
        ? [
            {
              id: idAt(series.adjustment, order.index),
              order_id: order.id,
              refund_id: id,
              amount: `-${dollars(shipping)}`,
              tax_amount: dollars(0),
              kind: 'shipping_refund',
              reason: 'Shipping refund',
            },
          ]
        : [],
    admin_graphql_api_id: globalId('Refund', id),
    refund_shipping_lines: [],
  };
}

/** The parcel of a sample order that was shipped. */
export function sampleFulfillment(order: SampleOrder) {
  const id = idAt(series.fulfillment, order.index);
  const tracking = String(9_400_111_899_223_100_000n + BigInt(order.index) * 48_271n);
  const url = `https://tools.usps.com/go/TrackConfirmAction?tLabels=${tracking}`;
  return {
    ...nothingOf(Fulfillment),
    id,
    order_id: order.id,
    status: 'success',
    created_at: order.shippedAt,
    service: 'manual',
    updated_at: order.shippedAt,
    tracking_company: 'USPS',
    shipment_status: order.index > 6 ? 'delivered' : 'in_transit',
    location_id: locationIdAt(0),
    origin_address: {},
    line_items: order.lines.map((line) => sampleLineItem(line, order)),
    tracking_number: tracking,
    tracking_numbers: [tracking],
    tracking_url: url,
    tracking_urls: [url],
    receipt: {},
    name: `${order.name}.1`,
    admin_graphql_api_id: globalId('Fulfillment', id),
  };
}

/** How a sample order was paid for, or what was paid back. */
export function sampleTransaction(order: SampleOrder, kind: 'sale' | 'refund') {
  const isRefund = kind === 'refund';
  const id = idAt(series.transaction, order.index * 2 + (isRefund ? 1 : 0));
  const at = isRefund ? order.refundedAt : order.placedAt;
  return {
    ...nothingOf(Transaction),
    id,
    order_id: order.id,
    kind,
    gateway: order.isPaid ? 'shopify_payments' : 'Bank Deposit',
    status: order.isPaid ? 'success' : 'pending',
    message: order.isPaid ? 'Transaction approved' : 'Waiting for the bank deposit',
    created_at: at,
    test: false,
    authorization: order.isPaid ? `ch_3Q${(order.id * 7).toString(36)}` : null,
    user_id: isRefund ? staffId : null,
    parent_id: isRefund ? idAt(series.transaction, order.index * 2) : null,
    processed_at: at,
    source_name: isRefund ? String(onlineStoreApp) : 'web',
    receipt: {},
    amount: dollars(isRefund ? order.refunded : order.total),
    currency: shopOfSamples.currency,
    payment_id: `${order.name}.${isRefund ? 2 : 1}`,
    total_unsettled_set: amountSet(order.isPaid ? 0 : order.total),
    manual_payment_gateway: !order.isPaid,
    admin_graphql_api_id: globalId('OrderTransaction', id),
  };
}

export const statusAt = (index: number) => (index % 5 === 4 ? 'completed' : index % 3 === 1 ? 'invoice_sent' : 'open');
