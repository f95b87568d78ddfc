import { type Connector, defineConnector } from '@connectory/connector-sdk';
import { upstream } from './adapter.ts';
import { attachments } from './attachments.ts';
import { events } from './events.ts';
import { ticketComments, tickets } from './tickets.ts';
import { users } from './users.ts';

/** A help centre: REST with JSON, numbered pages, OAuth or basic authentication, a required setting, files, a copy with partitions. */
export const helpCentre: Connector = defineConnector({
  id: 'help-centre',
  kind: 'customer support',
  vendor: 'Help Centre',
  version: '1.0.0',
  upstream,
  entities: [tickets, ticketComments, users, attachments],
  meanings: {
    content_type: 'Media type of the file',
    created_at: 'When it was created, as ISO 8601',
    public: 'Whether the requester sees the comment',
    role: 'What the user may do',
    size: 'Size of the file in bytes',
    status: 'State of the ticket',
    'ticket_comments.status': 'State of the ticket at the time of the comment',
  },
  personal: {
    name: 'name',
    contact: 'email',
    free_text: 'body description file_name subject tags',
    none: 'channel content_type content_url',
  },
  check: { entity: 'tickets', action: 'list', params: { per_page: 1 } },
  events,
});
