import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { stripe } from '../adapter.ts';
import { metadata, object, unixTime } from '../shared.ts';

const mode = z.enum(['payment', 'setup', 'subscription']);

const CheckoutSession = z.object({
  id: z.string(),
  object: z.literal('checkout.session'),
  cancel_url: z.string().nullable(),
  client_reference_id: z.string().nullable(),
  created: unixTime,
  currency: z.string().nullable(),
  customer: z.string().nullable(),
  customer_email: z.string().nullable(),
  livemode: z.boolean(),
  metadata: object.nullable(),
  mode,
  payment_intent: z.string().nullable(),
  payment_status: z.enum(['no_payment_required', 'paid', 'unpaid']),
  status: z.enum(['complete', 'expired', 'open']).nullable(),
  success_url: z.string().nullable(),
  url: z.string().nullable(),
});

/** https://docs.stripe.com/api/checkout/sessions */
export const checkoutSessions = defineEntity({
  name: 'checkout_sessions',
  summary: 'Payment pages hosted by Stripe',
  keywords: ['pay page', 'pay link', 'pay online', 'page where the customer can pay', 'buy link', 'payment form'],
  record: CheckoutSession,
  key: 'id',
  actions: {
    create: stripe('POST /v1/checkout/sessions', {
      summary: 'Create a payment page; its URL is in url of the result',
      params: z.object({
        mode: mode.describe('Pay once, save a payment method for later, or subscribe'),
        success_url: z.string().optional().describe('Page to which the customer is sent after paying'),
        cancel_url: z.string().optional().describe('Page to which the customer returns on cancelling'),
        customer: z.string().optional().describe('Id of an existing customer who pays'),
        customer_email: z.string().optional().describe('Email address filled in for a new customer'),
        line_items: z
          .array(
            z.strictObject({
              price: z.string().optional().describe('Id of the price'),
              quantity: z.int().optional().describe('Quantity'),
            }),
          )
          .optional()
          .describe('Items to buy; required by Stripe unless mode is setup'),
        client_reference_id: z.string().optional().describe('Your own identifier, such as a cart number'),
        metadata,
      }),
    }),
  },
});
