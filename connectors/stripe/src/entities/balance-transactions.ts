import { defineEntity, minorUnits } from '@connectory/connector-sdk';
import { z } from 'zod';
import { stripe } from '../adapter.ts';
import { created, listParams, object, unixTime } from '../shared.ts';

const BalanceTransaction = z.object({
  id: z.string(),
  object: z.literal('balance_transaction'),
  amount: minorUnits(),
  available_on: z.int(),
  // Came after the pinned version.
  balance_type: z.enum(['issuing', 'payments', 'refund_and_dispute_prefunding', 'risk_reserved']).optional(),
  created: unixTime,
  currency: z.string(),
  description: z.string().nullable(),
  exchange_rate: z.number().nullable(),
  fee: minorUnits(),
  fee_details: z.array(object),
  net: minorUnits(),
  reporting_category: z.string(),
  source: z.string().nullable(),
  status: z.enum(['available', 'pending']),
  type: z.string(),
});

/** https://docs.stripe.com/api/balance_transactions */
export const balanceTransactions = defineEntity({
  name: 'balance_transactions',
  summary: 'Money that moved into or out of the account, with its fees',
  keywords: ['bookkeeping', 'bookkeeping entries', 'stripe fees', 'ledger', 'reconcile', 'payment fees'],
  record: BalanceTransaction,
  key: 'id',
  actions: {
    list: stripe('GET /v1/balance_transactions', {
      summary: 'List balance transactions, newest first',
      params: listParams.extend({
        created,
        currency: z.string().optional().describe('Only this currency: three-letter ISO 4217 code in lower case'),
        payout: z.string().optional().describe('Only what was paid out with this automatic payout id'),
        source: z.string().optional().describe('Only what this record caused, such as a charge or refund id'),
        type: z.string().optional().describe('Only this kind of movement, such as charge, refund or payout'),
      }),
    }),
    get: stripe('GET /v1/balance_transactions/{id}', {
      summary: 'Get one balance transaction',
      params: z.object({ id: z.string().describe('Balance transaction id') }),
    }),
  },
});
