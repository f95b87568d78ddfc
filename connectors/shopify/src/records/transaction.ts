import { z } from 'zod';
import type { SampleOrder } from '../sample-orders.ts';
import { amountSet } from '../sample-orders.ts';
import { dollars, globalId, idAt, onlineStoreApp, series, shopOfSamples, staffId } from '../sample-shop.ts';
import { flag, money, nothingOf, part, text, whole } from '../shared.ts';

/** A movement of money for an order: an authorization, a sale, a capture, a refund. */
export const Transaction = z.object({
  id: z.int(),
  order_id: whole,
  kind: text,
  gateway: text,
  status: text,
  message: text,
  created_at: text,
  test: flag,
  authorization: text,
  location_id: whole,
  user_id: whole,
  parent_id: whole,
  processed_at: text,
  device_id: whole,
  error_code: text,
  source_name: text,
  receipt: part,
  currency_exchange_adjustment: part,
  amount: money,
  currency: text,
  payment_id: text,
  total_unsettled_set: part,
  manual_payment_gateway: flag,
  admin_graphql_api_id: text,
});

/** How a sample order was paid for, or what was paid back. */
export function sampleTransaction(order: SampleOrder, kind: 'sale' | 'refund') {
  const isRefund = kind === 'refund';
  const id = idAt(series.transaction, order.index * 2 + (isRefund ? 1 : 0));
  const at = isRefund ? order.refundedAt : order.placedAt;
  return {
    ...nothingOf(Transaction),
    id,
    order_id: order.id,
    kind,
    gateway: order.isPaid ? 'shopify_payments' : 'Bank Deposit',
    status: order.isPaid ? 'success' : 'pending',
    message: order.isPaid ? 'Transaction approved' : 'Waiting for the bank deposit',
    created_at: at,
    test: false,
    authorization: order.isPaid ? `ch_3Q${(order.id * 7).toString(36)}` : null,
    user_id: isRefund ? staffId : null,
    parent_id: isRefund ? idAt(series.transaction, order.index * 2) : null,
    processed_at: at,
    source_name: isRefund ? String(onlineStoreApp) : 'web',
    receipt: {},
    amount: dollars(isRefund ? order.refunded : order.total),
    currency: shopOfSamples.currency,
    payment_id: `${order.name}.${isRefund ? 2 : 1}`,
    total_unsettled_set: amountSet(order.isPaid ? 0 : order.total),
    manual_payment_gateway: !order.isPaid,
    admin_graphql_api_id: globalId('OrderTransaction', id),
  };
}
