import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auth } from './authentication.ts';
import { type ConnectorDefinition, contractVersion, defineConnector } from './connector.ts';
import { defineEntity } from './entity.ts';
import { page } from './page.ts';
import { eachOfSetting } from './parent.ts';
import { restApi } from './rest-api.ts';
import { defineUpstream } from './upstream.ts';
import { credential, day, setting } from './value.ts';

const api = restApi({ paging: page.cursor({ param: 'cursor', next: 'next' }) });
const listParams = z.object({ cursor: z.string().optional().describe('Cursor') });
const list = api('GET /items', { summary: 'List', params: listParams });
const record = z.object({ id: z.string() });
const entity = (name: string, actions = { list }) =>
  defineEntity({ name, summary: 'Items', record, key: 'id', actions });
const items = entity('items');

const definition: ConnectorDefinition = {
  id: 'toy-shop',
  kind: 'toys',
  vendor: 'Toy',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://api.example.com',
    documentation: 'https://example.com/docs',
    version: { pinned: '1', sunset: null },
    authentication: { api_key: auth.bearer('api_key', 'Key') },
    failure: { message: ['message'] },
  }),
  entities: [items],
  check: { entity: 'items', action: 'list', params: {} },
};

const define = (change: Partial<ConnectorDefinition>) => () => defineConnector({ ...definition, ...change });

