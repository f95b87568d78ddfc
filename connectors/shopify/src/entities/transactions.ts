import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { Transaction } from '../records/transaction.ts';
import { afterId, id } from '../shared.ts';

const ofOrder = z.object({ order_id: id('order') });

/** https://shopify.dev/docs/api/admin-rest/latest/resources/transaction */
export const transactions = defineEntity({
  name: 'transactions',
  summary: 'Movements of money for orders: authorizations, sales, captures, refunds',
  keywords: ['authorisations', 'captured amount', 'payments of the order', 'how was the order paid'],
  record: Transaction,
  key: 'id',
  actions: {
    list: shopify('GET /orders/{order_id}/transactions.json', {
      summary: 'List the transactions of an order',
      params: ofOrder.extend(afterId),
      recordsAt: 'transactions',
    }),
    get: shopify('GET /orders/{order_id}/transactions/{transaction_id}.json', {
      summary: 'Get one transaction of an order',
      params: ofOrder.extend({ transaction_id: id('transaction') }),
      recordAt: 'transaction',
    }),
  },
});
