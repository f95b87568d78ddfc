import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEntity } from './entity.ts';
import { fromBody, type Page, page } from './page.ts';
import { restApi } from './rest-api.ts';

const api = restApi({
  recordsAt: 'data',
  recordAt: 'item',
  paging: page.linkHeader({ param: 'page' }),
  meta: { total: fromBody('total', z.int()) },
});

const byId = z.object({ id: z.string().describe('Id') });
const params = byId.extend({
  name: z.string().optional().describe('Name'),
  tags: z.array(z.string()).optional().describe('Tags'),
});

const linked = (url: string): Page => ({
  params: {},
  count: 1,
  value: () => undefined,
  first: () => undefined,
  last: () => undefined,
  header: () => `<${url}>; rel="next"`,
});

describe('the default rule', () => {
  it.each(['GET /items/{id}', 'DELETE /items/{id}'] as const)('puts parameters into the query: %s', (route) => {
    const request = api(route, { summary: 'Do', params }).request({ id: 'a/b', name: 'x', tags: ['1', '2'] });
    expect(request).toEqual({
      method: route.split(' ')[0],
      path: '/items/a%2Fb',
      arrays: 'repeat',
      query: { name: 'x', tags: ['1', '2'] },
    });
  });

  it.each(['POST /items/{id}', 'PUT /items/{id}', 'PATCH /items/{id}'] as const)(
    'puts parameters into a JSON body: %s',
    (route) => {
      expect(api(route, { summary: 'Do', params }).request({ id: '1', name: 'x' })).toEqual({
        method: route.split(' ')[0],
        path: '/items/1',
        arrays: 'repeat',
        body: { encoding: 'json', value: { name: 'x' } },
      });
    },
  );

  it('leaves out what is undefined and keeps null, false and nothing', () => {
    const loose = z.object({ a: z.unknown(), b: z.unknown(), c: z.unknown(), d: z.unknown() });
    const values = { a: undefined, b: null, c: false, d: '' };
    expect(api('POST /items', { summary: 'Create', params: loose }).request(values).body?.value).toEqual({
      b: null,
      c: false,
      d: '',
    });
  });

  it('sends an empty body or query when there are no parameters', () => {
    expect(api('POST /items', { summary: 'Create' }).request({}).body).toEqual({ encoding: 'json', value: {} });
    expect(api('GET /items', { summary: 'List' }).request({}).query).toEqual({});
  });
});

describe('encodings', () => {
  it('are those of the upstream unless the action has its own', () => {
    const form = restApi({ encoding: 'form', arrays: 'indices' });
    expect(form('POST /items', { summary: 'Create' }).request({})).toMatchObject({
      arrays: 'indices',
      body: { encoding: 'form' },
    });
    expect(form('POST /items', { summary: 'Create', encoding: 'json' }).request({}).body?.encoding).toBe('json');
  });
});

describe('several routes', () => {
  const scoped = z.object({
    owner: z.string().optional().describe('Owner'),
    repo: z.string().optional().describe('Repository'),
    state: z.string().optional().describe('State'),
  });
  const issues = api(['GET /repos/{owner}/{repo}/issues', 'GET /orgs/{owner}/issues', 'GET /issues'], {
    summary: 'List',
    params: scoped,
  });

  it.each([
    [{ owner: 'o', repo: 'r' }, '/repos/o/r/issues', {}],
    [{ owner: 'o', state: 'open' }, '/orgs/o/issues', { state: 'open' }],
    [{}, '/issues', {}],
    [{ repo: 'r' }, '/issues', { repo: 'r' }],
  ])('take the first whose placeholders are given: %j', (values, path, query) => {
    expect(issues.request(values)).toMatchObject({ path, query });
  });

  it('name what is missing when none is complete', () => {
    const strict = api(['GET /a/{owner}/{repo}', 'GET /b/{repo}'], { summary: 'Get', params: scoped });
    expect(() => strict.request({ owner: 'o' })).toThrow(
      expect.objectContaining({ code: 'invalid_params', message: 'repo must be given' }),
    );
  });
});

describe('wire', () => {
  it('decides about everything but the path', () => {
    const action = api('PUT /items/{id}', {
      summary: 'Update',
      params,
      wire: ({ name, tags }) => ({
        query: { notify: true },
        body: { item: { name, labels: tags?.join(',') } },
        headers: { 'x-a': '1' },
      }),
    });
    expect(action.request({ id: '1', name: 'x', tags: ['a', 'b'] })).toEqual({
      method: 'PUT',
      path: '/items/1',
      arrays: 'repeat',
      query: { notify: true },
      headers: { 'x-a': '1' },
      body: { encoding: 'json', value: { item: { name: 'x', labels: 'a,b' } } },
    });
  });

  it('must not be asynchronous: the request would be sent without what it was to say', () => {
    const wire = (async () => Promise.reject(new Error('late'))) as unknown as () => object;
    const action = api('POST /items/{id}/archive', { summary: 'Archive', params: byId, wire });
    expect(() => action.request({ id: '1' })).toThrow('wire returned a promise; it must return a value');
  });

  it('sends neither query nor body when it gives none', () => {
    const action = api('POST /items/{id}/archive', { summary: 'Archive', params: byId, wire: () => ({}) });
    expect(action.request({ id: '1' })).toEqual({ method: 'POST', path: '/items/1/archive', arrays: 'repeat' });
  });
});

