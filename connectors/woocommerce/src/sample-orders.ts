import {
  customerId,
  days,
  imageAddress,
  personAt,
  price,
  productAt,
  productId,
  sizes,
  stamps,
  variationId,
} from './sample-shop.ts';

/** The orders of the samples. Their amounts add up: lines, less the coupon, with shipping and 23 % of tax. */
const newest = 84_210;

/** Id of the order at a position, newest first. The numbers between two are those of its refund and its note. */
export const orderId = (position: number) => newest - position * 4;

/** Id of the order that a refund or a note belongs to. */
export const orderIdBelow = (id: number) => id - ((((id - newest) % 4) + 4) % 4);

const refundId = (position: number) => orderId(position) + 1;

/** Id of the note on the order at a position. */
export const noteId = (position: number) => orderId(position) + 2;

/** Minutes since the order at a position was placed. */
export const placedAgo = (position: number) => position * days(1) + 95 + (position % 7) * 61;

const vat = (cents: number) => Math.round(cents * 0.23);
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** The state of the order at a position. */
export function statusAt(position: number) {
  if (position % 5 === 0) return 'refunded';
  if (position < 5) return position === 1 ? 'pending' : 'processing';
  if (position % 11 === 6) return 'on-hold';
  return position % 11 === 7 ? 'cancelled' : 'completed';
}

/** Minutes since the order at a position came into that state. */
export function settledAgo(position: number) {
  const placed = placedAgo(position);
  const status = statusAt(position);
  if (status === 'refunded') return placed - Math.min(days(2), placed - 15);
  return placed - (status === 'completed' ? days(1) / 2 : 12);
}

/** The coupons: code, percent (or cents with a fixed amount), kind, and what for. */
export const coupons: readonly (readonly [code: string, worth: number, kind: string, description: string])[] = [
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
export function soldAt(position: number) {
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
export function refundAt(position: number) {
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
