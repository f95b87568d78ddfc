import { dollars, idAt, productAt, series, shopOfSamples, timeAgo } from './sample-shop.ts';

/** How an order of the samples went. */
export type Course = 'new' | 'awaiting payment' | 'shipped' | 'partly refunded' | 'cancelled';

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
export const autumnCode = { code: 'AUTUMN10', percent: 10 } as const;

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
export type SampleOrder = ReturnType<typeof orderAt>;

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
export type CartLine = ReturnType<typeof cartAt>[number];

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