describe('an action', () => {
  it('takes paths, paging and pagination fields from the upstream unless it has its own', () => {
    expect(api('GET /items', { summary: 'List' })).toMatchObject({ recordsAt: 'data', recordAt: 'item' });
    const own = api('GET /items', { summary: 'List', recordsAt: 'rows', recordAt: 'row', paging: null, meta: {} });
    expect(own).toMatchObject({ recordsAt: 'rows', recordAt: 'row', paging: null, meta: {} });
    expect(restApi()('GET /items', { summary: 'List' })).toMatchObject({
      recordsAt: '',
      recordAt: '',
      paging: null,
      meta: {},
    });
  });

  it('gives the next page in the type of its parameter', () => {
    const paged = (type: z.ZodType) => api('GET /items', { summary: 'List', params: z.object({ page: type }) });
    expect(paged(z.int().default(1)).paging?.next(linked('/items?page=2'))).toEqual({ page: 2 });
    expect(paged(z.string().optional()).paging?.next(linked('/items?page=2'))).toEqual({ page: '2' });
  });

  it('refuses unknown parameters, and keeps the refinements of its schema', () => {
    const either = byId.partial().refine((values) => values.id !== undefined, { message: 'id, please' });
    const action = api('GET /items', { summary: 'List', params: either });
    expect(action.params.safeParse({ id: '1', nme: 'x' }).success).toBe(false);
    expect(action.params.safeParse({}).error?.issues[0]?.message).toBe('id, please');
  });
});

describe('wire', () => {
  it('gets what the path does not take, and everything next to it', () => {
    const action = api('PUT /items/{id}', {
      summary: 'Change',
      params,
      wire: (rest, all) => ({ body: { rest, id: all.id } }),
    });
    expect(action.request({ id: '1', name: 'x' }).body?.value).toEqual({ rest: { name: 'x' }, id: '1' });
  });

  it('leaves undefined members out at any depth', () => {
    const action = api('POST /items', {
      summary: 'Create',
      params: params.omit({ id: true }),
      wire: ({ name, tags }) => ({ body: { name, nested: { tags, list: [{ name }] } } }),
    });
    expect(JSON.stringify(action.request({}).body?.value)).toBe('{"nested":{"list":[{}]}}');
    expect(action.request({}).body?.value).toStrictEqual({ nested: { list: [{}] } });
  });
});

describe('constant headers', () => {
  const vendor = restApi({ headers: { 'Content-Type': 'application/vnd.items+json', 'x-protocol': '2' } });

  it('are sent under lower-case names, those of the action over those of the API', () => {
    const action = vendor('POST /items', {
      summary: 'Create',
      headers: { 'content-type': 'application/vnd.items.v3+json', 'X-Protocol': null },
      wire: () => ({ headers: { Accept: 'text/plain' } }),
    });
    expect(action.request({}).headers).toEqual({
      'content-type': 'application/vnd.items.v3+json',
      'x-protocol': null,
      accept: 'text/plain',
    });
  });
});

describe('paging', () => {
  const listing = (paging: ReturnType<typeof page.nextUrl>) =>
    defineEntity({
      name: 'items',
      summary: 'Items',
      record: z.object({ id: z.string() }),
      key: 'id',
      actions: {
        list: api('GET /shops/{shop}/items', {
          summary: 'List',
          paging,
          params: z.object({
            shop: z.string().describe('Shop'),
            limit: z.int().default(10).describe('Size'),
            state: z.string().optional().describe('State'),
          }),
        }),
        get: api('GET /items/{id}', { summary: 'Get', params: byId }),
      },
    }).actions;

  it('declares the parameters it needs where the author did not, for lists only', () => {
    const { list, get } = listing(page.nextUrl({ param: 'page_token', next: 'next', also: { page: 'Page' } }));
    expect(list.continuation).toEqual(['page_token', 'page']);
    expect(list.params.parse({ shop: 's', page_token: 't', page: '2' })).toMatchObject({ page_token: 't', page: '2' });
    expect(get.continuation).toBeUndefined();
    expect(() => get.params.parse({ id: '1', page_token: 't' })).toThrow();
  });

  it('takes every named parameter from the URL of the next page', () => {
    const { list } = listing(
      page.nextUrl({ param: 'page_token', query: 'PageToken', next: 'next', also: { page: 'Page' } }),
    );
    const next = { ...linked(''), value: () => '/2010/items.json?Page=1&PageToken=PA12&PageSize=50' };
    expect(list.paging?.next(next)).toEqual({ page_token: 'PA12', page: '1' });
  });

  it.each([
    [true, { page_token: 't' }],
    [['limit'], { page_token: 't', limit: 10 }],
  ] as const)('sends nothing else next to a cursor that must stand alone: %j', (alone, query) => {
    const { list } = listing(page.nextUrl({ param: 'page_token', next: 'next', alone }));
    const values = { shop: 's', limit: 10, state: 'open' };
    expect(list.request(values).query).toEqual({ limit: 10, state: 'open' });
    const continued: Record<string, unknown> = { ...values, page_token: 't' };
    const request = list.request(continued as typeof values);
    expect(request.path).toBe('/shops/s/items');
    expect(request.query).toEqual(query);
  });
});
