import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { stripe } from '../adapter.ts';
import { object, unixTime } from '../shared.ts';

const PaymentMethod = z.object({
  id: z.string(),
  object: z.literal('payment_method'),
  billing_details: z.object({
    address: object.nullable(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  created: unixTime,
  customer: z.string().nullable(),
  livemode: z.boolean(),
  metadata: object.nullable(),
  type: z.string(),
  card: z
    .object({
      brand: z.string(),
      country: z.string().nullable(),
      exp_month: z.int(),
      exp_year: z.int(),
      fingerprint: z.string().nullish(),
      funding: z.string(),
      last4: z.string(),
    })
    .nullish(),
});

/** https://docs.stripe.com/api/payment_methods/attach */
export const paymentMethodAttachments = defineEntity({
  name: 'payment_method_attachments',
  summary: 'Attachments of payment methods to customers',
  keywords: ['save card', 'attach card', 'card on file', 'add the card', 'link the card', 'keep the card'],
  record: PaymentMethod,
  key: 'id',
  actions: {
    create: stripe('POST /v1/payment_methods/{id}/attach', {
      summary: 'Attach a payment method to a customer, to be charged again later',
      params: z.object({
        id: z.string().describe('Id of the payment method'),
        customer: z.string().describe('Id of the customer it will belong to'),
      }),
    }),
  },
});
