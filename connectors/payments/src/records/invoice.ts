import type { Sample } from '@connectory/connector-sdk';
import { z } from 'zod';
import { Address, collectionMethod, EmbeddedList, object, Recipient } from '../shared.ts';

/** An invoice; https://docs.stripe.com/api/invoices/object. Optional members came after the pinned version. */
export const Invoice = z.object({
  id: z.string(),
  object: z.literal('invoice'),
  account_country: z.string().nullish(),
  account_name: z.string().nullish(),
  account_tax_ids: z.array(z.string()).nullish(),
  amount_due: z.int(),
  amount_overpaid: z.int().optional(),
  amount_paid: z.int(),
  amount_remaining: z.int(),
  amount_shipping: z.int(),
  application: z.string().nullish(),
  application_fee_amount: z.int().nullish(),
  attempt_count: z.int(),
  attempted: z.boolean(),
  auto_advance: z.boolean(),
  automatic_tax: z.object({
    disabled_reason: z.string().nullish(),
    enabled: z.boolean(),
    liability: object.nullish(),
    provider: z.string().nullish(),
    status: z.string().nullish(),
  }),
  automatically_finalizes_at: z.int().nullish(),
  billing_reason: z
    .enum([
      'automatic_pending_invoice_item_invoice',
      'manual',
      'quote_accept',
      'subscription',
      'subscription_create',
      'subscription_cycle',
      'subscription_threshold',
      'subscription_update',
      'upcoming',
    ])
    .nullish(),
  charge: z.string().nullish(),
  collection_method: collectionMethod,
  confirmation_secret: z.object({ client_secret: z.string(), type: z.string() }).nullish(),
  created: z.int(),
  currency: z.string(),
  custom_fields: z.array(object).nullish(),
  customer: z.string(),
  customer_account: z.string().nullish(),
  customer_address: Address.nullish(),
  customer_email: z.string().nullish(),
  customer_name: z.string().nullish(),
  customer_phone: z.string().nullish(),
  customer_shipping: Recipient.nullish(),
  customer_tax_exempt: z.enum(['exempt', 'none', 'reverse']).nullish(),
  customer_tax_ids: z.array(object).nullish(),
  default_payment_method: z.string().nullish(),
  default_source: z.string().nullish(),
  default_tax_rates: z.array(object),
  description: z.string().nullish(),
  discount: z
    .object({
      id: z.string(),
      object: z.string(),
      checkout_session: z.string().nullish(),
      coupon: object.nullish(),
      customer: z.string(),
      customer_account: z.string().nullish(),
      end: z.int().nullish(),
      invoice: z.string().nullish(),
      invoice_item: z.string().nullish(),
      promotion_code: z.string().nullish(),
      start: z.int(),
      subscription: z.string().nullish(),
      subscription_item: z.string().nullish(),
    })
    .nullish(),
  discounts: z.array(z.string()),
  due_date: z.int().nullish(),
  effective_at: z.int().nullish(),
  ending_balance: z.int().nullish(),
  footer: z.string().nullish(),
  from_invoice: z.object({ action: z.string(), invoice: z.string() }).nullish(),
  hosted_invoice_url: z.string().nullish(),
  invoice_pdf: z.string().nullish(),
  issuer: z.object({ account: z.string().nullish(), type: z.enum(['account', 'self']) }),
  last_finalization_error: z
    .object({
      advice_code: z.string().nullish(),
      code: z.string().nullish(),
      doc_url: z.string().nullish(),
      message: z.string().nullish(),
      network_advice_code: z.string().nullish(),
      network_decline_code: z.string().nullish(),
      param: z.string().nullish(),
      payment_method_type: z.string().nullish(),
      type: z.enum(['api_error', 'card_error', 'idempotency_error', 'invalid_request_error']),
    })
    .nullish(),
  latest_revision: z.string().nullish(),
  lines: EmbeddedList.extend({ total_count: z.int().nullish(), url: z.string().nullish() }),
  livemode: z.boolean(),
  metadata: object,
  next_payment_attempt: z.int().nullish(),
  number: z.string().nullish(),
  on_behalf_of: z.string().nullish(),
  paid: z.boolean().nullish(),
  paid_out_of_band: z.boolean().nullish(),
  parent: z
    .object({
      quote_details: object.nullish(),
      subscription_details: object.nullish(),
      type: z.enum(['quote_details', 'subscription_details']),
    })
    .nullish(),
  payment_intent: z.string().nullish(),
  payment_settings: z.object({
    default_mandate: z.string().nullish(),
    payment_method_options: object.nullish(),
    payment_method_types: z.array(z.string()).nullish(),
  }),
  payments: EmbeddedList.optional(),
  period_end: z.int(),
  period_start: z.int(),
  post_payment_credit_notes_amount: z.int(),
  pre_payment_credit_notes_amount: z.int(),
  quote: z.string().nullish(),
  receipt_number: z.string().nullish(),
  rendering: z
    .object({
      amount_tax_display: z.string().nullish(),
      pdf: object.nullish(),
      template: z.string().nullish(),
      template_version: z.int().nullish(),
    })
    .nullish(),
  rendering_options: object.nullish(),
  shipping_cost: z
    .object({
      amount_subtotal: z.int(),
      amount_tax: z.int(),
      amount_total: z.int(),
      shipping_rate: z.string().nullish(),
      taxes: z.array(object).nullish(),
    })
    .nullish(),
  shipping_details: Recipient.nullish(),
  starting_balance: z.int(),
  statement_descriptor: z.string().nullish(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).nullish(),
  status_transitions: z.object({
    finalized_at: z.int().nullish(),
    marked_uncollectible_at: z.int().nullish(),
    paid_at: z.int().nullish(),
    voided_at: z.int().nullish(),
  }),
  subscription: z.string().nullish(),
  subscription_details: z.object({ metadata: object.nullish() }).nullish(),
  subtotal: z.int(),
  subtotal_excluding_tax: z.int().nullish(),
  tax: z.int().nullish(),
  test_clock: z.string().nullish(),
  threshold_reason: z.object({ amount_gte: z.int().nullish(), item_reasons: z.array(object) }).nullish(),
  total: z.int(),
  total_discount_amounts: z.array(object).nullish(),
  total_excluding_tax: z.int().nullish(),
  total_pretax_credit_amounts: z.array(object).nullish(),
  total_tax_amounts: z.array(object).nullish(),
  total_taxes: z.array(object).nullish(),
  transfer_data: object.nullish(),
  webhooks_delivered_at: z.int().nullish(),
});

