import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { stripe } from '../adapter.ts';
import { object } from '../shared.ts';

const Balance = z.object({
  object: z.literal('balance'),
  livemode: z.boolean(),
  available: z.array(object),
  connect_reserved: z.array(object).nullish(),
  instant_available: z.array(object).nullish(),
  issuing: z.object({ available: z.array(object) }).nullish(),
  pending: z.array(object),
  refund_and_dispute_prefunding: z.object({ available: z.array(object), pending: z.array(object) }).nullish(),
});

/** https://docs.stripe.com/api/balance */
export const balance = defineEntity({
  name: 'balance',
  summary: 'Balance of the account, by currency',
  keywords: ['cash', 'how much money', 'available money', 'money left', 'pending funds'],
  record: Balance,
  key: null,
  actions: {
    get: stripe('GET /v1/balance', { summary: 'Get the available and pending balance' }),
  },
});
