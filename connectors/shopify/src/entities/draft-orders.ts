import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { PostalAddress, samplePostalAddress } from '../records/address.ts';
import { Customer, sampleCustomer } from '../records/customer.ts';
import { LineItem, sampleLineItem } from '../records/line-item.ts';
import { draftedAt, orderAt, shippingLine } from '../sample-orders.ts';
import { dollars, globalId, idAt, series, shopOfSamples, timeAgo } from '../sample-shop.ts';
import { byChange, changesOnly, flag, id, money, nothingOf, paged, part, parts, text, whole } from '../shared.ts';

const DraftOrder = z.object({
  id: z.int(),
  note: text,
  email: text,
  taxes_included: flag,
  currency: text,
  invoice_sent_at: text,
  created_at: text,
  updated_at: text,
  tax_exempt: flag,
  completed_at: text,
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

const statusAt = (index: number) => (index % 5 === 4 ? 'completed' : index % 3 === 1 ? 'invoice_sent' : 'open');

/** https://shopify.dev/docs/api/admin-rest/latest/resources/draftorder */
export const draftOrders = defineEntity({
  name: 'draft_orders',
  summary: 'Orders that staff prepare for customers; a completed one has become an order',
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
  sample: ({ index }) => {
    const { customer, lines, subtotal, discount, shipping, total, id: order, placedAt } = orderAt(index);
    const { addresses, ...buyer } = sampleCustomer(customer);
    const draft = idAt(series.draftOrder, index);
    const status = statusAt(index);
    const address = samplePostalAddress(customer);
    const createdAt = draftedAt(index);
    const token = (draft * 29).toString(16).padStart(32, '7d1b');
    return {
      ...nothingOf(DraftOrder),
      id: draft,
      note: index % 4 === 0 ? 'Ordered by telephone' : null,
      email: buyer.email,
      taxes_included: false,
      currency: shopOfSamples.currency,
      invoice_sent_at: status === 'open' ? null : timeAgo(index * 1.37 + 1.1),
      created_at: createdAt,
      updated_at: status === 'completed' ? placedAt : createdAt,
      tax_exempt: false,
      completed_at: status === 'completed' ? placedAt : null,
      name: `#D${1_880 - index}`,
      status,
      line_items: lines.map((line) => sampleLineItem(line, { isShipped: false })),
      shipping_address: address,
      billing_address: address,
      invoice_url: `https://${shopOfSamples.domain}/${shopOfSamples.id}/invoices/${token}`,
      applied_discount:
        discount === 0
          ? null
          : {
              description: 'Autumn',
              value: '10.0',
              title: 'Autumn',
              amount: dollars(discount),
              value_type: 'percentage',
            },
      order_id: status === 'completed' ? order : null,
      shipping_line: { title: shippingLine(shipping).title, custom: false, handle: null, price: dollars(shipping) },
      tax_lines: [],
      tags: index % 4 === 0 ? 'telephone' : '',
      note_attributes: [],
      total_price: dollars(total),
      subtotal_price: dollars(subtotal - discount),
      total_tax: dollars(0),
      admin_graphql_api_id: globalId('DraftOrder', draft),
      customer: buyer,
      'allow_discount_codes_in_checkout?': false,
      'b2b?': false,
      created_on_api_version_handle: 'unstable',
    };
  },
});
