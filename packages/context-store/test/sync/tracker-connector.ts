import {
  absent,
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  type Entity,
  eachOfSetting,
  from,
  page,
  restApi,
} from '@connectory/connector-sdk';
import { z } from 'zod';

const api = restApi({ recordsAt: 'items', paging: page.cursor({ param: 'cursor', next: 'next', size: 'limit' }) });

const paged = {
  limit: z.int().default(2).describe('Records per page'),
  cursor: z.string().optional().describe('Where the page begins'),
};

const inRepository = z.object({
  owner: z.string().describe('Owner of the repository'),
  repo: z.string().describe('Name of the repository'),
});

const accounts = defineEntity({
  name: 'accounts',
  summary: 'Accounts, which no partition divides',
  record: z.object({
    id: z.int(),
    name: z.string().nullish(),
    plan: z.object({ tier: z.string().nullish() }).nullish(),
    updated_at: z.string().nullish(),
  }),
  key: 'id',
  actions: {
    list: api('GET /accounts', {
      summary: 'List accounts',
      params: z.object(paged),
      syncOnly: z.object({ updated: z.object({ since: z.int() }) }),
    }),
    create: api('POST /accounts', { summary: 'Create', params: z.object({ name: z.string().describe('Name') }) }),
    update: api('PATCH /accounts/{id}', { summary: 'Change', params: z.object({ id: z.string().describe('Id') }) }),
    delete: api('DELETE /accounts/{id}', {
      summary: 'Delete',
      params: z.object({ id: z.string().describe('Id') }),
    }),
  },
  search: {
    fields: ['id', 'name', 'plan', 'updated_at'],
    derived: {
      'plan.tier': from(z.string(), (record) => record.plan.tier.toUpperCase()),
      fax: absent(z.string(), 'nobody has one'),
    },
  },
  sync: { via: 'list', cursor: { field: 'updated_at', param: 'updated.since' } },
});

const repositories = defineEntity({
  name: 'repositories',
  summary: 'Repositories the settings list, each read by itself',
  record: z.object({ id: z.string(), owner: z.object({ login: z.string() }), name: z.string() }),
  key: 'id',
  actions: { get: api('GET /repos/{owner}/{repo}', { summary: 'Get one', params: inRepository }) },
  search: { fields: ['id', 'owner.login', 'name'] },
  sync: {
    via: 'get',
    each: eachOfSetting('repositories', ['owner', 'repo']),
    bind: { owner: 'owner', repo: 'repo' },
  },
});

const issues = defineEntity({
  name: 'issues',
  summary: 'Issues of a repository',
  record: z.object({ number: z.int(), title: z.string().nullish(), updated_at: z.string().nullish() }),
  key: 'number',
  actions: {
    list: api('GET /repos/{owner}/{repo}/issues', {
      summary: 'List issues',
      params: inRepository.extend({ ...paged, since: z.string().optional().describe('Newer ones') }),
    }),
    get: api('GET /repos/{owner}/{repo}/issues/{number}', {
      summary: 'Get',
      params: inRepository.extend({ number: z.int().describe('Number') }),
    }),
    update: api('PATCH /repos/{owner}/{repo}/issues/{number}', {
      summary: 'Change',
      params: inRepository.extend({ number: z.int().describe('Number') }),
    }),
    delete: api('DELETE /repos/{owner}/{repo}/issues/{number}', {
      summary: 'Delete',
      params: inRepository.extend({ number: z.int().describe('Number') }),
      result: z.object({}),
    }),
  },
  search: { fields: ['number', 'title', 'updated_at'] },
  sync: {
    via: 'list',
    each: repositories,
    bind: { owner: 'owner.login', repo: 'name' },
    cursor: { field: 'updated_at', param: 'since' },
  },
});

const comments = defineEntity({
  name: 'comments',
  summary: 'Comments on an issue',
  record: z.object({ id: z.string(), body: z.string().nullish() }),
  key: 'id',
  actions: {
    list: api('GET /repos/{owner}/{repo}/issues/{number}/comments', {
      summary: 'List comments',
      params: inRepository.extend({ number: z.int().describe('Number of the issue'), ...paged }),
    }),
    create: api('POST /repos/{owner}/{repo}/issues/{number}/comments', {
      summary: 'Comment',
      params: inRepository.extend({ number: z.int().describe('Number of the issue') }),
      result: z.object({ url: z.string() }),
    }),
  },
  search: { fields: ['id', 'body'] },
  sync: { via: 'list', each: issues, bind: { number: 'number' } },
});

const logins = defineEntity({
  name: 'logins',
  summary: 'Logins of accounts, of which a list takes two',
  record: z.object({ id: z.string(), account: z.int() }),
  key: 'id',
  actions: {
    list: api('GET /logins', {
      summary: 'List logins',
      params: z.object({ accounts: z.string().describe('Accounts'), ...paged }),
    }),
  },
  search: { fields: ['id', 'account'] },
  sync: { via: 'list', each: accounts, bind: { accounts: '{id}' }, batch: 2 },
});

const upstream = defineUpstream({
  baseUrl: 'https://tracker.example',
  documentation: 'https://tracker.example/docs',
  version: { pinned: '1', sunset: null },
  authentication: { token: auth.bearer('token', 'Token') },
  settings: z.object({ repositories: z.array(z.string()).optional().describe('Repositories, as owner/name') }),
  failure: { message: ['message'] },
});

const trackerOf = (entities: readonly Entity[]) =>
  defineConnector({
    id: 'tracker',
    kind: 'tracker',
    vendor: 'Tracker',
    version: '1.0.0',
    upstream,
    entities,
    check: { entity: 'accounts', action: 'list', params: {} },
  });

/** A made-up connector: an entity without partitions, one from settings, its children and grandchildren. Children are declared first. */
export const tracker: Connector = trackerOf([comments, issues, accounts, repositories]);

/** The same with logins, of which a list takes two accounts. */
export const trackerWithLogins: Connector = trackerOf([comments, issues, logins, accounts, repositories]);
