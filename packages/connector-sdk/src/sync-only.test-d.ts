import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineEntity, graphqlApi, restApi } from './index.ts';

const api = restApi({});
const graphql = graphqlApi({ path: '/graphql' });

const Repository = z.object({ id: z.int(), name: z.string() });
const repositories = defineEntity({
  name: 'repositories',
  summary: 'Repositories',
  record: Repository,
  key: 'id',
  actions: { list: api('GET /repositories', { summary: 'List' }) },
});

describe('sync-only parameters', () => {
  const params = z.object({ limit: z.int().optional() });
  const syncOnly = z.object({ since: z.string(), state: z.enum(['all', 'active']) });
  const list = api('GET /users', {
    summary: 'List',
    params,
    syncOnly,
    wire: (rest, all) => {
      expectTypeOf(rest.since).toEqualTypeOf<string | undefined>();
      expectTypeOf(all.state).toEqualTypeOf<'all' | 'active' | undefined>();
      // @ts-expect-error neither a parameter nor sync-only
      return { query: { ...rest, until: rest.until } };
    },
  });
  const base = { name: 'users', summary: 'Users', record: Repository, key: 'id', actions: { list } } as const;

  it('are what a sync plan may say', () => {
    defineEntity({
      ...base,
      sync: { via: 'list', params: { state: 'all' }, cursor: { field: 'name', param: 'since' } },
    });
    defineEntity({ ...base, sync: { via: 'list', each: repositories, bind: { since: 'name' } } });
    // @ts-expect-error state is one of two texts
    defineEntity({ ...base, sync: { via: 'list', params: { state: 'deleted' } } });
    // @ts-expect-error id is a number
    defineEntity({ ...base, sync: { via: 'list', each: repositories, bind: { since: 'id' } } });
    // @ts-expect-error neither a parameter nor sync-only
    defineEntity({ ...base, sync: { via: 'list', params: { until: '2026-11-22' } } });
  });

  it('are variables of a document, and no placeholders of the only route', () => {
    const users = graphql('query ($state: State) { users(state: $state) { id } }', {
      summary: 'List',
      syncOnly,
      at: 'users',
    });
    defineEntity({ ...base, actions: { list: users }, sync: { via: 'list', params: { state: 'all' } } });
    // @ts-expect-error an action without parameters has no others
    defineEntity({ ...base, actions: { list: users }, sync: { via: 'list', params: { limit: 1 } } });
    // @ts-expect-error a route that callers could not fill
    api('GET /users/{since}', { summary: 'List', params, syncOnly });
    api(['GET /users/since/{since}', 'GET /users'], { summary: 'List', params, syncOnly });
    // @ts-expect-error neither a parameter nor sync-only
    api(['GET /users/until/{until}', 'GET /users'], { summary: 'List', params, syncOnly });
  });
});
