import { type Sample, type SampleSource, simulate } from '@connectory/sandbox';
import { invoiceFinalizations } from '../src/entities/invoice-finalizations.ts';
import { invoiceSends } from '../src/entities/invoice-sends.ts';
import { invoices } from '../src/entities/invoices.ts';
import { subscriptions } from '../src/entities/subscriptions.ts';
import { emptyList, sampleAddress } from './account.ts';

type InvoiceStatus = 'draft' | 'open' | 'paid';

/** A plausible invoice of a subscription's customer, in one of the given states. */
function sampleInvoice(statuses: readonly InvoiceStatus[]): Sample {
  return (source) => {
    const status = source.pick(statuses);
    const age = source.integer(1, 360);
    const created = source.epoch(age);
    const finalized = status === 'draft' ? null : created + 3600;
    const amount = source.integer(5, 400) * 100;
    const paid = status === 'paid' ? amount : 0;
    const id = source.id('in_', 24);
    const hosted = `https://invoice.stripe.com/i/${source.id('acct_', 16)}/${source.id('test_', 60)}`;
    const subscription = source.of('subscriptions');
    const periodStart = source.epoch(age + 30);
    const line = {
      id: source.id('il_', 24),
      object: 'line_item',
      amount,
      currency: 'usd',
      description: '1 × Team plan (per month)',
      invoice: id,
      livemode: false,
      metadata: {},
      period: { start: periodStart, end: created },
      quantity: 1,
      subscription,
    };
    return {
      id,
      account_country: 'US',
      account_name: 'Harbour Supplies',
      account_tax_ids: null,
      amount_due: amount,
      amount_overpaid: 0,
      amount_paid: paid,
      amount_remaining: amount - paid,
      amount_shipping: 0,
      application: null,
      application_fee_amount: null,
      attempt_count: finalized === null ? 0 : 1,
      attempted: finalized !== null,
      auto_advance: status === 'open',
      automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
      automatically_finalizes_at: null,
      billing_reason: 'subscription_cycle',
      charge: null,
      collection_method: 'charge_automatically',
      confirmation_secret: null,
      created,
      currency: 'usd',
      custom_fields: null,
      customer: source.of('subscriptions', 'customer'),
      customer_account: null,
      customer_address: sampleAddress(source),
      customer_name: source.company(),
      customer_phone: null,
      customer_shipping: null,
      customer_tax_exempt: 'none',
      customer_tax_ids: [],
      default_payment_method: null,
      default_source: null,
      default_tax_rates: [],
      description: null,
      discount: null,
      discounts: [],
      due_date: null,
      effective_at: finalized,
      ending_balance: finalized === null ? null : 0,
      footer: null,
      from_invoice: null,
      hosted_invoice_url: finalized === null ? null : hosted,
      invoice_pdf: finalized === null ? null : `${hosted}/pdf`,
      issuer: { type: 'self' },
      last_finalization_error: null,
      latest_revision: null,
      lines: { ...emptyList(`/v1/invoices/${id}/lines`), data: [line] },
      livemode: false,
      metadata: {},
      next_payment_attempt: null,
      number: finalized === null ? null : `HS-${String(1000 + source.index)}`,
      on_behalf_of: null,
      paid: status === 'paid',
      paid_out_of_band: false,
      parent: null,
      payment_intent: null,
      payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
      payments: emptyList(`/v1/invoice_payments?invoice=${id}`),
      period_start: periodStart,
      period_end: created,
      post_payment_credit_notes_amount: 0,
      pre_payment_credit_notes_amount: 0,
      quote: null,
      receipt_number: null,
      rendering: { amount_tax_display: null, pdf: { page_size: 'auto' }, template: null, template_version: null },
      rendering_options: null,
      shipping_cost: null,
      shipping_details: null,
      starting_balance: 0,
      statement_descriptor: null,
      status,
      status_transitions: {
        finalized_at: finalized,
        marked_uncollectible_at: null,
        paid_at: status === 'paid' ? created + 3700 : null,
        voided_at: null,
      },
      subscription,
      subscription_details: { metadata: {} },
      subtotal: amount,
      subtotal_excluding_tax: amount,
      tax: null,
      test_clock: null,
      total: amount,
      total_discount_amounts: [],
      total_excluding_tax: amount,
      total_pretax_credit_amounts: [],
      total_tax_amounts: [],
      total_taxes: [],
      transfer_data: null,
      webhooks_delivered_at: finalized,
    };
  };
}

const sampleItem = (source: SampleSource, subscription: string, created: number) => ({
  id: source.id('si_', 14),
  object: 'subscription_item',
  created,
  discounts: [],
  metadata: {},
  price: {
    id: source.of('prices'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    currency: 'usd',
    product: source.of('prices', 'product'),
    recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
    type: 'recurring',
    unit_amount: source.of('prices', 'unit_amount'),
  },
  quantity: 1,
  subscription,
  tax_rates: [],
});

export const simulatedInvoices = [
  simulate(invoices, {
    sample: sampleInvoice(['paid', 'paid', 'paid', 'open', 'draft']),
  }),
  simulate(invoiceFinalizations, {
    sample: sampleInvoice(['open']),
  }),
  simulate(invoiceSends, {
    sample: sampleInvoice(['open']),
  }),
  simulate(subscriptions, {
    sample: (source) => {
      const age = source.integer(31, 700);
      const created = source.epoch(age);
      const periodStart = source.epoch(age % 30);
      const id = source.id('sub_', 24);
      const status = source.pick(['active', 'active', 'active', 'trialing', 'past_due']);
      return {
        id,
        application: null,
        application_fee_percent: null,
        automatic_tax: { disabled_reason: null, enabled: false, liability: null },
        billing_cycle_anchor: created,
        billing_cycle_anchor_config: null,
        billing_mode: { flexible: null, type: 'classic' },
        billing_thresholds: null,
        cancel_at: null,
        cancel_at_period_end: false,
        canceled_at: null,
        cancellation_details: { comment: null, feedback: null, reason: null },
        collection_method: 'charge_automatically',
        created,
        currency: 'usd',
        customer: source.of('customers'),
        customer_account: null,
        current_period_start: periodStart,
        current_period_end: periodStart + 30 * 86_400,
        days_until_due: null,
        default_payment_method: null,
        default_source: null,
        default_tax_rates: [],
        description: null,
        discount: null,
        discounts: [],
        ended_at: null,
        invoice_settings: { account_tax_ids: null, issuer: { type: 'self' } },
        items: { ...emptyList(`/v1/subscription_items?subscription=${id}`), data: [sampleItem(source, id, created)] },
        latest_invoice: null,
        livemode: false,
        metadata: {},
        next_pending_invoice_item_invoice: null,
        on_behalf_of: null,
        pause_collection: null,
        payment_settings: { payment_method_options: null, payment_method_types: null },
        pending_invoice_item_interval: null,
        pending_setup_intent: null,
        pending_update: null,
        plan: null,
        quantity: 1,
        schedule: null,
        start_date: created,
        status,
        test_clock: null,
        transfer_data: null,
        trial_start: null,
        trial_end: null,
        trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
      };
    },
  }),
];
