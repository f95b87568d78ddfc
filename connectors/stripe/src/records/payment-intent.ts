import { minorUnits } from '@connectory/connector-sdk';
import { z } from 'zod';
import { object, unixTime } from '../shared.ts';

/** A payment intent; https://docs.stripe.com/api/payment_intents/object */
export const PaymentIntent = z.object({
  id: z.string(),
  object: z.literal('payment_intent'),
  amount: minorUnits().describe('Amount to collect, in the smallest currency unit'),
  amount_capturable: minorUnits(),
  amount_received: minorUnits(),
  application: z.string().nullable(),
  application_fee_amount: minorUnits().nullable(),
  capture_method: z.enum(['automatic', 'automatic_async', 'manual']),
  client_secret: z.string().nullable(),
  confirmation_method: z.enum(['automatic', 'manual']),
  created: unixTime,
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
