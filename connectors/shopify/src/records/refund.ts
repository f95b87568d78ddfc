import { z } from 'zod';
import type { SampleOrder } from '../sample-orders.ts';
import { amountSet } from '../sample-orders.ts';
import { dollars, globalId, idAt, locationIdAt, series, staffId } from '../sample-shop.ts';
import { flag, nothingOf, part, parts, text, whole } from '../shared.ts';
import { sampleLineItem } from './line-item.ts';
import { sampleTransaction, Transaction } from './transaction.ts';

/** What was returned for an order: items, money, or both. */
export const Refund = z.object({
  id: z.int(),
  order_id: whole,
  created_at: text,
  note: text,
  user_id: whole,
  processed_at: text,
  restock: flag,
  duties: parts,
  total_duties_set: part,
  return: part,
  refund_line_items: parts,
  transactions: z.array(Transaction).nullish(),
  order_adjustments: parts,
  admin_graphql_api_id: text,
  refund_shipping_lines: parts,
});

/** The refund of a sample order: all of it when it was cancelled, else one piece of its first product. */
export function sampleRefund(order: SampleOrder) {
  const id = idAt(series.refund, order.index);
  const { isCancelled, shipping } = order;
  const returned = isCancelled ? order.lines : order.lines.slice(0, 1);
  return {
    ...nothingOf(Refund),
    id,
    order_id: order.id,
    created_at: order.refundedAt,
    note: isCancelled ? 'Cancelled by the customer' : 'Arrived damaged',
    user_id: staffId,
    processed_at: order.refundedAt,
    restock: isCancelled,
    duties: [],
    total_duties_set: amountSet(0),
    refund_line_items: returned.map((line, position) => {
      const quantity = isCancelled ? line.quantity : 1;
      const cents = line.product.cents * quantity;
      return {
        id: idAt(series.refundLine, order.index * 3 + position),
        line_item_id: line.id,
        location_id: isCancelled ? locationIdAt(0) : null,
        quantity,
        restock_type: isCancelled ? 'cancel' : 'no_restock',
        subtotal: Number(dollars(cents)),
        subtotal_set: amountSet(cents),
        total_tax: 0,
        total_tax_set: amountSet(0),
        line_item: sampleLineItem(line, order),
      };
    }),
    transactions: [sampleTransaction(order, 'refund')],
    order_adjustments:
      isCancelled && shipping > 0
        ? [
            {
              id: idAt(series.adjustment, order.index),
              order_id: order.id,
              refund_id: id,
              amount: `-${dollars(shipping)}`,
              tax_amount: dollars(0),
              kind: 'shipping_refund',
              reason: 'Shipping refund',
            },
          ]
        : [],
    admin_graphql_api_id: globalId('Refund', id),
    refund_shipping_lines: [],
  };
}
