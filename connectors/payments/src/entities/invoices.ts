import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { searchPaging, stripe } from '../adapter.ts';
import { Invoice, sampleInvoice } from '../records/invoice.ts';
import { collectionMethod, created, customerAccount, listParams, metadata, searchParams } from '../shared.ts';

/** Contract A5, invoices; https://docs.stripe.com/api/invoices */
export const invoices = defineEntity({
  name: 'invoices',
  summary: 'What customers owe or have paid, as statements',
  record: Invoice,
  key: 'id',
  actions: {
    list: stripe('GET /v1/invoices', {
      summary: 'List invoices, newest first',
      params: listParams.extend({
        collection_method: collectionMethod.optional().describe('Only invoices paid in this way'),
        created,
        customer: z.string().optional().describe('Only invoices of this customer id'),
        customer_account: customerAccount,
        status: z
          .enum(['draft', 'open', 'paid', 'uncollectible', 'void'])
          .optional()
          .describe('Only invoices in this state'),
        subscription: z.string().optional().describe('Only invoices of this subscription id'),
      }),
    }),
    create: stripe('POST /v1/invoices', {
      summary: 'Create a draft invoice for a customer',
      params: z.object({
        customer: z.string().describe('Id of the customer to bill'),
        auto_advance: z.boolean().optional().describe('True lets Stripe finalize and collect the invoice by itself'),
        collection_method: collectionMethod
          .optional()
          .describe('Charge the default payment method, or e-mail the invoice with payment instructions'),
        description: z.string().optional().describe('Memo shown to the customer on the invoice'),
        days_until_due: z.int().optional().describe('Days the customer has to pay; only with send_invoice'),
        due_date: z.int().optional().describe('Unix time payment is due at; only with send_invoice'),
        footer: z.string().optional().describe('Text at the foot of the invoice'),
        metadata,
        pending_invoice_items_behavior: z
          .enum(['exclude', 'include'])
          .optional()
          .describe("Whether the customer's pending invoice items go onto this invoice"),
      }),
    }),
    get: stripe('GET /v1/invoices/{id}', {
      summary: 'Get one invoice',
      params: z.object({ id: z.string().describe('Invoice id') }),
    }),
    api_search: stripe('GET /v1/invoices/search', {
      summary: 'Search invoices with the Stripe search query language',
      params: searchParams,
      ...searchPaging,
    }),
  },
  sample: sampleInvoice(['paid', 'paid', 'paid', 'open', 'draft']),
});
