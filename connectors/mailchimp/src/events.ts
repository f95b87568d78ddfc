import { type ConnectorEvents, type EventHint, hexDigest, type RawValue, secretUrl } from '@connectory/connector-sdk';
import { webhooks } from './webhooks.ts';

/** Mailchimp identifies a member of an audience by the MD5 digest of the address in lower case. */
const hashOf = (email: unknown) => hexDigest('md5', String(email).toLowerCase());

function memberHint(list: unknown, email: unknown, gone = false): EventHint {
  const id = hashOf(email);
  return { entity: 'list_members', params: { list_id: list, subscriber_hash: id }, key: { id }, gone };
}

function hintsOf(body: RawValue): readonly EventHint[] {
  const list = body['data[list_id]'];
  switch (body.type) {
    case 'upemail':
      return [memberHint(list, body['data[old_email]'], true), memberHint(list, body['data[new_email]'])];
    case 'subscribe':
    case 'unsubscribe':
    case 'profile':
    case 'cleaned':
      return [memberHint(list, body['data[email]'], body['data[action]'] === 'delete')];
    case 'campaign': {
      const id = body['data[id]'];
      return ['campaigns', 'reports'].map((entity) => ({ entity, params: { campaign_id: id }, key: { id } }));
    }
    default:
      return [];
  }
}

/** https://mailchimp.com/developer/marketing/guides/sync-audience-data-webhooks/ */
export const events: ConnectorEvents = {
  documentation: 'https://mailchimp.com/developer/marketing/guides/sync-audience-data-webhooks/',
  entities: ['list_members', 'campaigns', 'reports'],
  signature: secretUrl,
  registration: {
    webhooks,
    url: 'url',
    each: { entity: 'lists', params: { list_id: 'id' } },
    permission: 'an API key of a user who manages the audience',
  },
  // Mailchimp requests the URL once before it accepts it.
  handshake: ({ method }) => (method === 'GET' ? { contentType: 'text/plain', body: '' } : undefined),
  hints: ({ body }) => (body === undefined ? [] : hintsOf(body)),
};
