import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Order } from '../records/order.ts';
import { AddressParam, customerParam, lineParams, saleParams } from '../records/sale-params.ts';
import { byTime, changesOnly, Deleted, id, paged, settable, under } from '../shared.ts';

const byId = z.object({ order_id: id('order') });

const editable = z.object({
  ...saleParams,
  phone: settable.text('Telephone number for messages about the order'),
  buyer_accepts_marketing: settable.flag('Whether the customer agreed to marketing by email'),
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/order */
export const orders = defineEntity({
  name: 'orders',
  summary: 'Purchases, with what was paid, shipped and refunded',
  keywords: ['sold', 'bought', 'order number', 'money given back for the order', 'sales', 'returns', 'revenue'],
  record: Order,
  key: 'id',
  actions: {
    list: shopifyList('GET /orders.json', {
      summary: 'List orders',
      params: z.object({
        ...paged,
        ...byTime,
        status: z
          .enum(['open', 'closed', 'cancelled', 'any'])
          .default('any')
          .describe('Only orders in this state; any for all of them'),
        financial_status: z
          .enum([
            'authorized',
            'pending',
            'paid',
            'partially_paid',
            'refunded',
            'voided',
            'partially_refunded',
            'any',
            'unpaid',
          ])
          .optional()
          .describe('Only orders with this state of payment; unpaid means authorized or partially paid'),
        fulfillment_status: z
          .enum(['shipped', 'partial', 'unshipped', 'any', 'unfulfilled'])
          .optional()
          .describe('Only orders with this state of shipment; unfulfilled means unshipped or partly shipped'),
      }),
      recordsAt: 'orders',
    }),
    get: shopify('GET /orders/{order_id}.json', {
      summary: 'Get one order',
      params: byId,
      recordAt: 'order',
    }),
    create: shopify('POST /orders.json', {
      beyondContract: true,
      summary: 'Create an order that was placed somewhere else; nothing is charged, and the customer gets no message',
      params: editable.extend({
        line_items: z.array(z.strictObject(lineParams)).min(1).describe('What is bought'),
        customer: customerParam,
        billing_address: AddressParam.optional().describe('Address of the one who pays'),
        shipping_lines: z
          .array(
            z.strictObject({
              title: z.string().describe('Name of the way of shipping'),
              price: z.string().describe('What shipping costs'),
              code: settable.text('Code of the way of shipping'),
            }),
          )
          .optional()
          .describe('Ways of shipping, with what they cost'),
        discount_codes: z
          .array(
            z.strictObject({
              code: z.string().describe('The code'),
              amount: z.string().describe('Amount or percentage taken off'),
              type: z.enum(['fixed_amount', 'percentage', 'shipping']).describe('How the amount is meant'),
            }),
          )
          .optional()
          .describe('Discount code of the order; Shopify takes one'),
        financial_status: z
          .enum(['pending', 'authorized', 'partially_paid', 'paid'])
          .optional()
          .describe('State of payment; paid by default'),
        currency: settable.text('Three-letter ISO 4217 code; by default the currency of the shop'),
        processed_at: settable.time('When the order was placed; now by default'),
        source_name: settable.text('Where the order came from'),
        inventory_behaviour: z
          .enum(['bypass', 'decrement_ignoring_policy', 'decrement_obeying_policy'])
          .optional()
          .describe('Whether stock is reduced, and whether it may become negative; bypass leaves it as it is'),
        test: settable.flag('True for a test order'),
      }),
      wire: under('order'),
      recordAt: 'order',
    }),
    update: shopify('PUT /orders/{order_id}.json', {
      beyondContract: true,
      summary: 'Change note, tags, contact or shipping address of an order; omitted fields stay unchanged',
      params: byId.extend(editable.shape),
      wire: under('order'),
      recordAt: 'order',
    }),
    delete: shopify('DELETE /orders/{order_id}.json', {
      beyondContract: true,
      summary: 'Delete an order that no payment provider was involved in; others can only be cancelled',
      params: byId,
      result: Deleted,
    }),
  },
  search: {
    title: ['name', 'email'],
    link: 'https://{setting:shop}.myshopify.com/admin/orders/{id}',
    fields: [
      'id',
      'name',
      'email',
      'phone',
      'order_number',
      'financial_status',
      'fulfillment_status',
      'currency',
      'total_price',
      'subtotal_price',
      'total_tax',
      'total_discounts',
      'total_weight',
      'cancel_reason',
      'cancelled_at',
      'closed_at',
      'tags',
      'note',
      'processed_at',
      'created_at',
      'updated_at',
    ],
  },
  sync: changesOnly,
});
