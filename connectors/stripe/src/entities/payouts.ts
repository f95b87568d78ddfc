import { defineEntity, minorUnits } from '@connectory/connector-sdk';
import { z } from 'zod';
import { stripe } from '../adapter.ts';
import { created, listParams, object, timeRange, unixTime } from '../shared.ts';

const Payout = z.object({
  id: z.string(),
  object: z.literal('payout'),
  amount: minorUnits(),
  application_fee: z.string().nullable(),
  application_fee_amount: minorUnits().nullable(),
  arrival_date: z.int(),
  automatic: z.boolean(),
  balance_transaction: z.string().nullable(),
  created: unixTime,
  currency: z.string(),
  description: z.string().nullable(),
  destination: z.string().nullable(),
  failure_balance_transaction: z.string().nullable(),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
  livemode: z.boolean(),
  metadata: object.nullable(),
  method: z.enum(['standard', 'instant']),
  original_payout: z.string().nullable(),
  payout_method: z.string().nullish(),
  reconciliation_status: z.string(),
  reversed_by: z.string().nullable(),
  source_balance: z.string().nullish(),
  source_type: z.string(),
  statement_descriptor: z.string().nullable(),
  status: z.string(),
  trace_id: z.object({ status: z.string(), value: z.string().nullable() }).nullable(),
  type: z.string(),
});

/** https://docs.stripe.com/api/payouts */
export const payouts = defineEntity({
  name: 'payouts',
  summary: 'Transfers from the account to a bank account or card',
  keywords: ['get our money', 'when does the money arrive', 'deposited', 'settlement', 'paid out'],
  record: Payout,
  key: 'id',
  actions: {
    list: stripe('GET /v1/payouts', {
      summary: 'List payouts, newest first',
      params: listParams.extend({
        arrival_date: timeRange.optional().describe('Only payouts that arrive within this range'),
        created,
        destination: z.string().optional().describe('Only payouts to this bank account or card id'),
        status: z.enum(['pending', 'paid', 'failed', 'canceled']).optional().describe('Only payouts in this state'),
      }),
    }),
    get: stripe('GET /v1/payouts/{id}', {
      summary: 'Get one payout',
      params: z.object({ id: z.string().describe('Payout id') }),
    }),
  },
});
