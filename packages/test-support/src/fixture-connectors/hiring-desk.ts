import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  fromBody,
  page,
  restApi,
} from '@connectory/connector-sdk';
import { z } from 'zod';
import { eventsFrom } from './hiring-desk-events.ts';
import { jobWebhooks } from './hiring-desk-webhooks.ts';

const rpc = restApi({
  recordsAt: 'results',
  recordAt: 'results',
  paging: page.cursor({ param: 'cursor', next: 'nextCursor', more: 'moreDataAvailable', size: 'limit' }),
  meta: { cursor: fromBody('nextCursor', z.string().nullable()) },
});

const listParams = z.object({
  cursor: z.string().optional().describe('The cursor of the previous response'),
  limit: z.int().min(1).max(100).default(50).describe('Number of records per page'),
});

const jobs = defineEntity({
  name: 'jobs',
  summary: 'Positions to be filled',
  record: z.object({ id: z.string(), title: z.string(), status: z.enum(['Open', 'Closed']) }),
  key: 'id',
  actions: {
    list: rpc('POST /job.list', { summary: 'List jobs', params: listParams }),
    get: rpc('POST /job.info', { summary: 'Get one job', params: z.object({ id: z.string().describe('Job id') }) }),
  },
  search: { fields: ['id', 'title', 'status'] },
  sync: { via: 'list', params: { limit: 100 } },
});

const people = (name: string, summary: string, method: string) =>
  defineEntity({
    name,
    summary,
    record: z.object({ id: z.string(), name: z.string(), email: z.string().nullish() }),
    key: 'id',
    actions: { list: rpc(`POST /${method}.list`, { summary: `List ${name}`, params: listParams }) },
    search: { fields: ['id', 'name', 'email'] },
    sync: { via: 'list', params: { limit: 100 } },
  });

/** A hiring desk: a POST for everything, cursors in the body, a key as user name, errors with status 200. */
export const hiringDesk: Connector = defineConnector({
  id: 'hiring-desk',
  kind: 'recruiting',
  vendor: 'Hiring Desk',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://api.hiring-desk.example.com',
    documentation: 'https://hiring-desk.example.com/docs',
    version: { pinned: '2026-01-01', sunset: null },
    authentication: {
      api_key: auth.basic({
        description: 'API key of the organization',
        username: '{api_key}',
        password: '',
        fields: { api_key: { description: 'API key', secret: true, required: true } },
      }),
    },
    failure: {
      when: { path: 'success', is: false },
      message: ['errorInfo.message', 'errors.0'],
      code: ['errorInfo.code', 'errors.0'],
      codes: { '*_not_found': 'record_not_found' },
      requestIdAt: 'errorInfo.requestId',
    },
    limits: { minInterval: 600 },
  }),
  entities: [jobs, people('candidates', 'People who applied', 'candidate'), people('users', 'People who hire', 'user')],
  meanings: {
    status: 'State of the job',
  },
  personal: { name: 'name', contact: 'email', none: 'id title' },
  check: { entity: 'jobs', action: 'list', params: { limit: 1 } },
  events: eventsFrom(jobWebhooks(rpc)),
});
