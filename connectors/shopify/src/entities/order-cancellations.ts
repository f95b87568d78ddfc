import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { Order } from '../records/order.ts';
import { id, settable } from '../shared.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/order#post-orders-order-id-cancel */
export const orderCancellations = defineEntity({
  name: 'order_cancellations',
  summary: 'Cancellations of orders',
  keywords: ['cancel the order', 'call off', 'stop the order', 'void'],
  beyondContract: true,
  record: Order,
  key: 'id',
  actions: {
    create: shopify('POST /orders/{order_id}/cancel.json', {
      summary: 'Cancel an order that is not shipped; with an amount, pay back that much',
      effect: 'outward',
      params: z.object({
        order_id: id('order'),
        reason: z
          .enum(['customer', 'inventory', 'fraud', 'declined', 'other'])
          .optional()
          .describe('Why it is cancelled; other by default'),
        email: settable.flag('True sends the customer an email about it'),
        amount: settable.money('Amount to pay back; nothing by default'),
        currency: settable.text('Three-letter ISO 4217 code of the amount'),
      }),
      recordAt: 'order',
    }),
  },
});
