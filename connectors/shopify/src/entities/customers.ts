import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Customer } from '../records/customer.ts';
import { AddressParam } from '../records/sale-params.ts';
import { byTime, changesOnly, Deleted, id, paged, settable, under } from '../shared.ts';

const byId = z.object({ customer_id: id('customer') });

const consent = (channel: string) =>
  z
    .strictObject({
      state: z.enum(['subscribed', 'unsubscribed', 'not_subscribed', 'pending']).describe('Whether they agreed'),
      opt_in_level: z
        .enum(['single_opt_in', 'confirmed_opt_in', 'unknown'])
        .optional()
        .describe('Whether the agreement was confirmed by a second step'),
      consent_updated_at: settable.time('When they agreed or withdrew'),
    })
    .optional()
    .describe(`Agreement to marketing by ${channel}; record only what the customer has said`);

const editable = z.object({
  first_name: settable.text('First name'),
  last_name: settable.text('Last name'),
  email: settable.text('Email address; no two customers can have the same'),
  phone: settable.text('Telephone number with country code; no two customers can have the same'),
  note: settable.text('Note for staff'),
  tags: settable.tags(),
  tax_exempt: settable.flag('Whether the customer pays no taxes'),
  email_marketing_consent: consent('email'),
  sms_marketing_consent: consent('text message'),
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/customer */
export const customers = defineEntity({
  name: 'customers',
  summary: 'People and companies that buy or have subscribed',
  keywords: ['buyer', 'client'],
  record: Customer,
  key: 'id',
  actions: {
    list: shopifyList('GET /customers.json', {
      summary: 'List customers',
      params: z.object({ ...paged, ...byTime }),
      recordsAt: 'customers',
    }),
    get: shopify('GET /customers/{customer_id}.json', {
      summary: 'Get one customer',
      params: byId,
      recordAt: 'customer',
    }),
    create: shopify('POST /customers.json', {
      beyondContract: true,
      summary: 'Create a customer with a name, an email address or a telephone number; no invitation is sent',
      params: editable.extend({
        addresses: z.array(AddressParam).optional().describe('Addresses; the first becomes the default one'),
      }),
      wire: under('customer'),
      recordAt: 'customer',
    }),
    update: shopify('PUT /customers/{customer_id}.json', {
      beyondContract: true,
      summary: 'Change a customer; omitted fields stay unchanged',
      params: byId.extend(editable.shape),
      wire: under('customer'),
      recordAt: 'customer',
    }),
    delete: shopify('DELETE /customers/{customer_id}.json', {
      beyondContract: true,
      summary: 'Delete a customer who has no orders',
      params: byId,
      result: Deleted,
    }),
  },
  search: {
    title: ['first_name', 'last_name', 'email'],
    link: 'https://{setting:shop}.myshopify.com/admin/customers/{id}',
    fields: [
      'id',
      'email',
      'phone',
      'first_name',
      'last_name',
      'state',
      'orders_count',
      'total_spent',
      'currency',
      'created_at',
      'updated_at',
    ],
  },
  sync: changesOnly,
});
