import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byId, createdLast, ledgerApi, listParams } from './adapter.ts';

const Invoice = z.object({
  id: z.string(),
  status: z.enum(['draft', 'open', 'paid']),
  amount_due: z.int(),
  customer: z.string().nullable(),
  created: z.int(),
});

/** Only a list. */
export const invoices = defineEntity({
  name: 'invoices',
  summary: 'What customers are asked to pay',
  keywords: ['bill', 'owe', 'overdue'],
  record: Invoice,
  key: 'id',
  actions: { list: ledgerApi('GET /v1/invoices', { summary: 'List invoices, newest first', params: listParams }) },
  search: { fields: ['id', 'status', 'amount_due', 'customer', 'created'] },
  sync: { via: 'list', params: { limit: 100 }, cursor: createdLast },
});

/** A single write, with an effect on people. */
export const invoiceSends = defineEntity({
  name: 'invoice_sends',
  summary: 'The step that emails an invoice to its customer',
  record: Invoice,
  key: 'id',
  actions: {
    create: ledgerApi('POST /v1/invoices/{id}/send', {
      summary: 'Email an invoice to its customer now',
      effect: 'outward',
      params: byId,
    }),
  },
});

/** Writes only. */
export const prices = defineEntity({
  name: 'prices',
  summary: 'What a thing costs',
  record: z.object({ id: z.string(), unit_amount: z.int(), currency: z.string() }),
  key: 'id',
  actions: {
    create: ledgerApi('POST /v1/prices', {
      summary: 'Add a price',
      params: z.object({
        unit_amount: z.int().describe('Price of one, in the smallest unit of the currency'),
        currency: z.string().describe('Currency as a three-letter ISO 4217 code'),
      }),
    }),
  },
});

/** One record without a key and without a copy. */
export const balance = defineEntity({
  name: 'balance',
  summary: 'The money in the account',
  record: z.object({ available: z.int(), pending: z.int() }),
  key: null,
  actions: { get: ledgerApi('GET /v1/balance', { summary: 'Get the available and pending balance' }) },
});
