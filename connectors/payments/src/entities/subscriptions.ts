import { defineEntity, from } from '@connectory/connector-sdk';
import { z } from 'zod';
import { searchPaging, stripe } from '../adapter.ts';
import {
  collectionMethod,
  created,
  createdLast,
  customerAccount,
  EmbeddedList,
  isDeleted,
  listParams,
  metadata,
  object,
  searchParams,
  taxPercent,
  timeRange,
  updated,
} from '../shared.ts';

const Subscription = z.object({
  id: z.string(),
  object: z.literal('subscription'),
  application: z.string().nullish(),
  application_fee_percent: z.number().nullish(),
  automatic_tax: z.object({
    disabled_reason: z.string().nullish(),
    enabled: z.boolean(),
    liability: object.nullish(),
  }),
  billing_cycle_anchor: z.int(),
  billing_cycle_anchor_config: z
    .object({
      day_of_month: z.int(),
      hour: z.int().nullish(),
      minute: z.int().nullish(),
      month: z.int().nullish(),
      second: z.int().nullish(),
    })
    .nullish(),
  // Came after the pinned version.
  billing_mode: z
    .object({
      flexible: object.nullish(),
      type: z.enum(['classic', 'flexible']),
      updated_at: z.int().nullish(),
    })
    .optional(),
  billing_thresholds: z
    .object({ amount_gte: z.int().nullish(), reset_billing_cycle_anchor: z.boolean().nullish() })
    .nullish(),
  cancel_at: z.int().nullish(),
  cancel_at_period_end: z.boolean(),
  canceled_at: z.int().nullish(),
  cancellation_details: z
    .object({ comment: z.string().nullish(), feedback: z.string().nullish(), reason: z.string().nullish() })
    .nullish(),
  collection_method: collectionMethod,
  created: z.int(),
  currency: z.string(),
  customer: z.string(),
  customer_account: z.string().nullish(),
  days_until_due: z.int().nullish(),
  default_payment_method: z.string().nullish(),
  default_source: z.string().nullish(),
  default_tax_rates: z.array(object).nullish(),
  description: z.string().nullish(),
  discounts: z.array(z.string()),
  ended_at: z.int().nullish(),
  invoice_settings: z.object({ account_tax_ids: z.array(z.string()).nullish(), issuer: object }),
  items: EmbeddedList.extend({ total_count: z.int() }),
  latest_invoice: z.string().nullish(),
  livemode: z.boolean(),
  metadata: object,
  next_pending_invoice_item_invoice: z.int().nullish(),
  on_behalf_of: z.string().nullish(),
  pause_collection: z
    .object({ behavior: z.enum(['keep_as_draft', 'mark_uncollectible', 'void']), resumes_at: z.int().nullish() })
    .nullish(),
  payment_settings: z
    .object({ payment_method_options: object.nullish(), payment_method_types: z.array(z.string()).nullish() })
    .nullish(),
  status: z.enum([
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'canceled',
    'unpaid',
    'paused',
  ]),
  current_period_start: z.int(),
  current_period_end: z.int(),
  start_date: z.int(),
  trial_start: z.int().nullish(),
  trial_end: z.int().nullish(),
  discount: object.nullish(),
  plan: object.nullish(),
  quantity: z.int().nullish(),
  schedule: z.string().nullish(),
  test_clock: z.string().nullish(),
  transfer_data: object.nullish(),
  trial_settings: z.object({ end_behavior: object }).nullish(),
  pending_invoice_item_interval: object.nullish(),
  pending_setup_intent: z.string().nullish(),
  pending_update: object.nullish(),
});

const byId = z.object({ id: z.string().describe('Subscription id') });

const price = z.string().optional().describe('Id of the price to subscribe to');
const quantity = z.int().optional().describe('How many units of the price');

const terms = z.object({
  cancel_at_period_end: z.boolean().optional().describe('True ends the subscription with its current period'),
  collection_method: collectionMethod
    .optional()
    .describe('Charge the default payment method, or e-mail an invoice each period'),
  days_until_due: z.int().optional().describe('Days the customer has to pay an invoice; only with send_invoice'),
  default_payment_method: z.string().optional().describe('Id of the payment method that is charged'),
  description: z.string().optional().describe('Text shown to the customer'),
  metadata,
});

