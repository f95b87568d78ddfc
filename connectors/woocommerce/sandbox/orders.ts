import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { coupons } from '../src/entities/coupons.ts';
import { orderNotes } from '../src/entities/order-notes.ts';
import { orders } from '../src/entities/orders.ts';
import { refunds } from '../src/entities/refunds.ts';
import { isListed } from './lists.ts';
import { metaDataOf } from './own-fields.ts';
import {
  customerId,
  days,
  imageAddress,
  madeAndChanged,
  personAt,
  price,
  productAt,
  productId,
  shopAddress,
  sizes,
  stamps,
  variationId,
} from './shop.ts';

/** The orders of the samples. Their amounts add up: lines, less the coupon, with shipping and 23 % of tax. */
const newest = 84_210;

/** Id of the order at a position, newest first. The numbers between two are those of its refund and its note. */
export const orderId = (position: number) => newest - position * 4;

/** Id of the order that a refund or a note belongs to. */
const orderIdBelow = (id: number) => id - ((((id - newest) % 4) + 4) % 4);

const refundId = (position: number) => orderId(position) + 1;

/** Id of the note on the order at a position. */
const noteId = (position: number) => orderId(position) + 2;

/** Minutes since the order at a position was placed. */
const placedAgo = (position: number) => position * days(1) + 95 + (position % 7) * 61;

const vat = (cents: number) => Math.round(cents * 0.23);

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** The state of the order at a position. */
function statusAt(position: number) {
  if (position % 5 === 0) return 'refunded';
  if (position < 5) return position === 1 ? 'pending' : 'processing';
  if (position % 11 === 6) return 'on-hold';
  return position % 11 === 7 ? 'cancelled' : 'completed';
}

/** Minutes since the order at a position came into that state. */
function settledAgo(position: number) {
  const placed = placedAgo(position);
  const status = statusAt(position);
  if (status === 'refunded') return placed - Math.min(days(2), placed - 15);
  return placed - (status === 'completed' ? days(1) / 2 : 12);
}

/** The coupons: code, percent (or cents with a fixed amount), kind, and what for. */
const couponLines: readonly (readonly [code: string, worth: number, kind: string, description: string])[] = [
  ['welcome10', 1_000, 'percent', 'First order of a newsletter subscriber'],
  ['winter15', 1_500, 'percent', 'Winter sale'],
  ['gift5', 500, 'fixed_cart', 'Voucher on a returned survey'],
  ['guides20', 2_000, 'percent', 'Mountain guides and instructors'],
  ['sockdrawer', 300, 'fixed_product', 'Off every pair of socks'],
];

/** Amounts of the order at a position, in cents. */
function amountsAt(position: number) {
  const bought = [[(position * 7 + 2) % 25, 1 + (position % 2)] as const, [(position * 4 + 9) % 25, 1] as const];
  const [first, second] = bought;
  const chosen = position % 3 === 0 && first?.[0] !== second?.[0] ? bought : bought.slice(0, 1);
  const hasCoupon = position % 4 === 1;
  const lines = chosen.map(([product, quantity]) => {
    const subtotal = productAt(product).sold * quantity;
    return { product, quantity, subtotal, total: hasCoupon ? Math.round(subtotal * 0.9) : subtotal };
  });
  const subtotal = sum(lines.map((line) => line.subtotal));
  const items = sum(lines.map((line) => line.total));
  const shipping = items >= 7_500 ? 0 : 495;
  const itemsTax = sum(lines.map((line) => vat(line.total)));
  const shippingTax = vat(shipping);
  const discountTax = sum(lines.map((line) => vat(line.subtotal))) - itemsTax;
  const total = items + shipping + itemsTax + shippingTax;
  return { lines, hasCoupon, discount: subtotal - items, discountTax, shipping, itemsTax, shippingTax, total };
}

const rateId = 14;

const taxesOf = (total: number, subtotal: number) => [
  { id: rateId, total: price(vat(total)), subtotal: price(vat(subtotal)) },
];

