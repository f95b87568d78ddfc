import { allFields, defineEntity, setting } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { ownMeta } from '../own-fields.ts';
import { addresses, BillingAddress, ShippingAddress } from '../records/address.ts';
import { FeeLine, LineItem, ShippingLine, TaxLine, taxed } from '../records/order-line.ts';
import {
  amount,
  byId,
  changes,
  datedWithin,
  flag,
  force,
  inOrder,
  isoTime,
  MetaData,
  metaParam,
  paged,
  search,
  settable,
  sortedBy,
  text,
  timestamps,
  whole,
  withTimes,
} from '../shared.ts';

const ShownMeta = z.object({
  id: whole,
  key: text,
  value: z.unknown().optional(),
  display_key: text,
  display_value: z.unknown().optional(),
});

const Order = z.object({
  id: z.int(),
  parent_id: whole,
  number: text,
  order_key: text,
  created_via: text,
  version: text,
  status: text,
  currency: text,
  currency_symbol: text,
  ...timestamps,
  discount_total: amount,
  discount_tax: amount,
  shipping_total: amount,
  shipping_tax: amount,
  cart_tax: amount,
  total: amount,
  total_tax: amount,
  prices_include_tax: flag,
  customer_id: whole,
  customer_ip_address: text,
  customer_user_agent: text,
  customer_note: text,
  billing: BillingAddress.nullish(),
  shipping: ShippingAddress.nullish(),
  payment_method: text,
  payment_method_title: text,
  transaction_id: text,
  date_paid: isoTime,
  date_paid_gmt: isoTime,
  date_completed: isoTime,
  date_completed_gmt: isoTime,
  cart_hash: text,
  meta_data: MetaData,
  line_items: z
    .array(
      LineItem.extend({
        meta_data: z.array(ShownMeta).nullish(),
        image: z.object({ id: z.union([z.int(), z.string()]).nullish(), src: text }).nullish(),
        parent_name: text,
      }),
    )
    .nullish(),
  tax_lines: z.array(TaxLine.extend({ meta_data: MetaData })).nullish(),
  shipping_lines: z.array(ShippingLine.extend(taxed)).nullish(),
  fee_lines: z.array(FeeLine.extend(taxed)).nullish(),
  coupon_lines: z
    .array(z.object({ id: whole, code: text, discount: amount, discount_tax: amount, meta_data: MetaData }))
    .nullish(),
  refunds: z.array(z.object({ id: whole, reason: text, total: amount })).nullish(),
  payment_url: text,
  is_editable: flag,
  needs_payment: flag,
  needs_processing: flag,
});

// An entry with an id changes that one, and one without an id is added.
const existing = settable.whole('Id of an existing entry to change; without it, one is added');

const editable = z.object({
  status: z
    .enum(['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed'])
    .optional()
    .describe('State of the order; the shop may email the customer about a new one'),
  customer_id: settable.whole('Id of the customer; 0 for a guest'),
  customer_note: settable.text('What the customer wrote about the order'),
  ...addresses,
  payment_method: settable.text('Id of the payment gateway'),
  payment_method_title: settable.text('Name of the payment gateway'),
  set_paid: settable.flag('True marks the order as paid, sets it to processing and reduces stock'),
  transaction_id: settable.text('Id of the payment'),
  currency: settable.text('Three-letter ISO 4217 code; by default the currency of the shop'),
  line_items: z
    .array(
      z.strictObject({
        id: existing,
        product_id: settable.whole('Id of the product'),
        variation_id: settable.whole('Id of the variation, if the product has some'),
        quantity: settable.whole('Number of units; 0 removes an existing entry'),
        subtotal: settable.amount('Price of all units before discounts, without tax'),
        total: settable.amount('Price of all units after discounts, without tax'),
      }),
    )
    .optional()
    .describe('What is bought'),
  shipping_lines: z
    .array(
      z.strictObject({
        id: existing,
        method_id: settable.text('Id of the way of shipping, such as flat_rate'),
        method_title: settable.text('Name of the way of shipping'),
        total: settable.amount('What it costs, without tax'),
      }),
    )
    .optional()
    .describe('Ways of shipping'),
  fee_lines: z
    .array(
      z.strictObject({
        id: existing,
        name: settable.text('Name of the fee'),
        tax_status: z.enum(['taxable', 'none']).optional().describe('Whether the fee is taxed'),
        total: settable.amount('What it costs, without tax'),
      }),
    )
    .optional()
    .describe('Anything else that is charged'),
  coupon_lines: z
    .array(z.strictObject({ code: z.string().describe('Code of the coupon') }))
    .optional()
    .describe('Coupons of the order; they replace those it has'),
  meta_data: metaParam,
});

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#orders */
export const orders = defineEntity({
  name: 'orders',
  summary: 'What people ordered, with addresses, lines, taxes and payment',
  keywords: ['buy', 'to ship', 'purchase', 'waiting to be shipped', 'sold', 'sales', 'bought', 'revenue'],
  record: Order,
  key: 'id',
  actions: {
    list: woocommerce('GET /orders', {
      summary: 'List orders, newest first',
      params: z.object({
        ...paged,
        search,
        ...datedWithin,
        status: z
          .enum(['any', 'pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed', 'trash'])
          .default('any')
          .describe('Only orders with this status; any excludes the trash'),
        customer: z.int().optional().describe('Only orders of the customer with this id; 0 for guest orders'),
        product: z.int().optional().describe('Only orders of the product with this id'),
        ...sortedBy(['date', 'id', 'include', 'title', 'slug', 'modified'], 'date', 'desc'),
      }),
      wire: withTimes,
    }),
    get: woocommerce('GET /orders/{id}', { summary: 'Get one order', params: byId('Order') }),
    create: woocommerce('POST /orders', {
      beyondContract: true,
      summary: 'Create an order; the shop emails the customer as it is set up for the status',
      effect: 'outward',
      params: editable,
    }),
    update: woocommerce('PUT /orders/{id}', {
      beyondContract: true,
      summary: 'Change an order, such as its status; omitted fields stay unchanged',
      effect: 'outward',
      params: byId('Order').extend(editable.shape),
    }),
    delete: woocommerce('DELETE /orders/{id}', {
      beyondContract: true,
      summary: 'Move an order to the trash, or delete it permanently',
      params: byId('Order').extend({ force }),
    }),
  },
  search: {
    title: ['number', 'billing.first_name', 'billing.last_name'],
    link: 'https://{setting:shop}/wp-admin/post.php?post={id}&action=edit',
    fields: allFields(Order, {
      except: ['currency_symbol', 'payment_url', 'is_editable', 'needs_payment', 'needs_processing'],
    }),
  },
  sync: { via: 'list', params: { ...inOrder, after: setting('start_date') }, cursor: changes },
  ownFields: ownMeta('orders'),
});
