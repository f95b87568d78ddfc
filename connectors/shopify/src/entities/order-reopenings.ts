import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { Order } from '../records/order.ts';
import { id } from '../shared.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/order#post-orders-order-id-open */
export const orderReopenings = defineEntity({
  name: 'order_reopenings',
  summary: 'Reopenings of closed orders',
  keywords: ['unarchive the order', 'open the order again'],
  beyondContract: true,
  record: Order,
  key: 'id',
  actions: {
    create: shopify('POST /orders/{order_id}/open.json', {
      summary: 'Open a closed order again',
      params: z.object({ order_id: id('order') }),
      recordAt: 'order',
    }),
  },
});