/** The lines of the order at a position; `sign` is -1 for returned products. */
function linesAt(position: number, sign: 1 | -1) {
  return amountsAt(position).lines.map(({ product, quantity, subtotal, total }, line) => {
    const { name, sku, isVariable } = productAt(product);
    const size = Math.floor(position / 5) % sizes.length;
    return {
      id: position * 8 + line + (sign === 1 ? 1_001 : 1_004),
      name: isVariable ? `${name} - ${sizes[size]}` : name,
      product_id: productId(product),
      variation_id: isVariable ? variationId(product + size) : 0,
      quantity: quantity * sign,
      tax_class: '',
      subtotal: price(subtotal * sign),
      subtotal_tax: price(vat(subtotal) * sign),
      total: price(total * sign),
      total_tax: price(vat(total) * sign),
      taxes: taxesOf(total * sign, subtotal * sign),
      meta_data: isVariable ? [{ id: position * 40 + line, key: 'pa_size', value: sizes[size]?.toLowerCase() }] : [],
      sku: isVariable ? `${sku}-${sizes[size]}` : sku,
      price: total / quantity / 100,
    };
  });
}

function shippingLineAt(position: number, sign: 1 | -1) {
  const { shipping, shippingTax } = amountsAt(position);
  return {
    id: orderId(position) * 2 + (sign === 1 ? 1 : 5),
    method_title: shipping === 0 ? 'Free shipping' : 'Flat rate',
    method_id: shipping === 0 ? 'free_shipping' : 'flat_rate',
    total: price(shipping * sign),
    total_tax: price(shippingTax * sign),
  };
}

const nameOf = (line: string) => line.replace(/ - \w+$/, '');

const reasons = ['Ordered twice', 'Arrived damaged', 'Changed their mind', 'Broke on the first trip', 'Came too late'];

const reasonAt = (position: number) => reasons[Math.floor(position / 5) % reasons.length] ?? '';

/** Customer, products and amounts of the order at a position. */
function soldAt(position: number) {
  const amounts = amountsAt(position);
  const isGuest = position % 6 === 5;
  const customer = isGuest ? 30 + position : 3 + ((position * 5) % 22);
  const { billing, shipping } = personAt(customer);
  const id = orderId(position);
  const isRefunded = statusAt(position) === 'refunded';
  return {
    customer_id: isGuest ? 0 : customerId(customer),
    billing,
    shipping,
    discount_total: price(amounts.discount),
    discount_tax: price(amounts.discountTax),
    shipping_total: price(amounts.shipping),
    shipping_tax: price(amounts.shippingTax),
    cart_tax: price(amounts.itemsTax),
    total: price(amounts.total),
    total_tax: price(amounts.itemsTax + amounts.shippingTax),
    line_items: linesAt(position, 1).map((line) => ({
      ...line,
      image: { id: line.product_id + 7, src: imageAddress(nameOf(line.name)) },
      parent_name: line.variation_id === 0 ? null : nameOf(line.name),
    })),
    tax_lines: [
      {
        id: id * 2,
        rate_code: 'IE-VAT-1',
        rate_id: rateId,
        label: 'VAT',
        compound: false,
        tax_total: price(amounts.itemsTax),
        shipping_tax_total: price(amounts.shippingTax),
        meta_data: [],
      },
    ],
    shipping_lines: [
      {
        ...shippingLineAt(position, 1),
        taxes: amounts.shipping === 0 ? [] : taxesOf(amounts.shipping, amounts.shipping),
        meta_data: [],
      },
    ],
    fee_lines: [],
    coupon_lines: amounts.hasCoupon
      ? [
          {
            id: id * 2 + 2,
            code: 'welcome10',
            discount: price(amounts.discount),
            discount_tax: price(amounts.discountTax),
            meta_data: [],
          },
        ]
      : [],
    refunds: isRefunded
      ? [{ id: refundId(position), reason: reasonAt(position), total: `-${price(amounts.total)}` }]
      : [],
  };
}

/** The refund of the order at a position: everything is returned. */
function refundAt(position: number) {
  const { total } = soldAt(position);
  return {
    id: refundId(position),
    ...stamps('date_created', settledAgo(position)),
    amount: total,
    reason: reasonAt(position),
    refunded_by: customerId(1),
    refunded_payment: true,
    meta_data: [],
    line_items: linesAt(position, -1),
    shipping_lines: [shippingLineAt(position, -1)],
    tax_lines: [],
    fee_lines: [],
  };
}

