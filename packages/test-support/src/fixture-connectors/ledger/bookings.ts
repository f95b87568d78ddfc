import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byId, createdLast, ledgerApi, listParams, searching } from './adapter.ts';

const Booking = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  customer: z.string().nullable(),
  created: z.int(),
});
const searched = ['id', 'amount', 'currency', 'customer', 'created'] as const;

/** Reads only, including the vendor's search. */
export const charges = defineEntity({
  name: 'charges',
  summary: 'Money that was taken from customers',
  record: Booking,
  key: 'id',
  actions: {
    list: ledgerApi('GET /v1/charges', { summary: 'List charges, newest first', params: listParams }),
    get: ledgerApi('GET /v1/charges/{id}', { summary: 'Get one charge', params: byId }),
    api_search: ledgerApi('GET /v1/charges/search', { summary: 'Search charges', ...searching }),
  },
  search: { fields: searched },
  sync: { via: 'list', params: { limit: 100 }, cursor: createdLast },
});

/** A write that returns money, which a gateway does not treat as an ordinary one. */
export const refunds = defineEntity({
  name: 'refunds',
  summary: 'Money that was given back',
  record: Booking,
  key: 'id',
  actions: {
    list: ledgerApi('GET /v1/refunds', { summary: 'List refunds, newest first', params: listParams }),
    create: ledgerApi('POST /v1/refunds', {
      summary: 'Give money back',
      effect: 'outward',
      params: z.object({
        charge: z.string().describe('Id of the charge'),
        amount: z.int().min(1).optional().describe('How much, in the smallest unit of the currency'),
      }),
    }),
  },
  search: { fields: searched },
  sync: { via: 'list', params: { limit: 100 }, cursor: createdLast },
});
