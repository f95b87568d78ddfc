import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { stripe } from '../adapter.ts';
import { Invoice } from '../records/invoice.ts';

/** https://docs.stripe.com/api/invoices/send */
export const invoiceSends = defineEntity({
  name: 'invoice_sends',
  summary: 'Emails that send an invoice to its customer',
  keywords: ['e mail', 'bill', 'never got the invoice', 'resend the bill', 'billing document', 'invoice again'],
  record: Invoice,
  key: 'id',
  actions: {
    create: stripe('POST /v1/invoices/{id}/send', {
      summary: 'Email an invoice to its customer now, outside the schedule; in test mode nothing is sent',
      effect: 'outward',
      params: z.object({ id: z.string().describe('Id of the invoice to send') }),
    }),
  },
});