const centsOf = (amount: RawValue) => Math.round(Number(amount ?? 0) * 100);

/** A line of an order as somebody has written it, without tax. */
function writtenLine({ product_id, variation_id = 0, quantity = 1, subtotal, total }: RawValue, position: number) {
  const { name, sku, sold } = productAt((product_id - productId(0)) / 9);
  const cents = total === undefined ? sold * quantity : centsOf(total);
  return {
    id: 900_000 + position,
    name,
    product_id,
    variation_id,
    quantity,
    tax_class: '',
    subtotal: subtotal ?? price(cents),
    subtotal_tax: price(0),
    total: price(cents),
    total_tax: price(0),
    taxes: [],
    meta_data: [],
    sku,
    price: cents / quantity / 100,
    image: { id: product_id + 7, src: imageAddress(name) },
    parent_name: null,
  };
}

/** The order that somebody has written. */
function writtenOrder({ set_paid = false, status, line_items = [], shipping_lines = [], ...order }: RawValue) {
  const lines = line_items.map(writtenLine);
  const shipping = sum(shipping_lines.map(({ total }: RawValue) => centsOf(total)));
  return {
    customer_id: 0,
    customer_note: '',
    payment_method: '',
    payment_method_title: '',
    transaction_id: '',
    coupon_lines: [],
    fee_lines: [],
    meta_data: [],
    ...order,
    created_via: 'rest-api',
    status: status ?? (set_paid ? 'processing' : 'pending'),
    needs_payment: !set_paid,
    line_items: lines,
    shipping_lines: shipping_lines.map((line: RawValue, position: number) => ({ id: 910_000 + position, ...line })),
    tax_lines: [],
    refunds: [],
    ...stamps('date_paid', set_paid ? 0 : null),
    ...stamps('date_completed', null),
    discount_total: price(0),
    discount_tax: price(0),
    shipping_total: price(shipping),
    shipping_tax: price(0),
    cart_tax: price(0),
    total_tax: price(0),
    total: price(sum(lines.map(({ total }: RawValue) => centsOf(total))) + shipping),
  };
}

/** The refund that somebody has written; its lines have the negative amounts of what is paid back. */
function writtenRefund({ amount, reason = '', line_items = [], api_refund = true }: RawValue) {
  const lines = line_items.map(({ id, quantity = 0, refund_total = 0 }: RawValue) => ({
    id,
    quantity: -quantity,
    total: price(-centsOf(refund_total)),
    total_tax: price(0),
  }));
  return {
    amount: amount ?? price(-sum(lines.map(({ total }: RawValue) => centsOf(total)))),
    reason,
    refunded_payment: api_refund,
    line_items: lines,
    shipping_lines: [],
  };
}

const notes: Readonly<Record<string, string>> = {
  pending: 'Stock of the ordered products is held for 60 minutes.',
  processing: 'Payment received. Order status changed from Pending payment to Processing.',
  completed: 'Your parcel is on its way with An Post.',
  refunded: 'Order fully refunded. Order status changed from Processing to Refunded.',
  'on-hold': 'Awaiting bank transfer. Order status changed from Pending payment to On hold.',
  cancelled: 'Unpaid order cancelled - time limit reached. Order status changed from Pending payment to Cancelled.',
};

