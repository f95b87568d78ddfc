import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { graphqlApi } from './graphql-api.ts';
import { type Page, page } from './page.ts';
import { selection } from './selection.ts';

const api = graphqlApi({
  path: '/graphql',
  cursor: { param: 'after', size: 'first' },
  pageInfo: { hasNextPage: 'has_next_page', endCursor: 'end_cursor' },
});

const repository = z.object({
  owner: z.string().describe('Owner'),
  repo: z.string().describe('Repository'),
  fields: z.array(z.string()).optional().describe('Fields'),
});

const list = api(
  `query ($owner: String!, $name: String!, $first: Int, $after: String) {
    repository(owner: $owner, name: $name) {
      issues(first: $first, after: $after) { nodes { ...fields } pageInfo { hasNextPage endCursor } }
    }
  }`,
  {
    summary: 'List issues',
    params: repository.extend({
      first: z.int().default(20).describe('Size'),
      after: z.string().optional().describe('Cursor'),
    }),
    connection: 'repository.issues',
    fields: selection('id author { login url }'),
    variables: { name: '{repo}' },
  },
);

const get = api(
  `query ($owner: String!, $name: String!, $number: Int!, $branch: String) {
    repository(owner: $owner, name: $name) { issue(number: $number) { ...fields } ref(name: $branch) { id } }
  }`,
  {
    summary: 'Get one issue',
    params: repository.extend({
      issue_number: z.int().describe('Number'),
      branch: z.string().optional().describe('Branch'),
    }),
    at: 'repository.issue',
    fields: selection('id'),
    variables: { name: '{repo}', number: '{issue_number}', branch: 'refs/heads/{branch}' },
  },
);

const sent = (request: { body?: { value: Readonly<Record<string, unknown>> } }) =>
  request.body?.value as { query: string; variables: object };
const response = (body: Record<string, unknown>): Page => ({
  params: {},
  count: 1,
  value: (path) => body[path],
  first: () => undefined,
  last: () => undefined,
  header: () => undefined,
});

describe('a request', () => {
  it('posts document and variables as JSON to the one endpoint', () => {
    const request = list.request({ owner: 'o', repo: 'r', first: 5, after: 'c' });
    expect(request).toMatchObject({ method: 'POST', path: '/graphql', body: { encoding: 'json' } });
    expect(sent(request).variables).toEqual({ owner: 'o', name: 'r', first: 5, after: 'c' });
    expect(sent(request).query).toContain('nodes { id author { login url } }');
    expect(() => parse(sent(request).query)).not.toThrow();
    expect(list.document).toBe(sent(request).query);
  });

  it('sends only variables the document declares, and none that was left out', () => {
    expect(sent(list.request({ owner: 'o', repo: 'r', first: 5, fields: ['id'] })).variables).toEqual({
      owner: 'o',
      name: 'r',
      first: 5,
    });
  });

  it('keeps the type of a parameter that is the whole variable', () => {
    expect(sent(get.request({ owner: 'o', repo: 'r', issue_number: 7 })).variables).toMatchObject({ number: 7 });
  });

  it('fills templates as text, and sends none whose parameter was left out', () => {
    const params = { owner: 'o', repo: 'r', issue_number: 7 };
    expect(sent(get.request({ ...params, branch: 'main' })).variables).toMatchObject({ branch: 'refs/heads/main' });
    expect(sent(get.request(params)).variables).not.toHaveProperty('branch');
  });

  it('replaces the default selection by the chosen fields', () => {
    const request = list.request({ owner: 'o', repo: 'r', first: 5, fields: ['title', 'author.login'] });
    expect(sent(request).query).toContain('nodes { title author { login } }');
  });

  it('takes text that looks like a replacement pattern as it is', () => {
    const odd = api('{ node { ...fields } }', { summary: 'Get', at: 'node', fields: selection('a(b: "$& $1")') });
    expect(sent(odd.request({})).query).toBe('{ node { a(b: "$& $1") } }');
  });

  it.each([[['author { login']], [['']], [[]]])('refuses the fields %j', (fields) => {
    expect(() => list.request({ owner: 'o', repo: 'r', first: 5, fields })).toThrow(
      expect.objectContaining({
        code: 'invalid_params',
        rejected: { param: 'fields', rule: 'invalid_field_path' },
      }),
    );
  });

  it('refuses unknown parameters', () => {
    expect(list.params.safeParse({ owner: 'o', repo: 'r', ownr: 'x' }).success).toBe(false);
  });
});

describe('the response', () => {
  it('has the records of a connection under its rows, and needs the connection', () => {
    expect(list).toMatchObject({ recordsAt: 'data.repository.issues.nodes', requiredAt: 'data.repository.issues' });
    const edges = api('{ a { edges { node { id } } } }', { summary: 'List', connection: 'a', rows: 'edges' });
    expect(edges.recordsAt).toBe('data.a.edges');
  });

  it('has the record at its path, and needs it', () => {
    expect(get).toMatchObject({ recordAt: 'data.repository.issue', requiredAt: 'data.repository.issue', paging: null });
    expect(get.meta).toEqual({});
  });

  it('has a list without paging at its path', () => {
    const plain = api('{ teams { id } }', { summary: 'List', at: 'teams' });
    expect(plain).toMatchObject({ recordsAt: 'data.teams', paging: null, meta: {} });
  });

  it('pages a connection with its end cursor', () => {
    const info = 'data.repository.issues.pageInfo';
    expect(list.paging).toMatchObject({ style: 'cursor', param: 'after', size: 'first' });
    expect(list.paging?.next(response({ [`${info}.hasNextPage`]: true, [`${info}.endCursor`]: 'c' }))).toEqual({
      after: 'c',
    });
    expect(list.paging?.next(response({ [`${info}.hasNextPage`]: false, [`${info}.endCursor`]: 'c' }))).toBeNull();
  });

  it('shows the page information under the public names, next to those of the action', () => {
    const info = 'data.repository.issues.pageInfo';
    expect(Object.keys(list.meta)).toEqual(['has_next_page', 'end_cursor']);
    expect(list.meta.end_cursor?.read(response({ [`${info}.endCursor`]: 'c' }))).toBe('c');
    expect(list.meta.end_cursor?.read(response({}))).toBeNull();
  });

  it('lets an action page in its own way, or not at all', () => {
    const params = z.object({ page: z.int().optional().describe('Page'), limit: z.int().optional().describe('Size') });
    const numbered = api('query ($page: Int, $limit: Int) { boards(page: $page, limit: $limit) { id } }', {
      summary: 'List',
      params,
      at: 'boards',
      paging: page.pageNumber({ param: 'page', size: 'limit' }),
    });
    expect(numbered.paging).toMatchObject({ style: 'page-number', param: 'page' });
    expect(api('{ a { nodes { id } } }', { summary: 'List', connection: 'a', paging: null }).paging).toBeNull();
  });
});

describe('a declaration', () => {
  it('must say where the response has its result', () => {
    expect(() => api('{ a { id } }', { summary: 'Get' })).toThrow(TypeError);
  });
});
