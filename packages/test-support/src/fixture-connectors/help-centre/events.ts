import { type ConnectorEvents, hmacSignature } from '@connectory/connector-sdk';
import { webhooks } from './webhooks.ts';

/** Events of a vendor that verifies the URL with a challenge, signs only the body, and sends events about comments without their id. */
export const events: ConnectorEvents = {
  documentation: 'https://help-centre.example.com/docs/events',
  entities: ['tickets', 'ticket_comments'],
  secret: 'Secret of the webhook, shown by Help Centre when it is created',
  signature: hmacSignature({ header: 'x-help-centre-signature', encoding: 'base64' }),
  registration: {
    webhooks,
    url: 'endpoint',
    topics: { at: 'subscription', all: ['ticket.changed', 'ticket.deleted', 'comment.created'] },
    permission: 'the permission of an administrator',
  },
  id: { header: 'x-help-centre-delivery' },
  handshake: ({ body }) =>
    typeof body?.challenge === 'string' ? { contentType: 'text/plain', body: body.challenge } : undefined,
  hints: ({ body }) => {
    if (body?.comment !== undefined) return [{ entity: 'ticket_comments' }];
    return body?.ticket === undefined
      ? []
      : [
          {
            entity: 'tickets',
            params: { ticket_id: body.ticket },
            key: { id: body.ticket },
            gone: body.deleted === true,
          },
        ];
  },
};
