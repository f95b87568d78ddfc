import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { orderNear } from '../sample-orders.ts';
import { dollars, idAt, series, shopOfSamples } from '../sample-shop.ts';
import { flag, money, nothingOf, paged, parts, text, whole, wholeList } from '../shared.ts';

const BalanceTransaction = z.object({
  id: z.int(),
  type: text,
  payout_status: text,
  currency: text,
  amount: money,
  fee: money,
  net: money,
  source_type: text,
  processed_at: text,
  adjustment_reason: text,
  test: flag,
  payout_id: whole,
  source_id: whole,
  source_order_id: whole,
  source_order_transaction_id: whole,
  adjustment_order_transactions: parts,
});

// Shopify Payments pays out once a week in the samples.
const perPayout = 5;

/** https://shopify.dev/docs/api/admin-rest/latest/resources/transactions */
export const balanceTransactions = defineEntity({
  name: 'balance_transactions',
  summary: 'Movements of the Shopify Payments balance: charges, refunds, fees, payouts',
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
  sample: ({ index }) => {
    const order = orderNear(index, ({ isPaid }) => isPaid);
    const fee = Math.round(order.total * 0.026) + 30;
    const isPending = order.index < perPayout;
    return {
      ...nothingOf(BalanceTransaction),
      id: idAt(series.balanceTransaction, order.index),
      type: 'charge',
      payout_id: isPending ? null : idAt(series.payout, Math.floor(order.index / perPayout)),
      payout_status: isPending ? 'pending' : 'paid',
      currency: shopOfSamples.currency,
      amount: dollars(order.total),
      fee: dollars(fee),
      net: dollars(order.total - fee),
      source_id: idAt(series.charge, order.index),
      source_type: 'charge',
      source_order_id: order.id,
      source_order_transaction_id: idAt(series.transaction, order.index * 2),
      processed_at: order.placedAt,
      test: false,
    };
  },
});
