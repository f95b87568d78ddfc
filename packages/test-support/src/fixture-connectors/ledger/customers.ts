import { defineEntity, from } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byId, createdLast, ledgerApi, listParams, searching } from './adapter.ts';

const Customer = z.object({
  id: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  description: z.string().nullish(),
  created: z.int().optional(),
  delinquent: z.boolean().nullish(),
  invoice_settings: z.object({ footer: z.string().nullable(), terms: z.string().nullable() }).optional(),
  sources: z.object({ data: z.array(z.object({ id: z.string() })) }).nullish(),
});

const editable = z.object({
  name: z.string().optional().describe('Full name of the person or company'),
  email: z.string().optional().describe('Email address'),
  description: z.string().optional().describe('Note for your own use'),
});

/** Every action with a JSON response, a nested object, and a search field computed from the record. */
export const customers = defineEntity({
  name: 'customers',
  summary: 'People and companies that buy',
  keywords: ['client', 'buyer', 'shopper'],
  record: Customer,
  key: 'id',
  actions: {
    list: ledgerApi('GET /v1/customers', { summary: 'List customers, newest first', params: listParams }),
    create: ledgerApi('POST /v1/customers', { summary: 'Create a customer', params: editable }),
    get: ledgerApi('GET /v1/customers/{id}', { summary: 'Get one customer', params: byId }),
    update: ledgerApi('POST /v1/customers/{id}', {
      summary: 'Change a customer; omitted fields stay unchanged',
      params: byId.extend(editable.shape),
    }),
    delete: ledgerApi('DELETE /v1/customers/{id}', {
      summary: 'Delete a customer for good',
      params: byId,
      result: z.object({ id: z.string(), deleted: z.boolean() }),
    }),
    api_search: ledgerApi('GET /v1/customers/search', { summary: 'Search customers', ...searching }),
  },
  search: {
    title: 'name',
    fields: ['id', 'name', 'email', 'description', 'created', 'delinquent', 'invoice_settings'],
    derived: { sources: from(z.string(), ({ sources }) => sources && JSON.stringify(sources)) },
  },
  sync: { via: 'list', params: { limit: 100 }, cursor: createdLast },
});
