import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { searchPaging, stripe } from '../adapter.ts';
import { created, EmbeddedList, listParams, object, searchParams } from '../shared.ts';

const Charge = z.object({
  id: z.string(),
  object: z.literal('charge'),
  created: z.int(),
  livemode: z.boolean(),
  amount: z.int(),
  amount_captured: z.int(),
  amount_refunded: z.int(),
  amount_updates: z.array(object).nullish(),
  application: z.string().nullish(),
  application_fee: z.string().nullish(),
  application_fee_amount: z.int().nullish(),
  calculated_statement_descriptor: z.string().nullish(),
  currency: z.string(),
  customer: z.string().nullish(),
  description: z.string().nullish(),
  destination: z.string().nullish(),
  dispute: z.string().nullish(),
  disputed: z.boolean(),
  failure_balance_transaction: z.string().nullish(),
  failure_code: z.string().nullish(),
  failure_message: z.string().nullish(),
  fraud_details: z.object({ stripe_report: z.string().nullish(), user_report: z.string().nullish() }).nullish(),
  invoice: z.string().nullish(),
  on_behalf_of: z.string().nullish(),
  order: z.string().nullish(),
  outcome: z
    .object({
      advice_code: z.string().nullish(),
      network_advice_code: z.string().nullish(),
      network_decline_code: z.string().nullish(),
      network_status: z.string().nullish(),
      reason: z.string().nullish(),
      risk_level: z.string().optional(),
      risk_score: z.int().optional(),
      seller_message: z.string().nullish(),
      type: z.string(),
    })
    .nullish(),
  paid: z.boolean(),
  payment_intent: z.string().nullish(),
  payment_method: z.string().nullish(),
  payment_method_details: z.object({ type: z.string(), card: object.nullish() }).nullish(),
  presentment_details: z
    .object({
      amount_authorized: z.int().nullish(),
      amount_charged: z.int().nullish(),
      currency: z.string().nullish(),
    })
    .nullish(),
  receipt_email: z.string().nullish(),
  receipt_number: z.string().nullish(),
  receipt_url: z.string().nullish(),
  refunded: z.boolean(),
  refunds: EmbeddedList.extend({ total_count: z.int() }).nullish(),
  review: z.string().nullish(),
  shipping: object.nullish(),
  source: object.nullish(),
  source_transfer: z.string().nullish(),
  statement_descriptor: z.string().nullish(),
  statement_descriptor_suffix: z.string().nullish(),
  status: z.enum(['succeeded', 'pending', 'failed']),
  transfer_data: object.nullish(),
  transfer_group: z.string().nullish(),
  captured: z.boolean(),
  balance_transaction: z.string().nullish(),
  billing_details: z.object({
    address: object.nullish(),
    email: z.string().nullish(),
    name: z.string().nullish(),
    phone: z.string().nullish(),
    tax_id: z.string().nullish(),
  }),
  metadata: object,
  radar_options: object.nullish(),
});

/** Contract A5, charges; https://docs.stripe.com/api/charges */
export const charges = defineEntity({
  name: 'charges',
  summary: 'Single attempts to move money from a customer into the account',
  record: Charge,
  key: 'id',
  actions: {
    list: stripe('GET /v1/charges', {
      summary: 'List charges, newest first',
      params: listParams.extend({
        created,
        customer: z.string().optional().describe('Only charges of this customer id'),
        payment_intent: z.string().optional().describe('Only charges made for this payment intent id'),
      }),
    }),
    get: stripe('GET /v1/charges/{id}', {
      summary: 'Get one charge',
      params: z.object({ id: z.string().describe('Charge id') }),
    }),
    api_search: stripe('GET /v1/charges/search', {
      summary: 'Search charges with the Stripe search query language',
      params: searchParams,
      ...searchPaging,
    }),
  },
  sample: (source) => {
    const amount = source.integer(5, 900) * 100;
    const failed = source.index % 8 === 7;
    return {
      id: source.id('ch_', 24),
      created: source.epoch(source.integer(1, 360)),
      amount,
      amount_captured: failed ? 0 : amount,
      amount_refunded: 0,
      captured: !failed,
      currency: 'usd',
      customer: source.of('payment_intents', 'customer'),
      description: null,
      destination: null,
      dispute: null,
      disputed: false,
      failure_code: failed ? 'card_declined' : null,
      failure_message: failed ? 'Your card was declined.' : null,
      invoice: null,
      paid: !failed,
      payment_intent: source.of('payment_intents'),
      refunded: false,
      status: failed ? 'failed' : 'succeeded',
      metadata: {},
    };
  },
});
