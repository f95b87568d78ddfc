import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { PostalAddress } from '../records/address.ts';
import { Customer } from '../records/customer.ts';
import { LineItem } from '../records/line-item.ts';
import { byChange, changesOnly, flag, id, isoTime, money, paged, part, parts, text, whole } from '../shared.ts';

export const DraftOrder = z.object({
  id: z.int(),
  note: text,
  email: text,
  taxes_included: flag,
  currency: text,
  invoice_sent_at: text,
  created_at: isoTime,
  updated_at: isoTime,
  tax_exempt: flag,
  completed_at: isoTime,
  name: text,
  status: text,
  line_items: z.array(LineItem).nullish(),
  shipping_address: PostalAddress.nullish(),
  billing_address: PostalAddress.nullish(),
  invoice_url: text,
  applied_discount: part,
  order_id: whole,
  shipping_line: part,
  tax_lines: parts,
  tags: text,
  note_attributes: parts,
  total_price: money,
  subtotal_price: money,
  total_tax: money,
  payment_terms: part,
  admin_graphql_api_id: text,
  customer: Customer.nullish(),
  'allow_discount_codes_in_checkout?': flag,
  'b2b?': flag,
  api_client_id: whole,
  created_on_api_version_handle: text,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/draftorder */
export const draftOrders = defineEntity({
  name: 'draft_orders',
  summary: 'Orders that staff prepare for customers; a completed one has become an order',
  keywords: ['quote', 'sales', 'offer for a customer', 'proforma', 'phone orders', 'manual orders'],
  record: DraftOrder,
  key: 'id',
  actions: {
    list: shopifyList('GET /draft_orders.json', {
      summary: 'List draft orders',
      params: z.object({
        ...paged,
        status: z.enum(['open', 'invoice_sent', 'completed']).optional().describe('Only draft orders with this status'),
        ...byChange,
      }),
      recordsAt: 'draft_orders',
    }),
    get: shopify('GET /draft_orders/{draft_order_id}.json', {
      summary: 'Get one draft order',
      params: z.object({ draft_order_id: id('draft order') }),
      recordAt: 'draft_order',
    }),
  },
  search: {
    fields: [
      'id',
      'name',
      'email',
      'status',
      'currency',
      'total_price',
      'order_id',
      'created_at',
      'updated_at',
      'completed_at',
    ],
  },
  sync: changesOnly,
});
