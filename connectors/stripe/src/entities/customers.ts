import { absent, defineEntity, from, minorUnits } from '@connectory/connector-sdk';
import { z } from 'zod';
import { searchPaging, stripe } from '../adapter.ts';
import {
  Address,
  created,
  createdLast,
  EmbeddedList,
  isCard,
  isDeleted,
  listParams,
  metadata,
  object,
  Recipient,
  searchParams,
  unixTime,
  updated,
} from '../shared.ts';

// For a deleted customer, get returns only id, object and deleted, so no other field is required.
const Customer = z.object({
  id: z.string(),
  object: z.literal('customer'),
  address: Address.nullish(),
  balance: minorUnits().optional(),
  business_name: z.string().nullish(),
  cash_balance: z
    .object({
      object: z.literal('cash_balance'),
      available: object.nullable(),
      customer: z.string(),
      customer_account: z.string().nullish(),
      livemode: z.boolean(),
      settings: object,
    })
    .nullish(),
  created: unixTime.optional(),
  currency: z.string().nullish(),
  customer_account: z.string().nullish(),
  default_currency: z.string().nullish(),
  default_source: z.string().nullish(),
  delinquent: z.boolean().nullish(),
  description: z.string().nullish(),
  discount: z
    .object({
      id: z.string(),
      object: z.literal('discount'),
      checkout_session: z.string().nullable(),
      customer: z.string().nullable(),
      customer_account: z.string().nullish(),
      end: unixTime.nullable(),
      invoice: z.string().nullable(),
      invoice_item: z.string().nullable(),
      promotion_code: z.string().nullable(),
      // Came after the pinned version.
      source: object.optional(),
      start: unixTime,
      subscription: z.string().nullable(),
      subscription_item: z.string().nullable(),
    })
    .nullish(),
  email: z.string().nullish(),
  individual_name: z.string().nullish(),
  // Stripe omits it unless it is requested.
  invoice_credit_balance: object.optional(),
  invoice_prefix: z.string().nullish(),
  invoice_settings: z
    .object({
      custom_fields: z.array(object).nullable(),
      default_payment_method: z.string().nullable(),
      footer: z.string().nullable(),
      rendering_options: object.nullable(),
    })
    .optional(),
  livemode: z.boolean().optional(),
  metadata: object.optional(),
  name: z.string().nullish(),
  next_invoice_sequence: z.int().nullish(),
  phone: z.string().nullish(),
  preferred_locales: z.array(z.string()).nullish(),
  shipping: Recipient.nullish(),
  sources: EmbeddedList.nullish(),
  subscriptions: EmbeddedList.nullish(),
  tax_exempt: z.enum(['none', 'exempt', 'reverse']).nullish(),
  test_clock: z.string().nullish(),
});

const DeletedCustomer = z.object({ id: z.string(), object: z.literal('customer'), deleted: z.boolean() });

const leftForTaxIds = 'Stripe replaced it in version 2019-12-03 with tax ids, which are a separate list';

const byId = z.object({ id: z.string().describe('Customer id') });

const editable = z.object({
  email: z.string().optional().describe('Email address of the customer'),
  name: z.string().optional().describe('Full name of the person or company'),
  description: z.string().optional().describe('Note for your own use'),
  phone: z.string().optional().describe('Telephone number'),
  address: z
    .strictObject({
      line1: z.string().optional().describe('Street and number, or post office box'),
      line2: z.string().optional().describe('Apartment, suite or building'),
      city: z.string().optional().describe('City, town or village'),
      state: z.string().optional().describe('State, county or region'),
      postal_code: z.string().optional().describe('Postal code'),
      country: z.string().optional().describe('Country as a two-letter ISO 3166 code'),
    })
    .optional()
    .describe('Postal address'),
  metadata,
});

/** https://docs.stripe.com/api/customers */
export const customers = defineEntity({
  name: 'customers',
  summary: 'People and companies that buy',
  keywords: ['buyer', 'client record', 'billing email', 'payer', 'paying customers', 'customer account'],
  record: Customer,
  key: 'id',
  actions: {
    list: stripe('GET /v1/customers', {
      summary: 'List customers, newest first',
      params: listParams.extend({
        email: z.string().optional().describe('Only customers with exactly this email address; case matters'),
        created,
      }),
    }),
    create: stripe('POST /v1/customers', { summary: 'Create a customer', params: editable }),
    get: stripe('GET /v1/customers/{id}', { summary: 'Get one customer', params: byId }),
    update: stripe('POST /v1/customers/{id}', {
      summary: 'Change a customer; omitted fields stay unchanged',
      params: byId.extend(editable.shape),
    }),
    delete: stripe('DELETE /v1/customers/{id}', {
      summary: 'Permanently delete a customer and cancel its subscriptions',
      params: byId,
      result: DeletedCustomer,
    }),
    api_search: stripe('GET /v1/customers/search', {
      summary: 'Search customers with the Stripe search query language',
      params: searchParams,
      ...searchPaging,
    }),
  },
  search: {
    title: ['name', 'email'],
    link: 'https://dashboard.stripe.com/customers/{id}',
    fields: [
      'address',
      'balance',
      'created',
      'currency',
      'default_source',
      'delinquent',
      'description',
      'discount',
      'email',
      'id',
      'invoice_prefix',
      'invoice_settings',
      'livemode',
      'metadata',
      'name',
      'next_invoice_sequence',
      'object',
      'phone',
      'preferred_locales',
      'shipping',
      'subscriptions',
      'tax_exempt',
      'test_clock',
    ],
    derived: {
      account_balance: from(z.int(), ({ balance }) => balance),
      cards: from(z.array(object), ({ sources }) => sources?.data.filter(isCard)),
      default_card: from(z.string(), ({ default_source: id }) => (id?.startsWith('card_') ? id : null)),
      is_deleted: isDeleted,
      // The contract makes it a text.
      sources: from(z.string(), ({ sources }) => sources && JSON.stringify(sources)),
      tax_info: absent(z.string(), leftForTaxIds),
      tax_info_verification: absent(z.string(), leftForTaxIds),
      updated,
    },
  },
  sync: { via: 'list', params: { limit: 100 }, cursor: createdLast },
});
