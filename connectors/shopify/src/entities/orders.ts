import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Order } from '../records/order.ts';
import { byTime, changesOnly, id, paged } from '../shared.ts';

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
      params: z.object({ order_id: id('order') }),
      recordAt: 'order',
    }),
  },
  search: {
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
