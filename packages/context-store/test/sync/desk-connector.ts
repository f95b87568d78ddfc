import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  eachOfSetting,
  from,
  fromParam,
  restApi,
} from '@connectory/connector-sdk';
import { z } from 'zod';

const api = restApi({ recordsAt: 'items' });
const byId = z.object({ id: z.string().describe('Id') });

const tickets = defineEntity({
  name: 'tickets',
  summary: 'Tickets',
  record: z.object({ id: z.int() }),
  key: 'id',
  actions: { list: api('GET /tickets', { summary: 'List tickets', params: z.object({}) }) },
  search: { fields: ['id'] },
  sync: { via: 'list' },
});

const ticketComments = defineEntity({
  name: 'ticket_comments',
  summary: 'Comments, which do not name their ticket',
  record: z.object({ id: z.int(), body: z.string(), created_at: z.string() }),
  key: 'id',
  actions: {
    list: api('GET /tickets/{ticket_id}/comments', {
      summary: 'List comments',
      params: z.object({
        ticket_id: z.int().describe('Ticket'),
        kind: z.enum(['public', 'internal']).optional().describe('Kind'),
      }),
    }),
    create: api('POST /tickets/{ticket_id}/comments', {
      summary: 'Comment',
      params: z.object({ ticket_id: z.int().describe('Ticket') }),
    }),
  },
  search: {
    fields: ['id', 'body'],
    derived: {
      ticket_id: fromParam(z.int(), 'ticket_id'),
      kind: fromParam(z.string(), 'kind'),
      timestamp: from(z.int(), ({ created_at }) => Math.floor(Date.parse(created_at) / 1000)),
    },
  },
  sync: { via: 'list', params: { kind: 'public' }, each: tickets, bind: { ticket_id: 'id' } },
});

const files = defineEntity({
  name: 'files',
  summary: 'Files the settings list, which do not say where they are',
  record: z.object({ oid: z.string(), text: z.string() }),
  key: 'oid',
  actions: {
    get: api('GET /files/{owner}/{repo}/{path}', {
      summary: 'Get one',
      params: z.object({
        owner: z.string().describe('Owner'),
        repo: z.string().describe('Repository'),
        path: z.string().describe('Path'),
      }),
    }),
  },
  search: {
    fields: ['text'],
    derived: {
      owner: fromParam(z.string(), 'owner'),
      repo: fromParam(z.string(), 'repo'),
      path: fromParam(z.string(), 'path'),
    },
  },
  sync: {
    via: 'get',
    each: eachOfSetting('files', ['owner', 'repo', 'path']),
    bind: { owner: 'owner', repo: 'repo', path: 'path' },
  },
});

const customers = defineEntity({
  name: 'customers',
  summary: 'Customers, of which a deleted one leaves its identity',
  record: z.object({ id: z.string(), object: z.string(), email: z.string() }),
  key: 'id',
  actions: {
    list: api('GET /customers', { summary: 'List', params: z.object({}) }),
    delete: api('DELETE /customers/{id}', {
      summary: 'Delete',
      params: byId,
      result: z.object({ id: z.string(), object: z.string(), deleted: z.boolean() }),
    }),
  },
  search: { fields: ['id', 'object', 'email'] },
  sync: { via: 'list' },
});

const subscriptions = defineEntity({
  name: 'subscriptions',
  summary: 'Subscriptions, of which a deleted one is listed as cancelled',
  record: z.object({ id: z.string(), object: z.string(), status: z.string(), canceled_at: z.int().nullable() }),
  key: 'id',
  actions: {
    list: api('GET /subscriptions', { summary: 'List', params: z.object({}) }),
    delete: api('DELETE /subscriptions/{id}', { summary: 'Cancel', params: byId }),
  },
  search: { fields: ['id', 'object', 'status', 'canceled_at'] },
  sync: { via: 'list' },
});

const claims = defineEntity({
  name: 'claims',
  summary: 'Claims, whose list also has deleted ones',
  record: z.object({ id: z.string(), state: z.string() }),
  key: 'id',
  actions: {
    list: api('GET /claims', { summary: 'List', params: z.object({}) }),
    update: api('PATCH /claims/{id}', { summary: 'Change', params: byId }),
  },
  search: { fields: ['id', 'state'] },
  sync: { via: 'list', gone: { eq: { state: 'deleted' } } },
});

const members = defineEntity({
  name: 'members',
  summary: 'Members, of which deactivated ones stay members',
  record: z.object({ id: z.string(), deleted: z.boolean() }),
  key: 'id',
  actions: { list: api('GET /members', { summary: 'List', params: z.object({}) }) },
  search: { fields: ['id', 'deleted'] },
  sync: { via: 'list' },
});

/** A made-up connector whose records omit the requested parent, and whose deletes return different shapes. */
export const desk: Connector = defineConnector({
  id: 'desk',
  kind: 'desk',
  vendor: 'Desk',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://desk.example',
    documentation: 'https://desk.example/docs',
    version: { pinned: '1', sunset: null },
    authentication: { token: auth.bearer('token', 'Token') },
    settings: z.object({ files: z.array(z.string()).optional().describe('Files, as owner/repo/path') }),
    failure: { message: ['message'] },
  }),
  entities: [tickets, ticketComments, files, customers, subscriptions, claims, members],
  check: { entity: 'tickets', action: 'list', params: {} },
});
