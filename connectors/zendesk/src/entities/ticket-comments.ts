import { absent, defineEntity, from, fromParam, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { listParams, object, sortOrder } from '../shared.ts';
import { byTicket, commentInput, Ticket, tickets, withRating } from './tickets.ts';

const TicketComment = z.object({
  id: z.int(),
  type: z.string(),
  body: z.string(),
  html_body: z.string(),
  plain_body: z.string(),
  public: z.boolean(),
  author_id: z.int().nullish(),
  attachments: z.array(object),
  audit_id: z.int(),
  via: object,
  metadata: object,
  created_at: time(),
});

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_comments/ */
export const ticketComments = defineEntity({
  name: 'ticket_comments',
  summary: 'Public replies and internal notes on a ticket',
  keywords: ['answer', 'answer the customer', 'case', 'conversation', 'customer issue', 'private note'],
  record: TicketComment,
  key: 'id',
  actions: {
    create: zendesk('PUT /tickets/{ticket_id}', {
      summary:
        'Reply to a ticket: a public comment is emailed to the requester, an internal note is not; returns the ticket',
      effect: 'outward',
      recordAt: 'ticket',
      params: byTicket.extend({
        ticket: z
          .strictObject({
            comment: commentInput
              .extend({ body: z.string().describe('The comment as plain text') })
              .describe('The comment to add'),
          })
          .describe('The ticket with its new comment'),
      }),
      result: Ticket,
      toRecord: withRating,
    }),
    list: zendesk('GET /tickets/{ticket_id}/comments', {
      summary: 'List the comments of a ticket in the order they were made',
      recordsAt: 'comments',
      wire: byCursor({ fields: ['created_at'], usual: 'created_at' }),
      params: byTicket.extend({
        ...listParams.shape,
        include_inline_images: z
          .boolean()
          .default(false)
          .describe('Whether to include inline images among the attachments'),
        sort_order: sortOrder,
      }),
    }),
  },
  search: {
    link: 'https://{setting:subdomain}.zendesk.com/agent/tickets/{ticket_id}',
    fields: [
      'attachments',
      'audit_id',
      'author_id',
      'body',
      'created_at',
      'html_body',
      'id',
      'metadata',
      'plain_body',
      'public',
      'type',
      'via',
    ],
    derived: {
      event_type: from(z.string(), ({ type }) => type),
      ticket_id: fromParam(z.int(), 'ticket_id'),
      timestamp: from(time('unix-seconds', z.int()), ({ created_at }) => Math.floor(Date.parse(created_at) / 1000)),
      uploads: absent(z.array(z.string()), 'write-only: Zendesk never returns it'),
      via_reference_id: absent(z.int(), "only in Zendesk's export of ticket events"),
    },
  },
  sync: {
    via: 'list',
    params: { per_page: 100 },
    each: tickets,
    changedBy: 'updated_at',
    bind: { ticket_id: 'id' },
  },
});
