import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { Order } from '../records/order.ts';
import { id } from '../shared.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/order#post-orders-order-id-close */
export const orderClosures = defineEntity({
  name: 'order_closures',
  summary: 'Closures of orders that are finished',
  keywords: ['archive the order', 'finished orders', 'close the order'],
  beyondContract: true,
  record: Order,
  key: 'id',
  actions: {
    create: shopify('POST /orders/{order_id}/close.json', {
      summary: 'Close an order: it moves to the archive',
      params: z.object({ order_id: id('order') }),
      recordAt: 'order',
    }),
  },
});
