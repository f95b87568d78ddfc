import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { Ticket, withRating } from './tickets.ts';

/** https://developer.zendesk.com/documentation/ticketing/managing-tickets/adding-ticket-attachments-with-the-api/ */
export const ticketAttachments = defineEntity({
  name: 'ticket_attachments',
  beyondContract: true,
  summary: 'Uploaded files that are attached to tickets, each with a comment',
  keywords: ['send a file to the customer', 'add a screenshot to a ticket', 'comment with an attachment'],
  record: Ticket,
  key: 'id',
  actions: {
    create: zendesk('PUT /tickets/{ticket_id}', {
      summary: 'Comment on a ticket with uploaded files',
      effect: 'outward',
      recordAt: 'ticket',
      params: z.object({
        ticket_id: z.int().describe('Ticket id'),
        body: z.string().min(1).describe('The comment as plain text'),
        uploads: z.array(z.string()).min(1).describe('Tokens of the files, from uploads upload'),
        public: z
          .boolean()
          .default(false)
          .describe('true: the requester sees it and is notified; false: internal note'),
      }),
      toRecord: withRating,
      wire: (comment) => ({ body: { ticket: { comment } } }),
    }),
  },
});
