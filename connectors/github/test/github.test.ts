import type { Action } from '@connectory/connector-sdk';
import { vendorCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { github } from '../src/index.ts';

const action = (entity: string, name: keyof (typeof github.entities)[number]['actions']): Action => {
  const found = github.entities.find((one) => one.name === entity)?.actions[name];
  if (found === undefined) throw new Error(`no ${entity} ${name}`);
  return found;
};

const sent = (one: Action, params: Readonly<Record<string, unknown>>) => {
  const value = one.request(one.params.parse(params)).body?.value as { query: string; variables: object };
  return value;
};

const inRepository = { owner: 'octocat', repo: 'hello' };

describe('variables', () => {
  it('writes branches and tags as qualified references', () => {
    expect(sent(action('branches', 'get'), { ...inRepository, branch: 'feature/login' }).variables).toEqual({
      ...inRepository,
      ref: 'refs/heads/feature/login',
    });
    expect(sent(action('tags', 'get'), { ...inRepository, tag: 'v1.0' }).variables).toMatchObject({
      ref: 'refs/tags/v1.0',
    });
  });

  it('names a file or directory by reference and path, HEAD unless said otherwise', () => {
    const readme = { ...inRepository, path: 'docs/README.md' };
    expect(sent(action('file_content', 'get'), readme).variables).toMatchObject({ expression: 'HEAD:docs/README.md' });
    expect(sent(action('file_content', 'get'), { ...readme, ref: 'v1.0' }).variables).toMatchObject({
      expression: 'v1.0:docs/README.md',
    });
    expect(sent(action('directory_content', 'list'), { ...inRepository, path: '' }).variables).toMatchObject({
      expression: 'HEAD:',
    });
  });

  it.each([
    ['issues', 'login is:issue'],
    ['pull_requests', 'login is:pr'],
    ['users', 'login type:user'],
    ['repositories', 'login'],
    ['discussions', 'login'],
  ])('keeps the search of %s to the entity', (entity, query) => {
    expect(sent(action(entity, 'api_search'), { query: 'login' }).variables).toMatchObject({ query });
  });
});

it.each([
  ['issues', 'issueCount'],
  ['pull_requests', 'issueCount'],
  ['users', 'userCount'],
  ['repositories', 'repositoryCount'],
  ['discussions', 'discussionCount'],
])('the search of %s knows that GitHub returns 1,000 results', (entity, count) => {
  const { paging, meta } = action(entity, 'api_search');
  expect(paging?.max).toEqual({ records: 1000, total: `data.search.${count}` });
  expect(Object.keys(meta).toSorted()).toEqual(['end_cursor', 'has_next_page', 'total_count']);
});

describe('answers', () => {
  it('drops the empty rows other types leave behind', () => {
    expect([{ id: 'I_1' }, {}].filter((row) => action('issues', 'api_search').keep?.(row))).toEqual([{ id: 'I_1' }]);
    expect(action('file_content', 'get').keep?.({})).toBe(false);
  });

  it('reads 64-bit identifiers from the field that is not deprecated', () => {
    for (const [entity, name] of [
      ['pull_requests', 'get'],
      ['pull_requests', 'api_search'],
      ['reviews', 'list'],
    ] as const) {
      expect(action(entity, name).document).toContain('databaseId: fullDatabaseId');
      expect(action(entity, name).toRecord?.({ id: 'PR_1', databaseId: '2900000001' }, {})).toEqual({
        id: 'PR_1',
        databaseId: 2_900_000_001,
      });
    }
    expect(action('pull_requests', 'get').toRecord?.({ number: 1 }, {})).toEqual({ number: 1 });
  });

  it('puts what GraphQL wants under two names back under one', () => {
    const tag = action('tags', 'list');
    expect(tag.toRecord?.({ name: 'v1', target: { oid: 'a', tagMessage: 'First' } }, {})).toEqual({
      name: 'v1',
      target: { oid: 'a', message: 'First' },
    });
    expect(tag.toRecord?.({ name: 'v1', target: { oid: 'a', message: 'Fix' } }, {})).toEqual({
      name: 'v1',
      target: { oid: 'a', message: 'Fix' },
    });
    const item = action('project_items', 'list');
    expect(item.toRecord?.({ id: 'PVTI_1', content: { id: 'PR_1', pullRequestState: 'MERGED' } }, {})).toEqual({
      id: 'PVTI_1',
      content: { id: 'PR_1', state: 'MERGED' },
    });
    expect(item.toRecord?.({ id: 'PVTI_2', content: null }, {})).toEqual({ id: 'PVTI_2', content: null });
  });

  it('takes an empty repository for one without commits, not for a missing one', () => {
    const commits = action('commits', 'list');
    expect(commits.requiredAt).toBe('data.repository');
    expect(commits.recordsAt).toBe('data.repository.defaultBranchRef.target.history.nodes');
  });
});

it('a list inside a record has the number of all its elements, so that a cut list can be seen', () => {
  const documents = github.entities.flatMap(({ actions }) => Object.values(actions).map((one) => one.document ?? ''));
  const lists = documents.flatMap((text) => [...text.matchAll(/(\w+)\(first: (\d+)\) \{ (\w+)/g)]);
  const found = new Map(lists.map(([, name, size, first]) => [`${name} ${size}`, first]));
  expect([...found.keys()]).toEqual(expect.arrayContaining(['releaseAssets 100', 'labels 100', 'assignees 100']));
  expect(new Set(found.values())).toEqual(new Set(['totalCount']));
});

describe('fields', () => {
  it('replaces the default selection, keeping aliases and arguments', () => {
    const { query } = sent(action('commits', 'get'), {
      ...inRepository,
      sha: 'a',
      fields: ['changedFiles', 'parents'],
    });
    expect(query).toContain(
      '... on Commit { changedFiles: changedFilesIfAvailable parents(first: 100) { totalCount nodes { oid } } }',
    );
  });

  it('goes into one type of a union', () => {
    const { query } = sent(action('branches', 'list'), { ...inRepository, fields: ['name', 'target<Commit>.oid'] });
    expect(query).toContain('nodes { name target { ... on Commit { oid } } }');
  });
});

describe('paging', () => {
  const pageOf = (path: string, endCursor: string | null, hasNextPage: boolean) => ({
    params: {},
    count: 1,
    value: (at: string) =>
      ({ [`${path}.pageInfo.endCursor`]: endCursor, [`${path}.pageInfo.hasNextPage`]: hasNextPage })[at],
    first: () => undefined,
    last: () => undefined,
    header: () => undefined,
  });

  it('follows the end cursor and stops where GitHub says so', () => {
    const { paging, meta } = action('stargazers', 'list');
    expect(paging?.size).toBe('per_page');
    expect(paging?.next(pageOf('data.repository.stargazers', 'abc', true))).toEqual({ after: 'abc' });
    expect(paging?.next(pageOf('data.repository.stargazers', 'abc', false))).toBeNull();
    expect(meta.end_cursor?.read(pageOf('data.repository.stargazers', null, false))).toBeNull();
  });

  it('sizes the pages of two searches by limit', () => {
    for (const entity of ['repositories', 'users']) {
      const { paging } = action(entity, 'api_search');
      expect(paging?.size).toBe('limit');
      expect(paging?.next(pageOf('data.search', 'abc', true))).toEqual({ after: 'abc' });
    }
  });

  it('says of a directory that it is one page', () => {
    const { paging, meta } = action('directory_content', 'list');
    expect(paging).toBeNull();
    expect(meta.has_next_page?.read(pageOf('', null, false))).toBe(false);
    expect(meta.end_cursor?.read(pageOf('', null, false))).toBeNull();
  });
});

describe('writes', () => {
  it('takes an issue out of its milestone with null', () => {
    const update = action('issues', 'update');
    const request = update.request(update.params.parse({ ...inRepository, issue_number: 7, milestone: null }));
    expect(request).toMatchObject({
      method: 'PATCH',
      path: '/repos/octocat/hello/issues/7',
      body: { encoding: 'json', value: { milestone: null } },
    });
  });
});

describe('rate limits', () => {
  const issue = { owner: 'octocat', repo: 'hello', title: 'Broken' };
  const isGraphql = (request: string) => request === 'POST /graphql';
  const viewer = { body: { data: { viewer: { login: 'octocat' } } } };

  it.each([
    [403, 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'],
    [403, 'You have triggered an abuse detection mechanism.'],
    [429, 'You have exceeded a secondary rate limit.'],
  ])('that are secondary are waited for, and the credential is not rejected: %i %s', async (status, message) => {
    const headers = { 'x-ratelimit-remaining': '4990', 'x-ratelimit-reset': '9999999999' };
    const { call } = await vendorCalls(github, () => ({ status, headers, body: { message } }));
    expect(await call('issues create', issue)).toMatchObject({ code: 'upstream_rate_limited', retryAfterSeconds: 60 });
  });

  it('that are secondary are recognized in a response of the GraphQL API', async () => {
    const body = { data: null, errors: [{ message: 'You have exceeded a secondary rate limit.' }] };
    const { call } = await vendorCalls(github, () => ({ body }));
    expect(await call('viewer get')).toMatchObject({ code: 'upstream_rate_limited', retryAfterSeconds: 60 });
  });

  it('of the REST API do not hold back the GraphQL API', async () => {
    const spent = {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-resource': 'core',
      'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 3000),
    };
    const { call, sent } = await vendorCalls(github, (request) =>
      isGraphql(request) ? viewer : { status: 201, headers: spent, body: { number: 1 } },
    );
    expect(await call('issues create', issue)).toBeNull();
    expect(await call('viewer get')).toBeNull();
    expect(await call('issues create', issue)).toMatchObject({ code: 'upstream_rate_limited' });
    expect(sent).toEqual(['POST /repos/octocat/hello/issues', 'POST /graphql']);
  });

  it('of one query ask for a smaller page', async () => {
    const body = { errors: [{ type: 'RESOURCE_LIMITS_EXCEEDED', message: 'Resource limits were exceeded.' }] };
    const { call } = await vendorCalls(github, () => ({ body }));
    expect(await call('viewer get')).toMatchObject({ code: 'upstream_rejected', pageTooHeavy: true });
  });
});

it('asks for a new authorization when GitHub no longer knows the refresh token', async () => {
  const { call } = await vendorCalls(github, (request) =>
    request.endsWith('/access_token') ? { body: { error: 'bad_refresh_token' } } : { status: 401 },
  );
  expect(await call('viewer get')).toMatchObject({ code: 'reauthorization_required' });
});
