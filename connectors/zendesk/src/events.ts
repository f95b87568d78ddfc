import {
  type ConnectorEvents,
  type EventHint,
  hmacSignature,
  ownMember,
  type RawValue,
} from '@connectory/connector-sdk';
import { webhooks } from './webhooks.ts';

interface Kind {
  readonly entity: string;
  readonly param: string;
}

/** Entities with events, by the domain of Zendesk's events. */
export const kinds: Readonly<Record<string, Kind>> = {
  ticket: { entity: 'tickets', param: 'ticket_id' },
  user: { entity: 'users', param: 'user_id' },
  organization: { entity: 'organizations', param: 'organization_id' },
  article: { entity: 'articles', param: 'id' },
};

const removals = ['deleted', 'soft_deleted', 'permanently_deleted', 'unpublished'];

function hintsOf({ type, subject, event }: RawValue): readonly EventHint[] {
  const [, domain = '', verb = ''] = /^zen:event-type:(\w+)\.(\w+)$/.exec(String(type)) ?? [];
  const id = Number(/^zen:\w+:(\d+)$/.exec(String(subject))?.[1]);
  const kind = ownMember(kinds, domain);
  if (kind === undefined || !Number.isSafeInteger(id)) return [];
  const hint = { entity: kind.entity, params: { [kind.param]: id }, key: { id }, gone: removals.includes(verb) };
  if (verb === 'comment_added') return [hint, newComment(id, Number(event?.comment?.id))];
  return verb.startsWith('comment_') ? [hint, { entity: 'ticket_comments' }] : [hint];
}

/** The newest comments come first, so that a new one is on the first page. */
const newComment = (ticket: number, id: number): EventHint =>
  Number.isSafeInteger(id)
    ? { entity: 'ticket_comments', params: { ticket_id: ticket, sort_order: 'desc' }, key: { id } }
    : { entity: 'ticket_comments' };

/** https://developer.zendesk.com/api-reference/webhooks/event-types/webhook-event-types/ */
export const events: ConnectorEvents = {
  documentation: 'https://developer.zendesk.com/api-reference/webhooks/event-types/webhook-event-types/',
  entities: [...Object.values(kinds).map(({ entity }) => entity), 'ticket_comments'],
  secret: 'Signing secret of the webhook, shown by Zendesk in Admin Center under Apps and integrations → Webhooks',
  signature: hmacSignature({
    header: 'x-zendesk-webhook-signature',
    encoding: 'base64',
    content: '{timestamp}{body}',
    timestamp: { header: 'x-zendesk-webhook-signature-timestamp', unit: 'iso-8601' },
  }),
  registration: {
    webhooks,
    url: 'endpoint',
    secretAt: 'secret',
    secretBy: 'get',
    permission: 'an administrator as its user',
  },
  id: { body: 'id' },
  hints: ({ body }) => (body === undefined ? [] : hintsOf(body)),
};
