import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { stripe } from '../adapter.ts';
import { PaymentIntent } from '../records/payment-intent.ts';

/** https://docs.stripe.com/api/payment_intents/cancel */
export const paymentIntentCancellations = defineEntity({
  name: 'payment_intent_cancellations',
  summary: 'Cancellations of payment intents',
  keywords: ['uncaptured', 'cancel payment', 'take a payment', 'payment attempt', 'start a payment', '3d secure'],
  record: PaymentIntent,
  key: 'id',
  actions: {
    create: stripe('POST /v1/payment_intents/{id}/cancel', {
      summary: 'Cancel a payment intent that has not succeeded; this cannot be undone',
      params: z.object({
        id: z.string().describe('Id of the payment intent to cancel'),
        cancellation_reason: z
          .enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'])
          .optional()
          .describe('Reason for the cancellation'),
      }),
    }),
  },
});
