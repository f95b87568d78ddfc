import { allFields, defineEntity, setting } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { BillingAddress, ShippingAddress } from '../records/address.ts';
import { FeeLine, LineItem, ShippingLine, TaxLine, taxed } from '../records/order-line.ts';
import {
  amount,
  byId,
  changes,
  datedWithin,
  flag,
  inOrder,
  isoTime,
  MetaData,
  paged,
  search,
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
  },
  search: {
    fields: allFields(Order, {
      except: ['currency_symbol', 'payment_url', 'is_editable', 'needs_payment', 'needs_processing'],
    }),
  },
  sync: { via: 'list', params: { ...inOrder, after: setting('start_date') }, cursor: changes },
});
