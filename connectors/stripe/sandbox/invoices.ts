import { type Sample, type SampleSource, simulate } from '@connectory/sandbox';
import { invoiceFinalizations } from '../src/entities/invoice-finalizations.ts';
import { invoiceSends } from '../src/entities/invoice-sends.ts';
import { invoices } from '../src/entities/invoices.ts';
import { subscriptions } from '../src/entities/subscriptions.ts';
import { emptyList } from './account.ts';
import { addressOf, ageOf, idAt, type Sale, saleNear, seatPrice, seatsOf } from './sales.ts';

/** The invoice of the sample sale at a position, or of the nearest one that fits. */
function sampleInvoice(fits: (sale: Sale) => boolean = () => true): Sample {
  return (source) => {
    const sale = saleNear(source.index, fits);
    const { course, created, invoice: id, invoiced: amount, customer, buyer, isInvoiced } = sale;
    const status = course === 'draft' ? 'draft' : isInvoiced && sale.isPaid ? 'paid' : 'open';
    const finalized = status === 'draft' ? null : created;
    const paid = status === 'paid' ? amount : 0;
    const hosted = `https://invoice.stripe.com/i/${source.id('acct_', 16)}/${source.id('test_', 60)}`;
    const subscription = idAt('subscription', customer);
    const periodStart = created - 30 * 86_400;
    const seats = seatsOf(customer);
    const line = {
      id: source.id('il_', 24),
      object: 'line_item',
      amount,
      currency: 'usd',
      description: `${seats} × Team plan (per month)`,
      invoice: id,
      livemode: false,
      metadata: {},
      period: { start: periodStart, end: created },
      quantity: seats,
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
      attempt_count: isInvoiced ? 1 : 0,
      attempted: isInvoiced,
      auto_advance: status === 'open',
      automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
      automatically_finalizes_at: null,
      billing_reason: 'subscription_cycle',
      charge: isInvoiced ? sale.charge : null,
      collection_method: 'charge_automatically',
      confirmation_secret: null,
      created,
      currency: 'usd',
      custom_fields: null,
      customer: idAt('customer', customer),
      customer_account: null,
      customer_address: addressOf(buyer),
      customer_email: buyer.email,
      customer_name: buyer.name,
      customer_phone: buyer.phone,
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
      number: finalized === null ? null : sale.number,
      on_behalf_of: null,
      paid: status === 'paid',
      paid_out_of_band: false,
      parent: null,
      payment_intent: isInvoiced ? sale.paymentIntent : null,
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
        paid_at: status === 'paid' ? created + 60 : null,
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

const unpaidDraft = {
  status: 'draft',
  number: null,
  attempted: false,
  attempt_count: 0,
  paid: false,
  charge: null,
  payment_intent: null,
};

const sampleItem = (source: SampleSource, subscription: string, created: number) => ({
  id: source.id('si_', 14),
  object: 'subscription_item',
  created,
  discounts: [],
  metadata: {},
  price: {
    id: idAt('price', 0),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    currency: 'usd',
    product: idAt('product', 0),
    recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
    type: 'recurring',
    unit_amount: seatPrice,
  },
  quantity: seatsOf(source.index),
  subscription,
  tax_rates: [],
});

export const simulatedInvoices = [
  simulate(invoices, {
    sample: sampleInvoice(),
    actions: {
      create: {
        values: ({ customer, description, collection_method, auto_advance, due_date, footer, metadata }) => ({
          customer,
          description,
          collection_method,
          auto_advance,
          due_date,
          footer,
          metadata,
          ...unpaidDraft,
        }),
      },
    },
  }),
  simulate(invoiceFinalizations, {
    sample: sampleInvoice(({ course }) => course === 'not yet due'),
  }),
  simulate(invoiceSends, {
    sample: sampleInvoice(({ course }) => course === 'not yet due'),
  }),
  simulate(subscriptions, {
    sample: (source) => {
      const { index } = source;
      const created = source.epoch(ageOf(index) - 1);
      const periodStart = source.epoch(source.integer(0, 29));
      const id = idAt('subscription', index);
      const isCanceled = index % 10 === 8;
      const status = isCanceled ? 'canceled' : index % 10 === 5 ? 'past_due' : index % 10 === 4 ? 'trialing' : 'active';
      const canceled = isCanceled ? source.epoch(3) : null;
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
        canceled_at: canceled,
        cancellation_details: isCanceled
          ? { comment: 'We only need it in summer.', feedback: 'unused', reason: 'cancellation_requested' }
          : { comment: null, feedback: null, reason: null },
        collection_method: 'charge_automatically',
        created,
        currency: 'usd',
        customer: idAt('customer', index),
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
        ended_at: canceled,
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
        quantity: seatsOf(index),
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
