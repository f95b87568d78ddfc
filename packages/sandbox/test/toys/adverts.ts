import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  fromBody,
  page,
  type RawValue,
  restApi,
} from '@connectory/connector-sdk';
import { z } from 'zod';
import { text } from './params.ts';

const adverts = restApi({
  recordsAt: 'results',
  paging: page.cursor({ param: 'page_token', next: 'next_page_token' }),
  meta: { next_page_token: fromBody('next_page_token', z.string().nullable()) },
});
const token = z.string().optional().describe('Where to go on');
const inAccount = z.object({ account_id: text('Account') });
const search = (example: string) =>
  inAccount.extend({ query: text('Query').meta({ examples: [example] }), page_token: token });

const Account = z.object({ id: z.string(), name: z.string() });
const accounts = defineEntity({
  name: 'accounts',
  summary: 'Accounts',
  record: Account,
  key: 'id',
  actions: {
    list: { ...adverts('GET /accounts:list', { summary: 'List', paging: null, meta: {} }), omitsEmptyLists: true },
    update: adverts('POST /accounts/{account_id}:rename', {
      summary: 'Rename',
      params: inAccount.extend({ name: text('Name') }),
    }),
  },
  search: { fields: ['id', 'name'] },
  sync: { via: 'list' },
});

const closures = defineEntity({
  name: 'closures',
  summary: 'Closures of an account',
  record: Account,
  key: 'id',
  actions: { create: adverts('POST /closures', { summary: 'Close an account', params: inAccount }) },
});

const Campaign = z.object({ campaign: z.object({ id: z.string(), name: z.string(), status: z.enum(['ON', 'OFF']) }) });
const campaigns = defineEntity({
  name: 'campaigns',
  summary: 'Campaigns, read by a query language',
  record: Campaign,
  key: 'campaign.id',
  actions: {
    list: adverts('POST /accounts/{account_id}/reports:search', {
      summary: 'List',
      params: search('SELECT name FROM campaign'),
    }),
    update: adverts('POST /accounts/{account_id}/campaigns:mutate', {
      summary: 'Change',
      params: inAccount.extend({
        operations: z
          .array(
            z.strictObject({ id: text('Campaign'), set: z.strictObject({ name: text('Name') }).describe('Values') }),
          )
          .describe('Changes'),
      }),
      recordAt: 'results.0',
    }),
  },
});

const groups = defineEntity({
  name: 'groups',
  summary: 'Groups on the route of the campaigns',
  record: z.object({ group: z.object({ id: z.string(), name: z.string() }) }),
  key: 'group.id',
  actions: {
    list: adverts('POST /accounts/{account_id}/reports:search', {
      summary: 'List',
      params: search('SELECT name FROM group'),
    }),
  },
});

const notes = defineEntity({
  name: 'notes',
  summary: 'Notes of an account, which do not say whose they are',
  record: z.object({ id: z.string(), text: z.string() }),
  key: 'id',
  actions: {
    list: adverts('GET /notes', { summary: 'List', params: inAccount.extend({ page_token: token }) }),
    create: adverts('POST /notes', { summary: 'Write', params: inAccount.extend({ text: text('Text') }) }),
  },
  search: { fields: ['id', 'text'] },
  sync: { via: 'list', each: accounts, bind: { account_id: 'id' } },
});

const asPrice = {
  toRecord: ({ id, price }: RawValue) => ({ id, cents: Math.round(price.amount * 100) }),
};
const prices = defineEntity({
  name: 'prices',
  summary: 'Prices, which the vendor writes differently',
  record: z.object({ id: z.int(), cents: z.int() }),
  key: 'id',
  actions: {
    list: adverts('GET /prices', {
      summary: 'List',
      paging: null,
      meta: {},
      ...asPrice,
    }),
    get: adverts('GET /prices/{price_id}', {
      summary: 'Get',
      params: z.object({ price_id: text('Price') }),
      ...asPrice,
    }),
  },
});

const kind = (media: string) => `application/vnd.${media}+json`;
const byMedia = (media: string) =>
  defineEntity({
    name: `${media}_things`,
    summary: 'Things told apart by a header alone',
    record: z.object({ id: z.string(), [media]: z.string() } as { id: z.ZodString }),
    key: 'id',
    actions: {
      list: adverts('GET /things', {
        summary: 'List',
        params: z.object({
          page_token: token,
          size: z.int().min(1).max(50).default(10).describe('Size'),
          id: z.string().optional().describe('Id'),
          n: z.string().optional().describe('Number of the page'),
        }),
        paging: {
          ...page.nextUrl({ param: 'page_token', next: 'next_url', size: 'size' }),
          alone: true,
          also: { n: 'number' },
        },
        meta: {},
        wire: ({ page_token, n: _n, ...rest }) => ({
          headers: { accept: kind(media) },
          query: page_token === undefined ? rest : { page_token },
        }),
      }),
    },
  });

/** What only its author knows: query languages, shared routes, methods in paths, hosts with a path. */
export const advertising: Connector = defineConnector({
  id: 'advertising',
  kind: 'toy advertising',
  vendor: 'Toy Advertising',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://{host}/v1',
    documentation: 'https://adverts.example.com',
    version: { pinned: '1', sunset: null },
    settings: z.object({
      host: z.string().describe('Host, with the path of the shop'),
      manager: z.string().optional().describe('Account to act through'),
    }),
    authentication: {
      key: {
        ...auth.bearer('api_key', 'Key'),
        headers: { authorization: 'Bearer {api_key}', 'x-developer': '{developer}', 'x-manager': '{manager}' },
        fields: {
          api_key: { description: 'Key', secret: true, required: true },
          developer: { description: 'Developer', secret: true, required: true },
        },
      },
    },
    failure: { when: { path: 'ok', is: false }, message: ['error'] },
  }),
  entities: [accounts, closures, campaigns, groups, notes, prices, byMedia('left'), byMedia('right')],
  check: { entity: 'accounts', action: 'list', params: {} },
});