export const simulatedOrders = [
  simulate(orders, {
    sample: ({ index }) => {
      const id = orderId(index);
      const status = statusAt(index);
      const placed = placedAgo(index);
      const isPaid = ['processing', 'completed', 'refunded'].includes(status);
      const isCard = index % 3 !== 1;
      const key = ((id * 48_611_527) % 36 ** 7).toString(36).padStart(7, '0');
      return {
        id,
        parent_id: 0,
        number: String(id),
        order_key: `wc_order_${key}`,
        created_via: 'checkout',
        version: '10.2.1',
        status,
        currency: 'EUR',
        currency_symbol: '€',
        ...madeAndChanged(placed, settledAgo(index)),
        ...soldAt(index),
        prices_include_tax: false,
        customer_ip_address: `192.0.2.${10 + (index % 200)}`,
        customer_user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
        customer_note: index % 8 === 2 ? 'Please leave the parcel with the neighbor on the left.' : '',
        payment_method: isCard ? 'stripe' : 'bacs',
        payment_method_title: isCard ? 'Credit card' : 'Direct bank transfer',
        transaction_id: isCard && isPaid ? `pi_3S${key.toUpperCase()}` : '',
        ...stamps('date_paid', isPaid ? placed - 3 : null),
        ...stamps('date_completed', status === 'completed' ? settledAgo(index) : null),
        cart_hash: `${key}${key}`,
        meta_data: [
          { id: id * 3, key: '_wc_order_attribution_source_type', value: 'organic' },
          ...metaDataOf('orders', index),
        ],
        payment_url: `${shopAddress}/checkout/order-pay/${id}/?pay_for_order=true&key=wc_order_${key}`,
        is_editable: status === 'pending' || status === 'on-hold',
        needs_payment: status === 'pending',
        needs_processing: true,
      };
    },
    actions: {
      list: { matches: isListed },
      create: { values: writtenOrder },
    },
  }),
  simulate(orderNotes, {
    sample: ({ index }) => {
      const status = statusAt(index);
      const isToCustomer = status === 'completed';
      return {
        id: noteId(index),
        author: isToCustomer ? 'Brendan Casey' : 'WooCommerce',
        ...stamps('date_created', settledAgo(index)),
        note: notes[status] ?? '',
        customer_note: isToCustomer,
      };
    },
    parent: ({ id }) => orderIdBelow(id),
    actions: {
      list: {
        matches: ({ customer_note }, { type }) => type === 'any' || customer_note === (type === 'customer'),
      },
      create: {
        values: ({ note, customer_note = false, added_by_user }) => ({
          note,
          customer_note,
          author: added_by_user ? 'Brendan Casey' : 'system',
        }),
      },
    },
  }),
  simulate(refunds, {
    sample: ({ index }) => refundAt(index - (index % 5)),
    parent: ({ id }) => orderIdBelow(id),
    actions: {
      create: { values: writtenRefund },
    },
  }),
  simulate(coupons, {
    sample: ({ index }) => {
      const kind = couponLines[index];
      const { first_name, last_name, email } = personAt(index);
      const [code, worth, discount_type, description] = kind ?? [
        `sorry-${first_name}-${index}`.toLowerCase(),
        (1 + (index % 4)) * 500,
        'fixed_cart',
        `Apology to ${first_name} ${last_name} for a late parcel`,
      ];
      const isPersonal = kind === undefined;
      const isUsed = isPersonal ? index % 2 === 0 : true;
      return {
        id: 3_402 + index * 3,
        code,
        amount: price(worth),
        status: 'publish',
        ...madeAndChanged(days(260 - (index % 52) * 5), days(3 + (index % 40) * 5)),
        discount_type,
        description,
        ...stamps('date_expires', isPersonal ? -days(60 + (index % 30)) : null),
        usage_count: isPersonal ? Number(isUsed) : 40 + index * 17,
        individual_use: discount_type === 'percent',
        product_ids: code === 'sockdrawer' ? [productId(14)] : [],
        excluded_product_ids: [productId(24)],
        usage_limit: isPersonal ? 1 : null,
        usage_limit_per_user: discount_type === 'percent' ? 1 : null,
        limit_usage_to_x_items: null,
        free_shipping: false,
        product_categories: [],
        excluded_product_categories: [],
        exclude_sale_items: discount_type === 'percent',
        minimum_amount: code === 'winter15' ? '60.00' : '0.00',
        maximum_amount: '0.00',
        email_restrictions: isPersonal ? [email] : [],
        used_by: isPersonal && isUsed ? [email] : [],
        meta_data: metaDataOf('coupons', index),
      };
    },
    actions: {
      list: { matches: isListed },
      create: {
        values: (coupon) => ({
          discount_type: 'fixed_cart',
          amount: price(0),
          description: '',
          usage_limit: null,
          usage_limit_per_user: null,
          individual_use: false,
          exclude_sale_items: false,
          product_ids: [],
          excluded_product_ids: [],
          email_restrictions: [],
          minimum_amount: price(0),
          maximum_amount: price(0),
          ...coupon,
          status: 'publish',
          usage_count: 0,
          used_by: [],
          ...stamps('date_expires', null),
          ...(coupon.date_expires !== undefined && { date_expires: coupon.date_expires }),
        }),
      },
    },
  }),
];
