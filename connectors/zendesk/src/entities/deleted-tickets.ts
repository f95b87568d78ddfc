import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { listParams, sortOrder } from '../shared.ts';

const DeletedTicket = z.object({
  id: z.int(),
  subject: z.string().nullish(),
  description: z.string().nullish(),
  deleted_at: time().nullish(),
  previous_state: z.string().nullish(),
  actor: z.object({ id: z.int().nullish(), name: z.string().nullish() }).nullish(),
});

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#list-deleted-tickets */
export const deletedTickets = defineEntity({
  name: 'deleted_tickets',
  summary: 'Tickets that were deleted and are not yet erased',
  keywords: ['trash', 'threw away', 'tickets removed by mistake', 'thrown away', 'bin', 'deleted by accident'],
  record: DeletedTicket,
  key: 'id',
  actions: {
    list: zendesk('GET /deleted_tickets', {
      summary: 'List the tickets deleted within the last 30 days',
      recordsAt: 'deleted_tickets',
      wire: byCursor(),
      params: listParams.extend({
        sort_by: z.enum(['id', 'subject', 'deleted_at']).optional().describe('Field to sort by'),
        sort_order: sortOrder,
      }),
    }),
  },
  search: { title: 'subject', fields: ['id', 'subject', 'description', 'deleted_at', 'previous_state', 'actor'] },
  sync: { via: 'list', params: { per_page: 100 } },
});
