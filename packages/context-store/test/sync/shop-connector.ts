import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  page,
  restApi,
  time,
} from '@connectory/connector-sdk';
import { z } from 'zod';

const api = restApi({ recordsAt: 'items', paging: page.pageNumber({ param: 'page', size: 'size' }) });
const byCursor = restApi({ recordsAt: 'items', paging: page.cursor({ param: 'cursor', next: 'next', size: 'size' }) });

const paged = {
  size: z.int().default(4).describe('Records per page'),
  page: z.int().optional().describe('Number of the page'),
};

const record = z.object({
  id: z.int(),
  text: z.string().nullish(),
  changed_at: time('unix-seconds', z.int()).nullish(),
});

const orders = defineEntity({
  name: 'orders',
  summary: 'Orders, in numbered pages, that can be read alone',
  record,
  key: 'id',
  actions: {
    list: api('GET /orders', { summary: 'List', params: z.object(paged) }),
    get: api('GET /orders/{order_id}', {
      summary: 'Get one',
      params: z.object({ order_id: z.int().describe('Id of the order') }),
    }),
  },
  search: { fields: ['id', 'text', 'changed_at'] },
  sync: { via: 'list' },
});

const visits = defineEntity({
  name: 'visits',
  summary: 'Visits, in numbered pages, that cannot be read alone',
  record,
  key: 'id',
  actions: { list: api('GET /visits', { summary: 'List', params: z.object(paged) }) },
  search: { fields: ['id', 'text'] },
  sync: { via: 'list' },
});

const stamps = defineEntity({
  name: 'stamps',
  summary: 'Stamps of an order, which change with it',
  record: z.object({ id: z.int() }),
  key: 'id',
  actions: {
    list: restApi({ recordsAt: 'items' })('GET /orders/{order}/stamps', {
      summary: 'List',
      params: z.object({ order: z.int().describe('Order') }),
    }),
  },
  search: { fields: ['id'] },
  sync: { via: 'list', each: orders, changedBy: 'changed_at', bind: { order: 'id' } },
});

const notes = defineEntity({
  name: 'notes',
  summary: 'Notes of an order, by cursor',
  record,
  key: 'id',
  actions: {
    list: byCursor('GET /orders/{order}/notes', {
      summary: 'List',
      params: z.object({
        order: z.int().describe('Order'),
        size: z.int().default(4).describe('Records per page'),
        cursor: z.string().optional().describe('Where the page begins'),
      }),
    }),
  },
  search: { fields: ['id', 'text'] },
  sync: { via: 'list', each: orders, bind: { order: 'id' }, notFound: 'empty' },
});

/** A fixture connector with numbered lists, and with children that may not be found. */
export const shop: Connector = defineConnector({
  id: 'shop',
  kind: 'shop',
  vendor: 'Shop',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://shop.example',
    documentation: 'https://shop.example/docs',
    version: { pinned: '1', sunset: null },
    authentication: { token: auth.bearer('token', 'Token') },
    failure: { message: ['message'] },
  }),
  entities: [orders, visits, notes, stamps],
  check: { entity: 'orders', action: 'list', params: {} },
});