/** Contract A5, subscriptions; https://docs.stripe.com/api/subscriptions */
export const subscriptions = defineEntity({
  name: 'subscriptions',
  summary: 'Recurring purchases of customers',
  record: Subscription,
  key: 'id',
  actions: {
    list: stripe('GET /v1/subscriptions', {
      summary: 'List subscriptions, newest first; canceled ones only when status asks for them',
      params: listParams.extend({
        automatic_tax: z
          .strictObject({ enabled: z.boolean().describe('Whether Stripe computes the tax') })
          .optional()
          .describe('Only subscriptions with this tax computation'),
        collection_method: collectionMethod.optional().describe('Only subscriptions paid in this way'),
        created,
        current_period_end: timeRange.optional().describe('Only subscriptions whose period ends within this range'),
        current_period_start: timeRange
          .optional()
          .describe('Only subscriptions whose period started within this range'),
        customer: z.string().optional().describe('Only subscriptions of this customer id'),
        customer_account: customerAccount,
        price: z.string().optional().describe('Only subscriptions that contain this price id'),
        status: z
          .enum(['canceled', 'ended', 'all'])
          .optional()
          .describe('Only canceled ones, only ended ones (canceled or never started), or all of them'),
      }),
    }),
    create: stripe('POST /v1/subscriptions', {
      summary: 'Subscribe a customer to one or more prices',
      params: z
        .object({
          customer: z.string().describe('Id of the customer who subscribes'),
          items: z.array(z.strictObject({ price, quantity })).optional().describe('What is subscribed to, at most 20'),
          currency: z.string().optional().describe('Three-letter ISO 4217 code in lower case'),
          trial_period_days: z.int().optional().describe('Free days before the first charge'),
        })
        .extend(terms.shape),
    }),
    get: stripe('GET /v1/subscriptions/{id}', { summary: 'Get one subscription', params: byId }),
    update: stripe('POST /v1/subscriptions/{id}', {
      summary: 'Change a subscription; what is left out stays as it is',
      params: byId
        .extend({
          items: z
            .array(
              z.strictObject({
                id: z.string().optional().describe('Item to change; left out, a new item is added'),
                price,
                quantity,
                deleted: z.boolean().optional().describe('True removes the item'),
              }),
            )
            .optional()
            .describe('Items to add, change or remove; others stay'),
          proration_behavior: z
            .enum(['create_prorations', 'none', 'always_invoice'])
            .optional()
            .describe(
              'Whether a change within a period is charged in part: on the next invoice, not at all, or at once',
            ),
        })
        .extend(terms.shape),
    }),
    delete: stripe('DELETE /v1/subscriptions/{id}', {
      summary: 'Cancel a subscription at once',
      params: byId,
    }),
    api_search: stripe('GET /v1/subscriptions/search', {
      summary: 'Search subscriptions with the Stripe search query language',
      params: searchParams,
      ...searchPaging,
    }),
  },
  search: {
    fields: [
      'application',
      'application_fee_percent',
      'automatic_tax',
      'billing_cycle_anchor_config',
      'billing_thresholds',
      'cancel_at_period_end',
      'cancellation_details',
      'collection_method',
      'created',
      'currency',
      'current_period_start',
      'customer',
      'days_until_due',
      'default_payment_method',
      'default_source',
      'default_tax_rates',
      'description',
      'discount',
      'id',
      'invoice_settings',
      'items',
      'latest_invoice',
      'livemode',
      'metadata',
      'next_pending_invoice_item_invoice',
      'object',
      'on_behalf_of',
      'pause_collection',
      'payment_settings',
      'pending_invoice_item_interval',
      'pending_setup_intent',
      'pending_update',
      'plan',
      'quantity',
      'schedule',
      'start_date',
      'status',
      'test_clock',
      'transfer_data',
      'trial_settings',
      'trial_start',
    ],
    derived: {
      billing: from(z.string(), ({ collection_method }) => collection_method),
      is_deleted: isDeleted,
      tax_percent: taxPercent,
      updated,
      // Integers in the record, numbers among the search fields of the contract.
      billing_cycle_anchor: from(z.number(), ({ billing_cycle_anchor }) => billing_cycle_anchor),
      cancel_at: from(z.number(), ({ cancel_at }) => cancel_at),
      canceled_at: from(z.number(), ({ canceled_at }) => canceled_at),
      current_period_end: from(z.number(), ({ current_period_end }) => current_period_end),
      ended_at: from(z.number(), ({ ended_at }) => ended_at),
      trial_end: from(z.number(), ({ trial_end }) => trial_end),
    },
  },
  sync: { via: 'list', params: { limit: 100, status: 'all' }, cursor: createdLast },
  sample: (source) => {
    const age = source.integer(31, 700);
    const created = source.epoch(age);
    const periodStart = source.epoch(age % 30);
    return {
      id: source.id('sub_', 24),
      billing_cycle_anchor: created,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      collection_method: 'charge_automatically',
      created,
      currency: 'usd',
      customer: source.of('customers'),
      current_period_start: periodStart,
      current_period_end: periodStart + 30 * 86_400,
      description: null,
      discount: null,
      discounts: [],
      ended_at: null,
      latest_invoice: null,
      metadata: {},
      quantity: 1,
      start_date: created,
      status: source.pick(['active', 'active', 'active', 'trialing', 'past_due']),
      test_clock: null,
      trial_start: null,
      trial_end: null,
    };
  },
});
