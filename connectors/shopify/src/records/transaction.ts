import { z } from 'zod';
import { flag, isoTime, money, part, text, whole } from '../shared.ts';

/** A movement of money for an order: an authorization, a sale, a capture, a refund. */
export const Transaction = z.object({
  id: z.int(),
  order_id: whole,
  kind: text,
  gateway: text,
  status: text,
  message: text,
  created_at: isoTime,
  test: flag,
  authorization: text,
  location_id: whole,
  user_id: whole,
  parent_id: whole,
  processed_at: isoTime,
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
