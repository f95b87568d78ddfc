import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { flag, isoTime, money, paged, parts, text, whole, wholeList } from '../shared.ts';

export const BalanceTransaction = z.object({
  id: z.int(),
  type: text,
  payout_status: text,
  currency: text,
  amount: money,
  fee: money,
  net: money,
  source_type: text,
  processed_at: isoTime,
  adjustment_reason: text,
  test: flag,
  payout_id: whole,
  source_id: whole,
  source_order_id: whole,
  source_order_transaction_id: whole,
  adjustment_order_transactions: parts,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/transactions */
export const balanceTransactions = defineEntity({
  name: 'balance_transactions',
  summary: 'Movements of the Shopify Payments balance: charges, refunds, fees, payouts',
  keywords: ['payout details'],
  record: BalanceTransaction,
  key: 'id',
  actions: {
    list: shopifyList('GET /shopify_payments/balance/transactions.json', {
      summary: 'List balance transactions, newest first',
      params: z.object({
        ...paged,
        payout_id: z.int().optional().describe('Only transactions paid out in this payout'),
        payout_status: z.string().optional().describe('Only transactions whose payout has this status, such as paid'),
      }),
      recordsAt: 'transactions',
    }),
  },
  search: {
    fields: [
      'id',
      'type',
      'amount',
      'fee',
      'net',
      'currency',
      'payout_id',
      'payout_status',
      'source_type',
      'source_order_id',
      'processed_at',
    ],
  },
  // A shop without Shopify Payments has no balance.
  sync: { ...wholeList, notFound: 'empty' },
});
