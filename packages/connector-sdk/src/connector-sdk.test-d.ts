import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import {
  type Action,
  absent,
  auth,
  day,
  defineEntity,
  defineUpstream,
  eachOfSetting,
  from,
  fromParam,
  graphqlApi,
  type NoParams,
  page,
  restApi,
  selection,
  setting,
} from './index.ts';
import type { CheckedBind } from './parent.ts';

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
      wire: (rest, all) => {
        expectTypeOf(rest).toBeObject();
        expectTypeOf<keyof typeof rest>().toBeNever();
        expectTypeOf(all).toEqualTypeOf<{ owner: string; repo: string }>();
        return { query: {} };
      },
    });
    expectTypeOf(action).toEqualTypeOf<Action<typeof inRepository, NoParams>>();
  });

  it('gives wire what the path does not take, also of several routes', () => {
    api(['GET /repos/{owner}/{repo}/issues', 'GET /orgs/{owner}/issues'], {
      summary: 'List',
      params: inRepository.extend({ state: z.string().optional() }),
      wire: (rest) => {
        expectTypeOf<keyof typeof rest>().toEqualTypeOf<'state'>();
        return { query: rest };
      },
    });
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

  it('matches rows by parameters only, whatever declares the action', () => {
    api('GET /repos', { summary: 'Get', params: inRepository, match: { 'owner.login': 'owner' } });
    const document = 'query ($owner: String!) { repositories(owner: $owner) { ...fields } }';
    graphql(document, { summary: 'Get', params: inRepository, at: 'repositories', match: { name: 'repo' } });
    // @ts-expect-error id is not a parameter
    api('GET /repos', { summary: 'Get', params: inRepository, match: { id: 'id' } });
    // @ts-expect-error id is not a parameter
    graphql(document, { summary: 'Get', params: inRepository, at: 'repositories', match: { id: 'id' } });
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
    // @ts-expect-error remove is not an action: use list, get, create, update, delete, api_search, download or upload
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

  it('opens nothing below what a schema leaves open', () => {
    const Row = z.object({ id: z.string(), open: z.record(z.string(), z.unknown()), keys: z.array(z.string()) });
    const row = { name: 'rows', summary: 'Rows', record: Row, actions: { list } };
    defineEntity({ ...row, key: ['keys.0', 'id'] });
    // @ts-expect-error open.typo is not declared
    defineEntity({ ...row, key: 'open.typo' });
    // @ts-expect-error a position in an array is no search field
    defineEntity({ ...row, key: 'id', search: { fields: ['keys.0'] } });
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
    // @ts-expect-error owner.id is a number, the parameter owner is a text
    defineEntity({ ...plan, sync: { via: 'list', each: repositories, bind: { owner: 'owner.id', repo: 'name' } } });
    // @ts-expect-error owner.name is not a field of the parent
    defineEntity({ ...plan, sync: { via: 'list', each: repositories, bind: { owner: 'owner.name' } } });
    // @ts-expect-error organization is not a parameter of list
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

describe('parents and values of a sync plan', () => {
  const params = z.object({
    account: z.string().optional(),
    number: z.int().optional(),
    kind: z.enum(['open', 'closed']).optional(),
    since: z.string().optional(),
    range: z.object({ from: z.string() }).optional(),
  });
  const list = api('GET /users', { summary: 'List', params });
  const parent = defineEntity({
    name: 'accounts',
    summary: 'Accounts',
    record: Repository,
    key: 'id',
    actions: { list },
    search: { fields: [], derived: { urn: from(z.string(), ({ id }) => `urn:${id}`), rank: from(z.int(), () => 1) } },
  });
  const base = { name: 'users', summary: 'Users', record: Repository, key: 'id', actions: { list } } as const;

  it('says in a sentence why a binding does not fit', () => {
    type Parent = typeof parent;
    type Input = z.input<typeof params>;
    type Bound<Bind> = CheckedBind<Bind, Input, Parent, 'list'>;
    expectTypeOf<Bound<{ account: 'id' }>>().toEqualTypeOf<{
      readonly account: 'id is a number, the parameter account is a text';
    }>();
    expectTypeOf<Bound<{ number: 'urn' }>>().toEqualTypeOf<{
      readonly number: 'urn is a text, the parameter number is a number';
    }>();
    expectTypeOf<Bound<{ account: 'login' }>>().toEqualTypeOf<{
      readonly account: 'login is not a field of the parent';
    }>();
    expectTypeOf<Bound<{ account: 'a:{owner}' }>>().toEqualTypeOf<{
      readonly account: 'owner is an object, which no template takes';
    }>();
    expectTypeOf<Bound<{ account: 'a:{login}' }>>().toEqualTypeOf<{
      readonly account: 'login is not a field of the parent';
    }>();
    expectTypeOf<Bound<{ number: '{id}' }>>().toEqualTypeOf<{
      readonly number: '{id} gives a text, the parameter number is a number';
    }>();
    expectTypeOf<Bound<{ acount: 'urn' }>>().toEqualTypeOf<{ readonly acount: 'acount is not a parameter of list' }>();
    expectTypeOf<Bound<{ account: 'urn:{id}:{owner.login}'; number: 'rank' }>>().toEqualTypeOf<{
      account: 'urn:{id}:{owner.login}';
      number: 'rank';
    }>();
  });

  it('binds derived fields and templates', () => {
    defineEntity({ ...base, sync: { via: 'list', each: parent, bind: { account: 'urn', number: 'rank' } } });
    defineEntity({ ...base, sync: { via: 'list', each: parent, bind: { account: 'urn:{id}:{owner.login}' } } });
    defineEntity({
      ...base,
      sync: {
        via: 'list',
        each: eachOfSetting('accounts', ['id', 'name'], { otherwise: parent }),
        bind: { number: 'id' },
      },
    });
    // @ts-expect-error a template for a number
    defineEntity({ ...base, sync: { via: 'list', each: parent, bind: { number: '{id}' } } });
    // @ts-expect-error the record has no field account
    eachOfSetting('accounts', ['account'], { otherwise: parent });
  });

  it('filters parents by fields they have', () => {
    const bound = { via: 'list', bind: { account: 'name' } } as const;
    const where = {
      and: [{ eq: { deleted: false } }, { not: { like: { 'owner.login': 'x%' } } }, { gt: { rank: 1 } }],
    };
    defineEntity({ ...base, sync: { ...bound, each: parent, where } });
    // @ts-expect-error closed is no field of the parent
    defineEntity({ ...base, sync: { ...bound, each: parent, where: { eq: { closed: true } } } });
    // @ts-expect-error equals is no operator
    defineEntity({ ...base, sync: { ...bound, each: parent, where: { equals: { deleted: true } } } });
  });

  it('takes values where a constant of their type could stand', () => {
    const values = {
      account: setting('account'),
      number: setting('region', { map: { eu: 1, us: 2 } }),
      kind: setting('kind', { otherwise: 'open' }),
      since: setting('start_date', { otherwise: day(-30) }),
      range: { from: day(-1) },
    } as const;
    defineEntity({ ...base, sync: { via: 'list', params: values } });
    // @ts-expect-error a day is a text
    defineEntity({ ...base, sync: { via: 'list', params: { number: day(0) } } });
    // @ts-expect-error the fallback is a text
    defineEntity({ ...base, sync: { via: 'list', params: { number: setting('limit', { otherwise: 'all' }) } } });
    // @ts-expect-error the fallback is none of the choices
    defineEntity({ ...base, sync: { via: 'list', params: { kind: setting('kind', { otherwise: 'all' }) } } });
  });

  it('names the forms of a cursor', () => {
    const cursor = { field: 'name', param: 'since' } as const;
    const lookBack = { days: 3 } as const;
    defineEntity({
      ...base,
      sync: { via: 'list', cursor: { ...cursor, reads: 'unix-decimal', writes: 'date', lookBack }, revision: 2 },
    });
    // @ts-expect-error no such form
    defineEntity({ ...base, sync: { via: 'list', cursor: { ...cursor, reads: 'unix' } } });
    // @ts-expect-error days or hours
    defineEntity({ ...base, sync: { via: 'list', cursor: { ...cursor, lookBack: { days: 1, hours: 1 } } } });
    // @ts-expect-error a 404 means nothing else
    defineEntity({ ...base, sync: { via: 'list', notFound: 'skip' } });
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
