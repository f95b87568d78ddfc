import { defineEntity, minorUnits } from '@connectory/connector-sdk';
import { z } from 'zod';
import { stripe } from '../adapter.ts';
import { created, listParams, object, unixTime } from '../shared.ts';

const Dispute = z.object({
  id: z.string(),
  object: z.literal('dispute'),
  amount: minorUnits(),
  balance_transactions: z.array(object),
  charge: z.string(),
  created: unixTime,
  currency: z.string(),
  enhanced_eligibility_types: z.array(z.string()),
  evidence: object,
  evidence_details: z.object({
    due_by: z.int().nullable(),
    has_evidence: z.boolean(),
    past_due: z.boolean(),
    submission_count: z.int(),
  }),
  is_charge_refundable: z.boolean(),
  livemode: z.boolean(),
  metadata: object,
  payment_intent: z.string().nullable(),
  payment_method_details: object.nullish(),
  reason: z.string(),
  status: z.string(),
});

/** https://docs.stripe.com/api/disputes */
export const disputes = defineEntity({
  name: 'disputes',
  summary: 'Charges that customers question with their bank',
  keywords: ['contest', 'contested payment', 'chargeback', 'bank reversal', 'fraud claim', 'evidence due'],
  record: Dispute,
  key: 'id',
  actions: {
    list: stripe('GET /v1/disputes', {
      summary: 'List disputes, newest first',
      params: listParams.extend({
        charge: z.string().optional().describe('Only disputes about this charge id'),
        created,
        payment_intent: z.string().optional().describe('Only disputes about this payment intent id'),
      }),
    }),
    get: stripe('GET /v1/disputes/{id}', {
      summary: 'Get one dispute',
      params: z.object({ id: z.string().describe('Dispute id') }),
    }),
  },
});
