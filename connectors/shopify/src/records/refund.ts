import { z } from 'zod';
import { flag, isoTime, part, parts, text, whole } from '../shared.ts';
import { Transaction } from './transaction.ts';

/** What was returned for an order: items, money, or both. */
export const Refund = z.object({
  id: z.int(),
  order_id: whole,
  created_at: isoTime,
  note: text,
  user_id: whole,
  processed_at: isoTime,
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
