import { defineEntity, minorUnits } from '@connectory/connector-sdk';
import { z } from 'zod';
import { stripe } from '../adapter.ts';
import { created, createdLast, listParams, metadata, object, unixTime, updated } from '../shared.ts';

const Refund = z.object({
  id: z.string(),
  object: z.literal('refund'),
  amount: minorUnits(),
  balance_transaction: z.string().nullable(),
  charge: z.string().nullable(),
  created: unixTime,
  currency: z.string(),
  description: z.string().nullish(),
  destination_details: z
    .object({
      affirm: object.nullish(),
      afterpay_clearpay: object.nullish(),
      alipay: object.nullish(),
      alma: object.nullish(),
      amazon_pay: object.nullish(),
      au_bank_transfer: object.nullish(),
      blik: object.nullish(),
      br_bank_transfer: object.nullish(),
      card: object.nullish(),
      cashapp: object.nullish(),
      crypto: object.nullish(),
      customer_cash_balance: object.nullish(),
      eps: object.nullish(),
      eu_bank_transfer: object.nullish(),
      gb_bank_transfer: object.nullish(),
      giropay: object.nullish(),
      grabpay: object.nullish(),
      jp_bank_transfer: object.nullish(),
      klarna: object.nullish(),
      mb_way: object.nullish(),
      multibanco: object.nullish(),
      mx_bank_transfer: object.nullish(),
      nz_bank_transfer: object.nullish(),
      p24: object.nullish(),
      paynow: object.nullish(),
      paypal: object.nullish(),
      pix: object.nullish(),
      revolut: object.nullish(),
      sofort: object.nullish(),
      swish: object.nullish(),
      th_bank_transfer: object.nullish(),
      twint: object.nullish(),
      type: z.string(),
      us_bank_transfer: object.nullish(),
      wechat_pay: object.nullish(),
      zip: object.nullish(),
    })
    .nullish(),
  failure_balance_transaction: z.string().nullish(),
  failure_reason: z.string().nullish(),
  instructions_email: z.string().nullish(),
  metadata: object.nullable(),
  next_action: z.object({ display_details: object.nullish(), type: z.string() }).nullish(),
  payment_intent: z.string().nullable(),
  pending_reason: z.enum(['processing', 'insufficient_funds', 'charge_pending']).nullish(),
  reason: z.string().nullable(),
  receipt_number: z.string().nullable(),
  source_transfer_reversal: z.string().nullable(),
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']).nullable(),
  transfer_reversal: z.string().nullable(),
});

/** https://docs.stripe.com/api/refunds */
export const refunds = defineEntity({
  name: 'refunds',
  summary: 'Money given back to customers',
  keywords: ['return', 'reversal', 'paid back', 'reimbursed', 'credited back', 'partial refund'],
  record: Refund,
  key: 'id',
  actions: {
    list: stripe('GET /v1/refunds', {
      summary: 'List refunds, newest first',
      params: listParams.extend({
        charge: z.string().optional().describe('Only refunds of this charge id'),
        created,
        payment_intent: z.string().optional().describe('Only refunds of this payment intent id'),
      }),
    }),
    create: stripe('POST /v1/refunds', {
      summary: 'Refund a payment in full or in part: the money goes back to the customer',
      effect: 'outward',
      params: z.object({
        charge: z.string().optional().describe('Id of the charge to refund; Stripe requires this or payment_intent'),
        payment_intent: z
          .string()
          .optional()
          .describe('Id of the payment intent to refund; Stripe requires this or charge'),
        amount: z
          .int()
          .optional()
          .describe('Amount to refund, in the smallest currency unit; by default the remaining amount'),
        metadata,
        reason: z
          .enum(['duplicate', 'fraudulent', 'requested_by_customer'])
          .optional()
          .describe('Reason for the refund; fraudulent also blocks the card and email address'),
        refund_application_fee: z
          .boolean()
          .optional()
          .describe("True refunds the platform's application fee proportionally"),
        reverse_transfer: z
          .boolean()
          .optional()
          .describe('True reverses the transfer to the connected account proportionally'),
      }),
    }),
    get: stripe('GET /v1/refunds/{id}', {
      summary: 'Get one refund',
      params: z.object({ id: z.string().describe('Refund id') }),
    }),
  },
  search: {
    fields: [
      'amount',
      'balance_transaction',
      'charge',
      'created',
      'currency',
      'destination_details',
      'id',
      'metadata',
      'object',
      'payment_intent',
      'reason',
      'receipt_number',
      'source_transfer_reversal',
      'status',
      'transfer_reversal',
    ],
    derived: {
      updated,
    },
  },
  sync: { via: 'list', params: { limit: 100 }, cursor: createdLast },
});
