import type { Sample } from '@connectory/connector-sdk';
import { z } from 'zod';
import { object } from '../shared.ts';

/** A payment intent; https://docs.stripe.com/api/payment_intents/object */
export const PaymentIntent = z.object({
  id: z.string(),
  object: z.literal('payment_intent'),
  amount: z.int().describe('Amount to collect, in the smallest currency unit'),
  amount_capturable: z.int(),
  amount_received: z.int(),
  application: z.string().nullable(),
  application_fee_amount: z.int().nullable(),
  capture_method: z.enum(['automatic', 'automatic_async', 'manual']),
  client_secret: z.string().nullable(),
  confirmation_method: z.enum(['automatic', 'manual']),
  created: z.int(),
  currency: z.string(),
  customer: z.string().nullable(),
  description: z.string().nullable(),
  livemode: z.boolean(),
  metadata: object,
  payment_method: z.string().nullable(),
  payment_method_types: z.array(z.string()),
  status: z
    .string()
    .describe('State, such as `requires_payment_method`, `requires_action`, `processing`, `succeeded` or `canceled`'),
});

type PaymentIntentStatus = 'requires_payment_method' | 'requires_confirmation' | 'succeeded' | 'canceled';

/** A plausible payment intent of a customer, in one of the given states. */
export function samplePaymentIntent(statuses: readonly PaymentIntentStatus[]): Sample {
  return (source) => {
    const id = source.id('pi_', 24);
    const status = source.pick(statuses);
    const amount = source.integer(5, 900) * 100;
    return {
      id,
      amount,
      amount_capturable: 0,
      amount_received: status === 'succeeded' ? amount : 0,
      application: null,
      application_fee_amount: null,
      capture_method: 'automatic_async',
      client_secret: `${id}_${source.id('secret_', 25)}`,
      confirmation_method: 'automatic',
      created: source.epoch(source.integer(1, 360)),
      currency: 'usd',
      customer: source.of('customers'),
      description: `Order ${2000 + source.index}`,
      livemode: false,
      metadata: {},
      payment_method: status === 'requires_payment_method' ? null : source.id('pm_', 24),
      payment_method_types: ['card'],
      status,
    };
  };
}
