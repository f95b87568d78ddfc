import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { stripe } from '../adapter.ts';
import { PaymentIntent } from '../records/payment-intent.ts';

/** https://docs.stripe.com/api/payment_intents/confirm */
export const paymentIntentConfirmations = defineEntity({
  name: 'payment_intent_confirmations',
  summary: 'Confirmations of payment intents, which attempt to collect the payment',
  keywords: ['uncaptured', 'charge it now', 'take a payment', 'confirm payment', 'start a payment', '3d secure'],
  record: PaymentIntent,
  key: 'id',
  actions: {
    create: stripe('POST /v1/payment_intents/{id}/confirm', {
      summary: 'Confirm a payment intent, which charges the customer',
      effect: 'outward',
      params: z.object({
        id: z.string().describe('Id of the payment intent to confirm'),
        payment_method: z.string().optional().describe('Id of the payment method to charge, if none is set yet'),
        receipt_email: z.string().optional().describe('Email address the receipt is sent to'),
        return_url: z.string().optional().describe('Page to which the customer returns after a redirect'),
      }),
    }),
  },
});
