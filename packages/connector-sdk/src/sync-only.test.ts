import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Action } from './action.ts';
import { auth } from './authentication.ts';
import { defineConnector } from './connector.ts';
import { defineEntity, type Entity } from './entity.ts';
import { graphqlApi } from './graphql-api.ts';
import { describeConnector } from './manifest.ts';
import { page } from './page.ts';
import { restApi } from './rest-api.ts';
import type { SyncPlan } from './sync.ts';
import { syncParams } from './sync-only.ts';
import { defineUpstream } from './upstream.ts';

const api = restApi({ paging: page.cursor({ param: 'cursor', next: 'next' }) });
const params = z.object({ limit: z.int().default(10).describe('Size') });
const record = z.object({ id: z.string(), updated_at: z.string() });
const list = api('GET /items', {
  summary: 'List',
  params,
  syncOnly: z.object({ updated_since: z.iso.datetime(), state: z.enum(['all']) }),
  wire: ({ updated_since, ...rest }) => ({ query: { ...rest, updated_at: updated_since && `gte|${updated_since}` } }),
});
const since = '2026-11-01T00:00:00Z';
const cursor = { field: 'updated_at', param: 'updated_since' } as const;
const plan = { via: 'list', params: { state: 'all' }, cursor } as const;
const items = defineEntity({ name: 'items', summary: 'Items', record, key: 'id', actions: { list }, sync: plan });

const define = (entity: Entity) =>
  defineConnector({
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
    entities: [entity],
    check: { entity: 'items', action: 'list', params: {} },
  });

/** An entity whose list and plan are given, without the types that would refuse the plan. */
const itemsWith = (syncOnly: z.ZodObject, sync: object | null, given = params): Entity => {
  const changed = api('GET /items', { summary: 'List', params: given, syncOnly });
  return { ...items, actions: { list: changed }, sync: sync as SyncPlan | null };
};

const exportOf = (routes: ['GET /exports/{format}', ...'GET /items'[]]) =>
  api(routes, { summary: 'List', params, syncOnly: z.object({ format: z.literal('flat') }) });

const exportedItems = (exported: Action): Entity => ({
  ...items,
  actions: { list: exported },
  sync: { via: 'list', params: { format: 'flat' } },
});

describe('sync-only parameters', () => {
  it('are parameters of a synchronization, each of which may be left out, and of no caller', () => {
    const { list: declared } = items.actions;
    const given = { updated_since: since, state: 'all' };
    expect(syncParams(declared).parse(given)).toEqual({ ...given, limit: 10 });
    expect(syncParams(declared).parse({})).toEqual({ limit: 10 });
    expect(syncParams(declared).safeParse({ updated_since: 'yesterday' }).success).toBe(false);
    expect(syncParams(declared).safeParse({ since }).success).toBe(false);
    expect(declared.params.safeParse({ state: 'all' }).error?.issues).toMatchObject([{ code: 'unrecognized_keys' }]);
    expect(syncParams(declared)).toBe(syncParams(declared));
  });

  it('go where wire puts them', () => {
    expect(list.request({ limit: 10, updated_since: since, state: 'all' }).query).toEqual({
      limit: 10,
      state: 'all',
      updated_at: `gte|${since}`,
    });
    expect(list.request({ limit: 10 }).query).toEqual({ limit: 10 });
  });

  it('are variables of a GraphQL document', () => {
    const boards = graphqlApi({ path: '/v2' })('query ($state: State) { boards(state: $state) { id } }', {
      summary: 'List',
      syncOnly: z.object({ state: z.enum(['all']) }),
      at: 'boards',
    });
    expect(boards.request({ state: 'all' }).body?.value).toMatchObject({ variables: { state: 'all' } });
    expect(boards.request({}).body?.value).toMatchObject({ variables: {} });
  });

  it('stand next to parameters that are checked together', () => {
    const either = params.refine(({ limit }) => limit !== 7, 'must not be 7');
    const { list: declared } = itemsWith(z.object({ since: z.string() }), null, either).actions;
    const accepts = (values: object) => declared !== undefined && syncParams(declared).safeParse(values).success;
    expect([accepts({ limit: 6, since }), accepts({ limit: 7, since })]).toEqual([true, false]);
  });

  it('fill the placeholders of a route that only the plan reads by', () => {
    const exported = exportOf(['GET /exports/{format}', 'GET /items']);
    expect(exported.request({ limit: 10, format: 'flat' })).toMatchObject({
      path: '/exports/flat',
      query: { limit: 10 },
    });
    expect(exported.request({ limit: 10 })).toMatchObject({ path: '/items', query: { limit: 10 } });
    expect(() => define(exportedItems(exported))).not.toThrow();
    const unreachable = exportedItems(exportOf(['GET /exports/{format}']));
    expect(() => define(unreachable)).toThrow('items list: has no route without sync-only parameters');
  });

  it('may lead to the next page', () => {
    const paging = { ...page.cursor({ param: 'cursor', next: 'next' }), alternatives: ['after'] };
    const paged = api('GET /items', { summary: 'List', params, syncOnly: z.object({ after: z.string() }), paging });
    expect(() => define({ ...items, actions: { list: paged }, sync: { via: 'list' } })).not.toThrow();
  });

  it('are in no manifest', () => {
    const manifest = JSON.stringify(describeConnector(define(items)));
    expect(manifest).toContain('"limit"');
    expect(manifest).not.toMatch(/updated_since|syncOnly|"state"/);
  });

  it('may be the cursor by a member of theirs', () => {
    const nested = z.object({ updated: z.object({ since: z.string() }) });
    expect(() =>
      define(itemsWith(nested, { via: 'list', cursor: { ...cursor, param: 'updated.since' } })),
    ).not.toThrow();
  });
});

describe('defineConnector refuses a sync-only parameter', () => {
  const one = z.object({ since: z.string() });
  const unused =
    'since is sync-only, but no sync plan reads by list with it: name it in params, bind, cursor or its paging, or leave it out';

  it.each([
    ['without a sync plan', one, null, unused],
    ['that the plan does not use', one, { via: 'list', cursor }, unused],
    ['of an action the plan does not read by', one, { via: 'get', params: { since } }, unused],
    [
      'that callers have',
      z.object({ limit: z.int() }),
      { via: 'list', params: { limit: 5 } },
      'limit is sync-only, but callers have a parameter with that name',
    ],
    [
      'that callers have for the next page',
      z.object({ cursor: z.string() }),
      { via: 'list', params: { cursor: 'a' } },
      'cursor is sync-only, but callers have a parameter with that name',
    ],
    [
      'with a default',
      z.object({ state: z.string().default('all') }),
      { via: 'list', params: { state: 'all' } },
      'state is sync-only and has a default: say its value in params of the sync plan instead',
    ],
  ])('%s', (_, syncOnly, sync, rule) => {
    // What a list is paged by is added where the entity is defined.
    const entity = itemsWith(syncOnly, sync, params.extend({ cursor: z.string().optional().describe('Cursor') }));
    expect(() => define(entity)).toThrow(new TypeError(`connector toy-shop, items list: ${rule}`));
  });
});
