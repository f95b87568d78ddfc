import { simulate } from '@connectory/sandbox';
import { BalanceTransaction, balanceTransactions } from '../src/entities/balance-transactions.ts';
import { disputes } from '../src/entities/disputes.ts';
import { idAt, series, timeAgo } from '../src/sample-shop.ts';
import { orderAt, orderNear } from './order-samples.ts';
import { dollars, nothingOf, shopOfSamples } from './shop.ts';

// Shopify Payments pays out once a week in the samples.
const perPayout = 5;

// Position of the order, kind, reason, code of the card network, status.
const disputeLines = [
  [8, 'chargeback', 'product_not_received', '13.1', 'needs_response'],
  [14, 'inquiry', 'product_unacceptable', '13.3', 'under_review'],
  [20, 'chargeback', 'fraudulent', '10.4', 'won'],
  [23, 'chargeback', 'duplicate', '12.6.1', 'lost'],
] as const;

export const simulatedFinance = [
  simulate(balanceTransactions, {
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
  }),
  simulate(disputes, {
    sample: ({ index }) => {
      const position = index % disputeLines.length;
      const [at, type, reason, network_reason_code, status] = disputeLines[position] ?? disputeLines[0];
      const order = orderAt(at);
      const began = at * 1.37 - 5;
      const isFinal = status === 'won' || status === 'lost';
      return {
        id: idAt(series.dispute, position),
        order_id: order.id,
        type,
        currency: shopOfSamples.currency,
        amount: dollars(order.total),
        reason,
        network_reason_code,
        status,
        evidence_due_by: timeAgo(began - 9),
        evidence_sent_on: status === 'needs_response' ? null : timeAgo(began - 4),
        finalized_on: isFinal ? timeAgo(began - 20).slice(0, 10) : null,
        initiated_at: timeAgo(began),
      };
    },
  }),
];
