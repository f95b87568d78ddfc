import { defineEntity, from, type Paging, page, type RawValue, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byNumber, eitherWay, firstOf, neighbors } from '../paging.ts';
import { listParams, object } from '../shared.ts';

const TicketAudit = z.object({
  id: z.int(),
  ticket_id: z.int(),
  author_id: z.int(),
  metadata: object,
  via: object,
  events: z.array(object),
  created_at: time(),
});

const auditParams = listParams
  .extend({
    ticket_id: z.int().optional().describe('Only the audits of this ticket; omit it for those of all tickets'),
    page: z.int().min(1).optional().describe('Number of the page, from 1; beyond 1 only together with ticket_id'),
    cursor: z
      .string()
      .optional()
      .describe('Cursor of the list of all tickets, from next_params; has no effect if ticket_id is set'),
  })
  .refine(({ ticket_id, page: number = 1 }) => ticket_id !== undefined || number === 1, {
    path: ['page'],
    error: 'must be 1 without ticket_id, because Zendesk has no page numbers there; follow next_params instead',
  });

// Zendesk starts with the newest audit, and "before" leads back in time; "after" would wait for audits yet to come. Whether there are
// more of them is not said, so the last page is an empty one.
const pagesOfAllTickets = [
  page.cursor({ param: 'cursor', size: 'per_page', next: 'meta.before_cursor', end: null }),
  page.cursor({ param: 'cursor', size: 'per_page', next: 'before_cursor', end: null }),
];

const auditPaging: Paging = {
  ...eitherWay,
  endsEmpty: true,
  reads: [...eitherWay.reads, ...pagesOfAllTickets.flatMap(({ reads }) => reads)],
  next: (current) => {
    if (current.params.ticket_id !== undefined) return byNumber.next(current);
    if (current.count === 0) return null;
    return pagesOfAllTickets.map(({ next }) => next(current)).find((params) => params !== null) ?? null;
  },
};

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_audits/ */
export const ticketAudits = defineEntity({
  name: 'ticket_audits',
  summary: 'What was changed on tickets, when and by whom',
  keywords: ['who set the priority', 'who closed', 'audit trail', 'who touched', 'ticket history'],
  record: TicketAudit,
  key: 'id',
  actions: {
    list: zendesk(['GET /tickets/{ticket_id}/audits', 'GET /ticket_audits'], {
      summary: 'List the audits of one ticket, oldest first, or of all tickets that are not archived, newest first',
      recordsAt: 'audits',
      params: auditParams,
      wire: ({ page: number, per_page, cursor }, { ticket_id }) =>
        ticket_id === undefined
          ? { query: { 'page[size]': per_page ?? 100, 'page[before]': cursor } }
          : { query: { page: number, per_page } },
      paging: auditPaging,
      meta: {
        ...neighbors,
        next_page: firstOf(z.string().nullable(), 'next_page', 'before_url', 'links.prev'),
        previous_page: firstOf(z.string().nullable(), 'previous_page', 'after_url', 'links.next'),
      },
    }),
  },
  search: {
    fields: ['author_id', 'created_at', 'events', 'id', 'metadata', 'ticket_id', 'via'],
    derived: {
      attachments: from(z.array(object), ({ events }) => events.flatMap((event: RawValue) => event.attachments ?? [])),
    },
  },
  sync: { via: 'list', params: { per_page: 100 } },
});
