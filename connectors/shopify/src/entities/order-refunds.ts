import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Refund, returnParams } from '../records/refund.ts';
import { id, settable, sized, under, wholeList } from '../shared.ts';
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
    create: shopify('POST /orders/{order_id}/refunds.json', {
      beyondContract: true,
      summary: 'Refund an order in full or in part: the money of its transactions goes back to the customer',
      effect: 'outward',
      params: ofOrder.extend({
        ...returnParams.shape,
        note: settable.text('Reason, for staff'),
        notify: settable.flag('True sends the customer an email about the refund'),
        transactions: z
          .array(
            z.strictObject({
              parent_id: z.int().describe('Id of the sale or capture that is paid back'),
              amount: z
                .string()
                .describe('Amount to pay back')
                .meta({ examples: ['19.90'] }),
              kind: z.literal('refund').default('refund').describe('Always refund'),
              gateway: settable.text('Payment provider of that transaction'),
            }),
          )
          .optional()
          .describe('What is paid back, and by which payment; without it, no money moves'),
        discrepancy_reason: z
          .enum(['restock', 'damage', 'customer', 'other'])
          .optional()
          .describe('Why more or less is paid back than the items cost'),
      }),
      wire: under('refund'),
      recordAt: 'refund',
    }),
  },
  search: { fields: ['id', 'order_id', 'user_id', 'note', 'created_at', 'processed_at'] },
  sync: { ...wholeList, each: orders, changedBy: 'updated_at', bind: { order_id: 'id' }, notFound: 'empty' },
});
