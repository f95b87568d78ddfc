import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { PostalAddress } from '../records/address.ts';
import { Customer } from '../records/customer.ts';
import { LineItem } from '../records/line-item.ts';
import { AddressParam, customerParam, lineParams, saleParams } from '../records/sale-params.ts';
import {
  byChange,
  changesOnly,
  Deleted,
  flag,
  id,
  isoTime,
  money,
  paged,
  part,
  parts,
  settable,
  text,
  under,
  whole,
} from '../shared.ts';

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

const byId = z.object({ draft_order_id: id('draft order') });

const discount = z
  .strictObject({
    value_type: z.enum(['fixed_amount', 'percentage']).describe('How the value is meant'),
    value: z
      .string()
      .describe('Amount or percentage taken off')
      .meta({ examples: ['10.0'] }),
    amount: settable.money('What the discount amounts to, in the currency of the shop'),
    title: settable.text('Name of the discount'),
    description: settable.text('Reason for the discount'),
  })
  .optional();

const lines = z
  .array(z.strictObject({ ...lineParams, applied_discount: discount.describe('Discount on this line') }))
  .min(1);

const editable = z.object({
  ...saleParams,
  customer: customerParam,
  billing_address: AddressParam.optional().describe('Address of the one who pays'),
  use_customer_default_address: settable.flag('True sends the goods to the default address of the customer'),
  applied_discount: discount.describe('Discount on the whole draft'),
  shipping_line: z
    .strictObject({
      title: z.string().describe('Name of the way of shipping'),
      price: z.string().describe('What shipping costs'),
    })
    .optional()
    .describe('Way of shipping, with what it costs'),
  tax_exempt: settable.flag('Whether no taxes are charged'),
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
      params: byId,
      recordAt: 'draft_order',
    }),
    create: shopify('POST /draft_orders.json', {
      beyondContract: true,
      summary: 'Create a draft order, such as a quote; it sells nothing yet',
      params: editable.extend({ line_items: lines.describe('What is offered') }),
      wire: under('draft_order'),
      recordAt: 'draft_order',
    }),
    update: shopify('PUT /draft_orders/{draft_order_id}.json', {
      beyondContract: true,
      summary: 'Change a draft order that is not completed; omitted fields stay unchanged',
      params: byId.extend({
        ...editable.shape,
        line_items: lines.optional().describe('What is offered; it replaces all earlier lines'),
      }),
      wire: under('draft_order'),
      recordAt: 'draft_order',
    }),
    delete: shopify('DELETE /draft_orders/{draft_order_id}.json', {
      beyondContract: true,
      summary: 'Delete a draft order',
      params: byId,
      result: Deleted,
    }),
  },
  search: {
    title: ['name', 'email'],
    link: 'https://{setting:shop}.myshopify.com/admin/draft_orders/{id}',
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
