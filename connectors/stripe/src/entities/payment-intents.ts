import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { searchPaging, stripe } from '../adapter.ts';
import { PaymentIntent } from '../records/payment-intent.ts';
import { created, customerAccount, listParams, metadata, searchParams } from '../shared.ts';

const byId = z.object({ id: z.string().describe('Payment intent id') });

const details = z.object({
  customer: z.string().optional().describe('Id of the customer who pays'),
  description: z.string().optional().describe('Note for your own use'),
  payment_method: z.string().optional().describe('Id of the payment method to charge'),
  receipt_email: z.string().optional().describe('Email address the receipt is sent to'),
  statement_descriptor: z.string().optional().describe('Text on the bank statement for payments other than by card'),
  statement_descriptor_suffix: z.string().optional().describe("Text after the account's own on a card statement"),
  metadata,
});

/** https://docs.stripe.com/api/payment_intents */
export const paymentIntents = defineEntity({
  name: 'payment_intents',
  summary: 'Payments from their start until they succeed or are canceled',
  keywords: ['uncaptured', 'take a payment', 'payment attempt', 'pending payments', 'collect a payment'],
  record: PaymentIntent,
  key: 'id',
  actions: {
    list: stripe('GET /v1/payment_intents', {
      summary: 'List payment intents, newest first',
      params: listParams.extend({
        created,
        customer: z.string().optional().describe('Only payment intents of this customer id'),
        customer_account: customerAccount,
      }),
    }),
    create: stripe('POST /v1/payment_intents', {
      summary: 'Start a payment; with confirm it charges the customer immediately',
      effect: 'outward',
      params: z
        .object({
          amount: z.int().describe('What to collect, in the smallest currency unit'),
          currency: z.string().describe('Three-letter ISO 4217 code in lower case'),
          confirm: z.boolean().optional().describe('True confirms the payment immediately'),
          automatic_payment_methods: z
            .strictObject({
              enabled: z.boolean().describe('Whether Stripe chooses the payment methods to offer'),
              allow_redirects: z
                .enum(['always', 'never'])
                .optional()
                .describe('Whether to offer methods that redirect the customer to another page'),
            })
            .optional()
            .describe('Offer the payment methods that are enabled in the Stripe Dashboard'),
        })
        .extend(details.shape),
    }),
    get: stripe('GET /v1/payment_intents/{id}', { summary: 'Get one payment intent', params: byId }),
    update: stripe('POST /v1/payment_intents/{id}', {
      summary: 'Change a payment intent without confirming it; omitted fields stay unchanged',
      params: byId
        .extend({
          amount: z.int().optional().describe('What to collect instead, in the smallest currency unit'),
          currency: z.string().optional().describe('Three-letter ISO 4217 code in lower case'),
        })
        .extend(details.shape),
    }),
    api_search: stripe('GET /v1/payment_intents/search', {
      summary: 'Search payment intents with the Stripe search query language',
      params: searchParams,
      ...searchPaging,
    }),
  },
});
