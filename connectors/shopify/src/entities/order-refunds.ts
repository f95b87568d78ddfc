import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Refund } from '../records/refund.ts';
import { id, sized, wholeList } from '../shared.ts';
import { orders } from './orders.ts';

const ofOrder = z.object({ order_id: id('order') });

/** https://shopify.dev/docs/api/admin-rest/latest/resources/refund */
export const orderRefunds = defineEntity({
  name: 'order_refunds',
  summary: 'Refunds of orders: items, money, or both',
  keywords: ['money given back for the order', 'pay back', 'paid back', 'credit back', 'returns', 'restocked'],
  record: Refund,
  key: 'id',
  actions: {
    list: shopifyList('GET /orders/{order_id}/refunds.json', {
      summary: 'List the refunds of an order',
      params: ofOrder.extend(sized),
      recordsAt: 'refunds',
    }),
    get: shopify('GET /orders/{order_id}/refunds/{refund_id}.json', {
      summary: 'Get one refund of an order',
      params: ofOrder.extend({ refund_id: id('refund') }),
      recordAt: 'refund',
    }),
  },
  search: { fields: ['id', 'order_id', 'user_id', 'note', 'created_at', 'processed_at'] },
  sync: { ...wholeList, each: orders, changedBy: 'updated_at', bind: { order_id: 'id' }, notFound: 'empty' },
});