describe('defineConnector', () => {
  it('gives the definition with the contract version, frozen', () => {
    const connector = defineConnector(definition);
    expect(connector).toEqual({ ...definition, contract: contractVersion });
    expect(Object.isFrozen(connector)).toBe(true);
  });

  it.each(['Toy', 'toy_shop', 'toy--shop', '-toy', 'toy-', '1toy', 'toy shop', ''])('refuses the id %j', (id) => {
    expect(define({ id })).toThrow(new TypeError(`connector ${id}, id: must be lower-case words joined by hyphens`));
  });

  it.each(['toy', 'toy-shop', 'b2-toy-2'])('accepts the id %j', (id) => {
    expect(define({ id })).not.toThrow();
  });

  it.each([
    ['M0 0h24v24H0z', '#12ab', 'color must be #rrggbb'],
    ['M0 0"/><script>', '#123abc', 'path must be the d of an SVG path'],
    ['M'.repeat(8_001), '#123abc', 'path must be the d of an SVG path'],
  ])('refuses the logo %.20s in %s', (path, color, rule) => {
    expect(define({ logo: { path, color } })).toThrow(new TypeError(`connector toy-shop, logo: ${rule}`));
  });

  it('refuses a quota of a route that no action has', () => {
    const quotaOf = (ending: string) => {
      const limits = { quotas: [{ requests: 1, seconds: 60, routes: [ending] }] };
      return define({ upstream: { ...definition.upstream, limits } });
    };
    expect(quotaOf('GET /items')).not.toThrow();
    expect(quotaOf('/itmes')).toThrow(new TypeError('connector toy-shop, limits: no route ends with /itmes'));
  });

  it.each(['Items', 'item-lists', 'item__lists', '_items', 'items_', '2_items'])(
    'refuses the entity name %j',
    (name) => {
      expect(define({ entities: [items, entity(name)] })).toThrow(
        new TypeError(`connector toy-shop, ${name}: entity names are lower snake case`),
      );
    },
  );

  it('refuses an entity that is declared twice', () => {
    expect(define({ entities: [items, entity('items')] })).toThrow('connector toy-shop, items: is declared twice');
  });

  it.each([
    ['no description', z.object({ cursor: z.string().optional() })],
    ['an empty description', z.object({ cursor: z.string().optional().describe('') })],
  ])('refuses a parameter with %s', (_, params) => {
    const undescribed = entity('items', { list: api('GET /items', { summary: 'List', params }) as typeof list });
    expect(define({ entities: [undescribed] })).toThrow('items list: parameter cursor has no description');
  });

  it('refuses an action without a summary', () => {
    const silent = api('GET /items', { summary: '', params: listParams });
    expect(define({ entities: [entity('items', { list: silent })] })).toThrow('items list: has no summary');
  });

  it.each([
    ['a day that is none', { since: '2026-11-21', until: 'next year' }, 'something that is no ISO date'],
    ['an end before its beginning', { since: '2026-11-21', until: '2026-11-21' }, 'a day that does not follow'],
    ['no way to go on', { instead: ' ' }, 'without saying what to call instead'],
  ])('refuses a deprecation with %s', (_, change, rule) => {
    const deprecated = { since: '2026-11-21', until: '2027-06-01', instead: 'Call get.' };
    const marked = (mark: typeof deprecated) =>
      define({ entities: [entity('items', { list: { ...list, deprecated: mark } })] });
    expect(marked(deprecated)).not.toThrow();
    expect(marked({ ...deprecated, ...change })).toThrow(rule);
  });

  it('refuses a cursor that keeps a parameter the list does not have', () => {
    const listing = (alone: readonly string[]) =>
      defineEntity({
        name: 'items',
        summary: 'Items',
        record,
        key: 'id',
        actions: {
          list: api('GET /items', {
            summary: 'List',
            params: z.object({ limit: z.int().optional().describe('Size') }),
            paging: page.cursor({ param: 'cursor', next: 'next', alone }),
          }),
        },
      });
    expect(define({ entities: [listing(['size'])] })).toThrow(
      'items list: keeps size with its cursor, which is not one of its parameters',
    );
    expect(define({ entities: [listing(['limit'])] })).not.toThrow();
  });

  it('refuses a match by something which is no parameter', () => {
    const get = { ...api('GET /items', { summary: 'Get' }), match: { id: 'item_id' } };
    const matched = defineEntity({ name: 'items', summary: 'Items', record, key: 'id', actions: { list, get } });
    expect(define({ entities: [matched] })).toThrow(
      'connector toy-shop, items get: matches rows by item_id, which is not one of its parameters',
    );
  });

  it('does not ask a get for the paging parameter of its upstream', () => {
    const get = api('GET /items/{id}', { summary: 'Get', params: z.object({ id: z.string().describe('Id') }) });
    const gettable = defineEntity({ name: 'items', summary: 'Items', record, key: 'id', actions: { list, get } });
    expect(define({ entities: [gettable] })).not.toThrow();
  });

  it('refuses a sync plan that reads an action the entity does not have', () => {
    const synced = { ...items, sync: { via: 'api_search' } };
    expect(define({ entities: [synced] })).toThrow('connector toy-shop, items sync: has no action api_search');
  });

  it('refuses a sync plan below an entity the connector does not have', () => {
    const below = defineEntity({
      name: 'notes',
      summary: 'Notes',
      record,
      key: 'id',
      actions: { list },
      sync: { via: 'list', each: items, bind: { cursor: 'id' } },
    });
    expect(define({ entities: [items, below] })).not.toThrow();
    expect(define({ entities: [below], check: { entity: 'notes', action: 'list', params: {} } })).toThrow(
      'connector toy-shop, notes sync: no entity items',
    );
  });

  describe('of a sync plan', () => {
    const upstream = { ...definition.upstream, settings: z.object({ shops: z.array(z.string()).optional() }) };
    const withPlan = (sync: object) =>
      define({ upstream, entities: [items, { ...entity('notes'), sync: { via: 'list', ...sync } }] });
    const unlisted = { ...items, name: 'unlisted', actions: {} };

    it.each([
      ['a setting', { each: eachOfSetting('shops', ['shop']), bind: { cursor: 'shop' } }],
      [
        'a setting, else an entity',
        { each: eachOfSetting('shops', ['id'], { otherwise: items }), where: { eq: { id: 'a' } } },
      ],
      ['values', { params: { cursor: setting('shops', { otherwise: day(-1) }) } }],
      ['a cursor that looks back', { cursor: { field: 'id', param: 'cursor', lookBack: { hours: 6 } }, revision: 2 }],
    ])('accepts %s', (_, sync) => {
      expect(withPlan(sync)).not.toThrow();
    });

    it.each([
      ['the upstream has no setting stores', { each: eachOfSetting('stores', ['store']) }],
      [
        'the upstream has no setting stores',
        { params: { cursor: setting('shops', { otherwise: setting('stores') }) } },
      ],
      ['a credential may only fill places of the upstream', { params: { cursor: credential('api_key') } }],
      ['no entity unlisted', { each: eachOfSetting('shops', ['id'], { otherwise: unlisted }) }],
      ['where filters the records of a parent, and each names none', { where: { eq: { id: 'a' } } }],
      ['entries of a setting are not filtered', { each: eachOfSetting('shops', ['id']), where: { eq: { id: 'a' } } }],
      ['revisions count from 1', { revision: 0 }],
      ['a batch has 2 parents or more', { batch: 1 }],
      ['a batch consists of the records of a parent', { batch: 2, each: eachOfSetting('shops', ['id']) }],
      [
        'lookBack says how many days or hours, above 0',
        { cursor: { field: 'id', param: 'cursor', lookBack: { days: -1 } } },
      ],
      ['lookBack says how many', { cursor: { field: 'id', param: 'cursor', lookBack: { days: 1, hours: 1 } } }],
    ])('refuses one where %s', (rule, sync) => {
      expect(withPlan(sync)).toThrow(`connector toy-shop, notes sync: ${rule}`);
    });

    it('refuses to take the place of a setting by an entity that lists nothing', () => {
      const sync = { via: 'list', each: eachOfSetting('shops', ['id'], { otherwise: unlisted }) };
      expect(define({ upstream, entities: [items, unlisted, { ...entity('notes'), sync }] })).toThrow(
        'unlisted has no list',
      );
    });
  });

  it.each([
    ['entity', { entity: 'orders', action: 'list', params: {} } as const],
    ['action', { entity: 'items', action: 'get', params: {} } as const],
  ])('refuses a check whose %s does not exist', (_, check) => {
    expect(define({ check })).toThrow(`connector toy-shop, check: ${check.entity} has no action ${check.action}`);
  });
});
