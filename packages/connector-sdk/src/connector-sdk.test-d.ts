import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import {
  type Action,
  absent,
  auth,
  defineEntity,
  defineUpstream,
  eachOfSetting,
  from,
  fromParam,
  graphqlApi,
  page,
  restApi,
  selection,
} from './index.ts';

const api = restApi({ recordsAt: 'data', paging: page.cursor({ param: 'cursor', next: 'next' }) });
const graphql = graphqlApi({
  path: '/graphql',
  cursor: { param: 'after', size: 'first' },
  pageInfo: { hasNextPage: 'has_next_page', endCursor: 'end_cursor' },
});

const Repository = z.object({
  id: z.int(),
  name: z.string(),
  owner: z.object({ login: z.string(), id: z.int() }),
  deleted: z.boolean(),
});
const inRepository = z.object({ owner: z.string().describe('Owner'), repo: z.string().describe('Repository') });

const list = api('GET /repositories', {
  summary: 'List',
  params: z.object({ cursor: z.string().optional(), since: z.string().optional() }),
});
const repositories = defineEntity({
  name: 'repositories',
  summary: 'Repositories',
  record: Repository,
  key: 'id',
  actions: { list },
});

describe('routes', () => {
  it('accepts placeholders that are parameters and types what wire receives', () => {
    const action = api('GET /repos/{owner}/{repo}', {
      summary: 'Get',
      params: inRepository,
      wire: (params) => {
        expectTypeOf(params).toEqualTypeOf<{ owner: string; repo: string }>();
        return { query: {} };
      },
    });
    expectTypeOf(action).toEqualTypeOf<Action<typeof inRepository>>();
  });

  it('refuses a placeholder that is no parameter', () => {
    // @ts-expect-error {number} is not a parameter
    api('GET /repos/{owner}/{repo}/issues/{number}', { summary: 'Get', params: inRepository });
    // @ts-expect-error the second of two routes has the wrong placeholder
    api(['GET /repos/{owner}', 'GET /repos/{ownr}'], { summary: 'Get', params: inRepository });
    // @ts-expect-error no parameters at all
    api('GET /repos/{owner}', { summary: 'Get' });
  });

  it('refuses a method that is none and a route without one', () => {
    // @ts-expect-error FETCH is no HTTP method
    api('FETCH /repos', { summary: 'Get' });
    // @ts-expect-error a path alone
    api('/repos', { summary: 'Get' });
  });

  it('refuses unknown keys', () => {
    // @ts-expect-error unknown option of an action
    api('GET /repos', { summary: 'List', sumary: 'x' });
    // @ts-expect-error unknown option of a transport
    restApi({ recordAt: 'data', pagination: null });
    // @ts-expect-error unknown option of a paging style
    page.cursor({ param: 'cursor', next: 'next', prev: 'x' });
    // @ts-expect-error unknown place for parameters
    api('POST /repos', { summary: 'Create', wire: () => ({ form: {} }) });
  });
});

describe('documents', () => {
  it('accepts variables that are parameters or computed', () => {
    graphql('query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { ...fields } }', {
      summary: 'Get',
      params: inRepository,
      at: 'repository',
      fields: selection('id name'),
      variables: { name: '{repo}' },
    });
  });

  it('refuses a variable that is no parameter', () => {
    // @ts-expect-error $branch is not a parameter
    graphql('query ($owner: String!, $branch: String!) { ref(owner: $owner, name: $branch) { id } }', {
      summary: 'Get',
      params: inRepository,
      at: 'ref',
    });
  });
});

