import { defineEntity, from, time } from '@connectory/connector-sdk';
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
  unixTime,
  updated,
} from '../shared.ts';

const Subscription = z.object({
  id: z.string(),
  object: z.literal('subscription'),
  application: z.string().nullable(),
  application_fee_percent: z.number().nullable(),
  automatic_tax: z.object({
    disabled_reason: z.string().nullable(),
    enabled: z.boolean(),
    liability: object.nullable(),
  }),
  billing_cycle_anchor: unixTime,
  billing_cycle_anchor_config: z
    .object({
      day_of_month: z.int(),
      hour: z.int().nullable(),
      minute: z.int().nullable(),
      month: z.int().nullable(),
      second: z.int().nullable(),
    })
    .nullable(),
  // Came after the pinned version.
  billing_mode: z
    .object({
      flexible: object.nullable(),
      type: z.enum(['classic', 'flexible']),
      updated_at: z.int().nullish(),
    })
    .optional(),
  billing_thresholds: z
    .object({ amount_gte: z.int().nullable(), reset_billing_cycle_anchor: z.boolean().nullable() })
    .nullable(),
  cancel_at: unixTime.nullable(),
  cancel_at_period_end: z.boolean(),
  canceled_at: unixTime.nullable(),
  cancellation_details: z
    .object({ comment: z.string().nullable(), feedback: z.string().nullable(), reason: z.string().nullable() })
    .nullable(),
  collection_method: collectionMethod,
  created: unixTime,
  currency: z.string(),
  customer: z.string(),
  customer_account: z.string().nullish(),
  days_until_due: z.int().nullable(),
  default_payment_method: z.string().nullable(),
  default_source: z.string().nullable(),
  default_tax_rates: z.array(object).nullish(),
  description: z.string().nullable(),
  discounts: z.array(z.string()),
  ended_at: unixTime.nullable(),
  invoice_settings: z.object({ account_tax_ids: z.array(z.string()).nullable(), issuer: object }),
  items: EmbeddedList.extend({ total_count: z.int().optional() }),
  latest_invoice: z.string().nullable(),
  livemode: z.boolean(),
  metadata: object,
  next_pending_invoice_item_invoice: z.int().nullable(),
  on_behalf_of: z.string().nullable(),
  pause_collection: z
    .object({ behavior: z.enum(['keep_as_draft', 'mark_uncollectible', 'void']), resumes_at: unixTime.nullable() })
    .nullable(),
  payment_settings: z
    .object({ payment_method_options: object.nullable(), payment_method_types: z.array(z.string()).nullable() })
    .nullable(),
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
  // Moved to the items in the version after the pinned one.
  current_period_start: unixTime.optional(),
  current_period_end: unixTime.optional(),
  start_date: unixTime,
  trial_start: unixTime.nullable(),
  trial_end: unixTime.nullable(),
  discount: object.nullish(),
  plan: object.nullish(),
  quantity: z.int().nullish(),
  schedule: z.string().nullable(),
  test_clock: z.string().nullable(),
  transfer_data: object.nullable(),
  trial_settings: z.object({ end_behavior: object }).nullable(),
  pending_invoice_item_interval: object.nullable(),
  pending_setup_intent: z.string().nullable(),
  pending_update: object.nullable(),
});

const byId = z.object({ id: z.string().describe('Subscription id') });

const price = z.string().optional().describe('Id of the price to subscribe to');
const quantity = z.int().optional().describe('How many units of the price');

const terms = z.object({
  cancel_at_period_end: z.boolean().optional().describe('True ends the subscription with its current period'),
  collection_method: collectionMethod
    .optional()
    .describe('Charge the default payment method, or email an invoice each period'),
  days_until_due: z.int().optional().describe('Number of days to pay an invoice; only with send_invoice'),
  default_payment_method: z.string().optional().describe('Id of the payment method that is charged'),
  description: z.string().optional().describe('Text shown to the customer'),
  metadata,
});

/** https://docs.stripe.com/api/subscriptions */
export const subscriptions = defineEntity({
  name: 'subscriptions',
  summary: 'Recurring purchases of customers',
  keywords: ['monthly', 'monthly plan', 'cancelled plans', 'yearly', 'plan change', 'upgrade plan', 'mrr', 'arr'],
  record: Subscription,
  key: 'id',
  actions: {
    list: stripe('GET /v1/subscriptions', {
      summary: 'List subscriptions, newest first; canceled ones only if status includes them',
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
          .describe('Only canceled ones, only ended ones (canceled or never started), or all'),
      }),
    }),
    create: stripe('POST /v1/subscriptions', {
      summary: 'Subscribe a customer to one or more prices, who is charged for them from then on',
      effect: 'outward',
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
      summary: 'Change a subscription, such as its plan, quantity or end; omitted fields stay unchanged',
      effect: 'outward',
      params: byId
        .extend({
          items: z
            .array(
              z.strictObject({
                id: z.string().optional().describe('Item to change; omit it to add a new item'),
                price,
                quantity,
                deleted: z.boolean().optional().describe('True removes the item'),
              }),
            )
            .optional()
            .describe('Items to add, change or remove; others stay unchanged'),
          proration_behavior: z
            .enum(['create_prorations', 'none', 'always_invoice'])
            .optional()
            .describe('Whether a change within a period is prorated: on the next invoice, not at all, or immediately'),
        })
        .extend(terms.shape),
    }),
    delete: stripe('DELETE /v1/subscriptions/{id}', {
      summary: 'Cancel a subscription immediately',
      params: byId,
    }),
    api_search: stripe('GET /v1/subscriptions/search', {
      summary: 'Search subscriptions with the Stripe search query language',
      params: searchParams,
      ...searchPaging,
    }),
  },
  search: {
    title: 'description',
    link: 'https://dashboard.stripe.com/subscriptions/{id}',
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
      billing_cycle_anchor: from(time('unix-seconds', z.number()), ({ billing_cycle_anchor }) => billing_cycle_anchor),
      cancel_at: from(time('unix-seconds', z.number()), ({ cancel_at }) => cancel_at),
      canceled_at: from(time('unix-seconds', z.number()), ({ canceled_at }) => canceled_at),
      current_period_end: from(time('unix-seconds', z.number()), ({ current_period_end }) => current_period_end),
      ended_at: from(time('unix-seconds', z.number()), ({ ended_at }) => ended_at),
      trial_end: from(time('unix-seconds', z.number()), ({ trial_end }) => trial_end),
    },
  },
  sync: { via: 'list', params: { limit: 100, status: 'all' }, cursor: createdLast },
});