type InvoiceStatus = 'draft' | 'open' | 'paid';

/** A plausible invoice of a subscription's customer, in one of the given states. */
export function sampleInvoice(statuses: readonly InvoiceStatus[]): Sample {
  return (source) => {
    const status = source.pick(statuses);
    const age = source.integer(1, 360);
    const created = source.epoch(age);
    const finalized = status === 'draft' ? null : created + 3600;
    const amount = source.integer(5, 400) * 100;
    const paid = status === 'paid' ? amount : 0;
    return {
      id: source.id('in_', 24),
      account_country: 'US',
      account_name: 'Harbour Supplies',
      amount_due: amount,
      amount_paid: paid,
      amount_remaining: amount - paid,
      amount_shipping: 0,
      attempt_count: finalized === null ? 0 : 1,
      attempted: finalized !== null,
      billing_reason: 'subscription_cycle',
      charge: null,
      collection_method: 'charge_automatically',
      created,
      currency: 'usd',
      customer: source.of('subscriptions', 'customer'),
      description: null,
      due_date: null,
      metadata: {},
      number: finalized === null ? null : `HS-${String(1000 + source.index)}`,
      paid: status === 'paid',
      paid_out_of_band: false,
      payment_intent: null,
      period_start: source.epoch(age + 30),
      period_end: created,
      status,
      status_transitions: {
        finalized_at: finalized,
        marked_uncollectible_at: null,
        paid_at: status === 'paid' ? created + 3700 : null,
        voided_at: null,
      },
      subscription: source.of('subscriptions'),
      subtotal: amount,
      tax: null,
      total: amount,
    };
  };
}
