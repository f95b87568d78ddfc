import { z } from 'zod';
import { flag, isoTime, part, parts, settable, text, whole } from '../shared.ts';
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

/** What a refund takes back. */
export const returnParams = z.object({
  refund_line_items: z
    .array(
      z.strictObject({
        line_item_id: z.int().describe('Id of the line of the order'),
        quantity: z.int().min(1).describe('Number of units taken back'),
        restock_type: z
          .enum(['no_restock', 'cancel', 'return'])
          .optional()
          .describe('Whether units go back to stock: cancel if they were not shipped, return if they were'),
        location_id: settable.whole('Id of the location whose stock they go back to'),
      }),
    )
    .optional()
    .describe('Items taken back'),
  shipping: z
    .strictObject({
      full_refund: settable.flag('True pays back all that is left of the shipping costs'),
      amount: settable.money('Part of the shipping costs to pay back'),
    })
    .optional()
    .describe('Shipping costs to pay back'),
  currency: settable.text(
    'Three-letter ISO 4217 code; required if the customer paid in another currency than that of the shop',
  ),
});