describe('entities', () => {
  const base = { name: 'things', summary: 'Things', record: Repository, key: 'id' } as const;

  it('refuses an action without an upstream mapping', () => {
    // @ts-expect-error a summary and parameters are no action
    defineEntity({ ...base, actions: { list: { summary: 'List', params: inRepository } } });
  });

  it('refuses an unknown action and unknown keys', () => {
    // @ts-expect-error remove is not an action
    defineEntity({ ...base, actions: { remove: list } });
    // @ts-expect-error searchable is no key of an entity
    defineEntity({ ...base, actions: { list }, searchable: ['id'] });
    // @ts-expect-error cursr is no key of a sync plan
    defineEntity({ ...base, actions: { list }, sync: { via: 'list', cursr: {} } });
  });

  it('refuses a key and a search field from nowhere', () => {
    // @ts-expect-error number is no field of the record
    defineEntity({ ...base, key: 'number', actions: { list } });
    // @ts-expect-error title is no field of the record
    defineEntity({ ...base, actions: { list }, search: { fields: ['id', 'title'] } });
    // @ts-expect-error owner.name is no path of the record
    defineEntity({ ...base, actions: { list }, search: { fields: ['owner.name'] } });
    // @ts-expect-error a derived field says how it is computed or why it is absent
    defineEntity({ ...base, actions: { list }, search: { fields: [], derived: { cards: {} } } });
    defineEntity({
      ...base,
      actions: { list },
      search: {
        fields: ['id', 'owner.login'],
        derived: { gone: from(z.boolean(), (record) => record.deleted), cards: absent(z.string(), 'left the API') },
      },
    });
  });

  it('refuses a search field from a parameter the sync plan does not read with', () => {
    const comments = api('GET /repos/{owner}/{repo}/comments', { summary: 'List', params: inRepository });
    const plan = { ...base, actions: { list: comments, get: list } };
    const sync = { via: 'list', each: repositories, bind: { owner: 'owner.login', repo: 'name' } } as const;
    defineEntity({ ...plan, search: { fields: [], derived: { owner: fromParam(z.string(), 'owner') } }, sync });
    // @ts-expect-error the action has no parameter number
    defineEntity({ ...plan, search: { fields: [], derived: { number: fromParam(z.int(), 'number') } }, sync });
    // @ts-expect-error since is a parameter of an action the plan does not use
    defineEntity({ ...plan, search: { fields: [], derived: { since: fromParam(z.string(), 'since') } }, sync });
  });

  it('refuses a sync plan whose parts do not fit', () => {
    const issues = api('GET /repos/{owner}/{repo}/issues', {
      summary: 'List',
      params: inRepository.extend({ cursor: z.string().optional(), number: z.int().optional() }),
    });
    const plan = { ...base, actions: { list: issues } };
    defineEntity({ ...plan, sync: { via: 'list', each: repositories, bind: { owner: 'owner.login', repo: 'name' } } });
    defineEntity({
      ...plan,
      sync: {
        via: 'list',
        each: eachOfSetting('repositories', ['owner', 'repo']),
        bind: { owner: 'owner', repo: 'repo' },
      },
    });
    // @ts-expect-error an integer path where the parameter is a string
    defineEntity({ ...plan, sync: { via: 'list', each: repositories, bind: { owner: 'owner.id', repo: 'name' } } });
    // @ts-expect-error a path that is not in the parent record
    defineEntity({ ...plan, sync: { via: 'list', each: repositories, bind: { owner: 'owner.name' } } });
    // @ts-expect-error a parameter the action does not have
    defineEntity({ ...plan, sync: { via: 'list', each: repositories, bind: { organization: 'name' } } });
    // @ts-expect-error an action the entity does not have
    defineEntity({ ...plan, sync: { via: 'api_search' } });
    // @ts-expect-error a part the setting does not have
    defineEntity({ ...plan, sync: { via: 'list', each: eachOfSetting('r', ['owner']), bind: { owner: 'name' } } });
    // @ts-expect-error a cursor field that is not in the record
    defineEntity({ ...plan, sync: { via: 'list', cursor: { field: 'updated_at', param: 'since' } } });
    // @ts-expect-error a constant of the wrong type
    defineEntity({ ...plan, sync: { via: 'list', params: { number: 'one' } } });
  });
});

describe('upstreams', () => {
  it('refuses unknown keys and incomplete declarations', () => {
    const complete = {
      baseUrl: 'https://api.example.com',
      documentation: 'https://example.com/docs',
      version: { pinned: '1', sunset: null },
      authentication: { key: auth.bearer('api_key', 'Key') },
      failure: { message: ['message'] },
    };
    defineUpstream(complete);
    // @ts-expect-error unknown key
    defineUpstream({ ...complete, base_url: 'https://api.example.com' });
    // @ts-expect-error no authentication
    defineUpstream({ ...complete, authentication: undefined });
  });
});

describe('what the simulated vendor is told', () => {
  const params = inRepository.extend({ filter: z.object({ id: z.int() }) });

  it('knows the parameters of the action', () => {
    api('POST /search', {
      summary: 'Search',
      params,
      simulate: {
        fields: { owner: 'owner.login', repo: null, 'filter.id': 'id' },
        matches: (_record, asked) => {
          expectTypeOf(asked).toEqualTypeOf<z.output<typeof params>>();
          return asked.filter.id > 0;
        },
        values: ({ repo }) => ({ name: repo }),
      },
    });
  });

  it('refuses names it does not know', () => {
    // @ts-expect-error no such parameter
    api('GET /rows', { summary: 'List', params: inRepository, simulate: { fields: { repositories: 'id' } } });
    // @ts-expect-error nothing of that name can be said
    api('GET /rows', { summary: 'List', params: inRepository, simulate: { filters: {} } });
  });
});
