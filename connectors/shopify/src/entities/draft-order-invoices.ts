import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { id, settable, texts, under } from '../shared.ts';

const Invoice = z.object({
  to: z.string().describe('Email address of the customer'),
  from: z.string().describe('Email address of the shop'),
  subject: z.string().describe('Subject of the email'),
  custom_message: z.string().describe('Text of the email'),
  bcc: texts.describe('Email addresses of the shop that got a copy'),
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/draftorder#post-draft-orders-draft-order-id-send-invoice */
export const draftOrderInvoices = defineEntity({
  name: 'draft_order_invoices',
  summary: 'Emails to customers with the link at which they pay a draft order',
  keywords: ['send the quote', 'invoice by email', 'payment link', 'ask for payment'],
  beyondContract: true,
  record: Invoice,
  key: null,
  actions: {
    create: shopify('POST /draft_orders/{draft_order_id}/send_invoice.json', {
      summary: 'Email the invoice of a draft order to the customer',
      effect: 'outward',
      params: z.object({
        draft_order_id: id('draft order'),
        to: settable.text('Email address; by default that of the draft order'),
        from: settable.text('Email address of the shop or of a member of staff'),
        bcc: z.array(z.string()).optional().describe('Email addresses of the shop that get a copy'),
        subject: settable.text('Subject of the email'),
        custom_message: settable.text('Text above the invoice'),
      }),
      wire: under('draft_order_invoice'),
      recordAt: 'draft_order_invoice',
    }),
  },
});
