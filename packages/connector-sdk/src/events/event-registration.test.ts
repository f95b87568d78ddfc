import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEntity, restApi } from '../index.ts';
import { brokenRegistrationRule, type EventRegistration, secretSourceOf } from './event-registration.ts';

const api = restApi({});
const Webhook = z.object({ id: z.string(), target: z.string(), topic: z.string() });
const url = z.string().describe('Where events are sent to');
const byId = z.object({ id: z.string().describe('Webhook id') });

const webhooksWith = (create: z.ZodRawShape, ...without: readonly string[]) => {
  const actions = {
    list: api('GET /webhooks', { summary: 'List webhooks' }),
    create: api('POST /webhooks', { summary: 'Create a webhook', params: z.object(create) }),
    get: api('GET /webhooks/{id}/secret', { summary: 'Show the secret', params: byId }),
    delete: api('DELETE /webhooks/{id}', { summary: 'Delete a webhook', params: byId }),
  };
  const kept = Object.entries(actions).filter(([name]) => !without.includes(name));
  return defineEntity({
    name: 'webhooks',
    summary: 'Webhooks of the account',
    record: Webhook,
    key: 'id',
    actions: Object.fromEntries(kept) as typeof actions,
  });
};

const text = z.string().describe('A text');
const hmac = { kind: 'hmac' } as const;
const declared = [
  { name: 'projects', search: {}, sync: {} },
  { name: 'secrets', search: null, sync: null },
];
const registration = (given: Partial<EventRegistration>): EventRegistration => ({
  webhooks: webhooksWith({ url }),
  url: 'target',
  permission: 'the scope webhooks:write',
  ...given,
});

describe('a registration', () => {
  it('is sound, whoever chooses the secret', () => {
    const sound: readonly (readonly [Partial<EventRegistration>, string])[] = [
      [{ secretAt: 'secret' }, 'vendor'],
      [{ secretAt: 'secret', secretBy: 'get' }, 'vendor'],
      [{ webhooks: webhooksWith({ url, secret: text }) }, 'gateway'],
      [{}, 'user'],
    ];
    for (const [given, source] of sound) {
      expect(brokenRegistrationRule(registration(given), hmac, declared)).toBeNull();
      expect(secretSourceOf(registration(given), hmac)).toBe(source);
    }
    expect(secretSourceOf(registration({}), { kind: 'url' })).toBe('none');
  });

  it.each<[string, Partial<EventRegistration>, 'hmac' | 'ecdsa' | 'url']>([
    ['no action delete', { webhooks: webhooksWith({ url }, 'delete') }, 'hmac'],
    ['no action get', { webhooks: webhooksWith({ url }, 'get'), secretAt: 'secret', secretBy: 'get' }, 'hmac'],
    ['a secret that is nowhere', { secretBy: 'get' }, 'hmac'],
    ['create takes no url', { webhooks: webhooksWith({ target: text }) }, 'hmac'],
    ['nothing is signed with', { secretAt: 'secret' }, 'url'],
    ['although the vendor makes it', { webhooks: webhooksWith({ url, secret: text }), secretAt: 'secret' }, 'hmac'],
    ['although the vendor makes it', { webhooks: webhooksWith({ url, secret: text }) }, 'ecdsa'],
    ['topics exactly if', { topics: { at: 'topic', all: ['a'] } }, 'hmac'],
    ['topics exactly if', { webhooks: webhooksWith({ url, topic: text }) }, 'hmac'],
    ['no topic', { webhooks: webhooksWith({ url, topic: text }), topics: { at: 'topic', all: [] } }, 'hmac'],
    [
      'a secret each',
      { webhooks: webhooksWith({ url, topic: text }), topics: { at: 'topic', all: ['a'] }, secretAt: 'secret' },
      'hmac',
    ],
    ['which has no copy', { each: { entity: 'secrets', params: { id: 'id' } } }, 'hmac'],
    ['list takes no project', { each: { entity: 'projects', params: { project: 'id' } } }, 'hmac'],
    ['take nothing of it', { each: { entity: 'projects', params: {} } }, 'hmac'],
  ])('is refused: %s', (reason, given, kind) => {
    expect(brokenRegistrationRule(registration(given), { kind }, declared)).toContain(reason);
  });

  it('is refused for webhooks that are an entity as well', () => {
    const entities = [...declared, { name: 'webhooks', search: null, sync: null }];
    expect(brokenRegistrationRule(registration({}), hmac, entities)).toContain('which is an entity as well');
  });
});
