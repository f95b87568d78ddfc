import { type Customer, customerAt } from '@connectory/sandbox';

/** How a sale of the samples went. */
type Course = 'charged twice' | 'paid' | 'partly refunded' | 'declined' | 'disputed' | 'not yet due' | 'draft';

// Of ten sales. The first one repeats the second, to the same customer.
const courses: readonly Course[] = [
  'charged twice',
  'paid',
  'paid',
  'draft',
  'not yet due',
  'partly refunded',
  'declined',
  'disputed',
  'paid',
  'paid',
];

// Charges without an invoice that paid for an order in the shop, by position: its number and total in cents.
const orders: Readonly<Record<number, readonly [name: string, cents: number]>> = {
  3: ['#21427', 6_595],
  7: ['#21423', 8_700],
};

const prefixes = {
  balanceTransaction: 'txn_',
  charge: 'ch_',
  customer: 'cus_',
  dispute: 'dp_',
  invoice: 'in_',
  paymentIntent: 'pi_',
  price: 'price_',
  product: 'prod_',
  refund: 're_',
  subscription: 'sub_',
} as const;

const spread = 0x9e3779b97f4a7c15f39cc0605cedc835n;

/** Id of the sample record at a position. What belongs together follows from positions. */
export function idAt(kind: keyof typeof prefixes, index: number): string {
  const seed = BigInt(Object.keys(prefixes).indexOf(kind) * 1_000_003 + index + 1);
  const digits = BigInt.asUintN(128, seed * spread)
    .toString(36)
    .padStart(25, '0');
  return `${prefixes[kind]}${digits.slice(1, kind === 'customer' || kind === 'product' ? 15 : 25)}`;
}

/** Price of a seat a month, in cents. */
export const seatPrice = 1_900;

/** How many seats a sample customer pays for. */
export const seatsOf = (customer: number) => 1 + ((customer * 7) % 12);

/** Days since a sample customer came, newest first. The subscription began a day later, before the oldest sale. */
export const ageOf = (customer: number) => 60 + ((customer * 37) % 800);

/** The address of a sample customer. */
export const addressOf = ({ address }: Customer) => ({
  city: address.city,
  country: 'US',
  line1: address.street,
  line2: null,
  postal_code: address.postalCode,
  state: address.stateCode,
});

const newest = Date.UTC(2026, 10, 1, 2, 42, 10) / 1000;

/** The sample sale at a position, newest first: an invoice, its payment intent and charge, and what became of them. Amounts are in cents. */
export function saleAt(index: number) {
  const course = courses[index % courses.length] ?? 'paid';
  // Of five customers, one bought twice and one not yet.
  const customer = index - (index % 5) + Math.max(0, (index % 5) - 1);
  const isInvoiced = course !== 'draft' && course !== 'not yet due' && course !== 'disputed';
  const invoiced = seatsOf(customer) * seatPrice;
  const number = `HS-${1_000 + index}`;
  const [order, cents] = orders[index] ?? ['Workshop', 24_000];
  const [description, amount] = isInvoiced ? [`Invoice ${number}`, invoiced] : [order.replace('#', 'Order #'), cents];
  // What repeats the sale after it follows within minutes.
  const [day, minutes] = course === 'charged twice' ? [index + 1, 4] : [index, 0];
  const created = newest - Math.round(((day * 1.37) % 350) * 86_400) + minutes * 60;
  return {
    index,
    course,
    customer,
    buyer: customerAt(customer),
    isInvoiced,
    isPaid: course !== 'declined',
    /** What the charge is for; an invoice without it is charged later. */
    description,
    amount,
    invoiced,
    refunded: course === 'charged twice' ? amount : course === 'partly refunded' ? Math.round(amount / 4) : 0,
    isDisputed: course === 'disputed',
    created,
    invoice: idAt('invoice', index),
    number,
    charge: idAt('charge', index),
    paymentIntent: idAt('paymentIntent', index),
  };
}

/** A sample sale. */
export type Sale = ReturnType<typeof saleAt>;

/** The sample sale at a position, or the nearest one that fits, because not every sale has every part. */
export function saleNear(index: number, fits: (sale: Sale) => boolean): Sale {
  for (let at = index; at >= 0; at--) if (fits(saleAt(at))) return saleAt(at);
  for (let at = index + 1; ; at++) if (fits(saleAt(at))) return saleAt(at);
}
