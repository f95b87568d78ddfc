import { defineEntity, fromParam, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { helpCentreApi, listParams } from './adapter.ts';

const Ticket = z.object({
  id: z.int(),
  subject: z.string(),
  description: z.string().nullish(),
  status: z.enum(['new', 'open', 'pending', 'solved']),
  tags: z.array(z.string()),
  via: z.object({ channel: z.string() }),
  is_public: z.boolean(),
  requester_id: z.int().nullish(),
  created_at: time(),
});

const ticketInput = z.strictObject({
  subject: z.string().optional().describe('Subject line'),
  status: z.enum(['new', 'open', 'pending', 'solved']).optional().describe('State of the work'),
  tags: z.array(z.string()).optional().describe('All tags of the ticket'),
});
const newTicket = ticketInput.extend({
  subject: z.string().describe('Subject line'),
  description: z.string().optional().describe('Text of the first comment'),
  comment: z
    .strictObject({ body: z.string().optional().describe('Text of the first comment') })
    .optional()
    .describe('The first comment'),
});
const byTicket = z.object({ ticket_id: z.int().describe('Ticket id') });

/** Records and parameters wrapped in a named field, a create that supports an idempotency key and an update that does not. */
export const tickets = defineEntity({
  name: 'tickets',
  summary: 'Requests for help and the work on them',
  keywords: ['support case', 'complaint', 'unsolved'],
  record: Ticket,
  key: 'id',
  actions: {
    list: helpCentreApi('GET /tickets', { summary: 'List tickets', recordsAt: 'tickets', params: listParams }),
    get: helpCentreApi('GET /tickets/{ticket_id}', { summary: 'Get one ticket', recordAt: 'ticket', params: byTicket }),
    create: helpCentreApi('POST /tickets', {
      summary: 'Open a ticket',
      recordAt: 'ticket',
      params: z.object({ ticket: newTicket.describe('The new ticket') }),
      idempotencyHeader: 'idempotency-key',
    }),
    update: helpCentreApi('PUT /tickets/{ticket_id}', {
      summary: 'Change a ticket; what is left out stays as it is',
      recordAt: 'ticket',
      params: byTicket.extend({ ticket: ticketInput.describe('What to change') }),
    }),
  },
  search: {
    title: 'subject',
    link: 'https://{setting:subdomain}.help.example.com/tickets/{id}',
    fields: ['id', 'subject', 'description', 'status', 'tags', 'via', 'is_public', 'created_at'],
  },
  sync: { via: 'list', params: { per_page: 100 } },
});

/** A nested list, read for the copy ticket by ticket, and a search field that is a parameter. */
export const ticketComments = defineEntity({
  name: 'ticket_comments',
  summary: 'Replies and notes on a ticket',
  record: z.object({ id: z.int(), body: z.string(), public: z.boolean(), created_at: time() }),
  key: 'id',
  actions: {
    list: helpCentreApi('GET /tickets/{ticket_id}/comments', {
      summary: 'List the comments of a ticket',
      recordsAt: 'comments',
      params: byTicket.extend(listParams.shape),
    }),
    create: helpCentreApi('PUT /tickets/{ticket_id}', {
      summary: 'Add a comment to a ticket; answers the ticket',
      recordAt: 'ticket',
      params: byTicket.extend({ body: z.string().describe('Text of the comment') }),
      wire: ({ body }) => ({ body: { ticket: { comment: { body } } } }),
      result: Ticket,
    }),
  },
  search: { fields: ['id', 'body', 'public', 'created_at'], derived: { ticket_id: fromParam(z.int(), 'ticket_id') } },
  sync: { via: 'list', params: { per_page: 100 }, each: tickets, bind: { ticket_id: 'id' } },
});
