import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { stripe } from '../adapter.ts';
import { Invoice } from '../records/invoice.ts';

/** https://docs.stripe.com/api/invoices/finalize */
export const invoiceFinalizations = defineEntity({
  name: 'invoice_finalizations',
  summary: 'Finalizations of draft invoices, which can then be paid',
  keywords: ['draft payable', 'issue the draft', 'lock the invoice', 'finalise invoice', 'finalize invoice'],
  record: Invoice,
  key: 'id',
  actions: {
    create: stripe('POST /v1/invoices/{id}/finalize', {
      summary: 'Finalize a draft invoice, so that it can be paid or collected; it cannot be edited afterwards',
      effect: 'outward',
      params: z.object({
        id: z.string().describe('Id of the draft invoice'),
        auto_advance: z.boolean().optional().describe('True lets Stripe collect the invoice automatically'),
      }),
    }),
  },
});
