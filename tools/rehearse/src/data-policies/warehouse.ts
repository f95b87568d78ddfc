import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  from,
  fromParam,
  graphqlApi,
  page,
  restApi,
  selection,
} from '@connectory/connector-sdk';
import { z } from 'zod';

const rest = restApi({ paging: page.lastId({ param: 'after', more: 'more', size: 'limit' }), recordsAt: 'items' });
const graphql = graphqlApi({
  path: '/graphql',
  cursor: { param: 'after', size: 'limit' },
  pageInfo: { hasNextPage: 'has_next_page', endCursor: 'end_cursor' },
});

const id = z.object({ id: z.string().describe('Id') });
const limit = z.int().min(1).max(100).default(10).describe('Records per page');
const changes = {
  note: z.string().optional().describe('Note'),
  state: z.enum(['open', 'closed']).optional().describe('State'),
  number: z.int().optional().describe('Number'),
};

const orders = defineEntity({
  name: 'orders',
  summary: 'Orders',
  record: z.object({
    id: z.string(),
    number: z.int(),
    total: z.number(),
    placed_at: z.iso.datetime(),
    state: z.enum(['open', 'closed']),
    note: z.string().nullish(),
    customer: z.union([z.string(), z.object({ name: z.string(), email: z.string(), rank: z.int() })]).nullish(),
    lines: z.array(z.object({ sku: z.string(), engraving: z.string(), price: z.number() })),
    metadata: z.looseObject({}),
    owner: z.object({ login: z.string(), team: z.string() }),
    tags: z.array(z.string()),
  }),
  key: 'id',
  actions: {
    list: rest('GET /orders', {
      summary: 'List orders',
      params: z.object({
        limit,
        email: z.string().optional().describe('Only orders of this address'),
        state: z.enum(['open', 'closed']).optional().describe('Only orders in this state'),
        number: z.int().optional().describe('Only the order with this number'),
        min_total: z.number().optional().describe('Only orders of at least this total'),
        placed_after: z.iso.datetime().optional().describe('Only later orders'),
        order_by: z.enum(['number', 'total', 'owner']).optional().describe('Order of the list'),
      }),
    }),
    api_search: rest('GET /orders/search', {
      summary: 'Search orders',
      params: z.object({ limit, q: z.string().optional().describe('Words') }),
    }),
    get: rest('GET /orders/{id}', { summary: 'Get one order', params: id }),
    create: rest('POST /orders', { summary: 'Create an order', params: z.object(changes) }),
    update: rest('PATCH /orders/{id}', { summary: 'Change an order', params: id.extend(changes) }),
    delete: rest('DELETE /orders/{id}', { summary: 'Delete an order', params: id }),
    download: rest('GET /orders/{id}/receipt', { summary: 'Download the receipt', params: id }),
  },
  search: {
    fields: [
      'id',
      'number',
      'total',
      'placed_at',
      'state',
      'note',
      'customer',
      'lines',
      'metadata',
      'owner.login',
      'tags',
    ],
    title: 'note',
    derived: {
      buyer: from(z.string(), (record) => record.customer?.name),
      label: from(z.string(), (record) => `${record.state} ${record.note}`),
    },
  },
  sync: { via: 'list', params: { limit: 100 } },
});

const payments = defineEntity({
  name: 'payments',
  summary: 'Payments of an order',
  record: z.object({
    id: z.string(),
    amount: z.number(),
    iban: z.string(),
    payer: z.object({ name: z.string(), email: z.string() }).nullish(),
    memo: z.string().nullish(),
  }),
  key: 'id',
  actions: {
    list: rest('GET /orders/{order}/payments', {
      summary: 'List payments',
      params: z.object({ order: z.string().describe('Order'), limit }),
    }),
    get: rest('GET /orders/{order}/payments/{id}', {
      summary: 'Get one payment',
      params: z.object({ order: z.string().describe('Order'), id: z.string().describe('Id') }),
    }),
  },
  search: {
    fields: ['id', 'amount', 'iban', 'payer', 'memo'],
    title: 'memo',
    derived: { order: fromParam(z.string(), 'order') },
  },
  sync: { via: 'list', params: { limit: 100 }, each: orders, bind: { order: 'id' } },
});

const chosen = z.array(z.string()).optional().describe('Fields to return');
const peopleFields = selection('id login name');

const people = defineEntity({
  name: 'people',
  summary: 'People of the warehouse',
  record: z.object({
    id: z.string(),
    login: z.string(),
    name: z.string().nullish(),
    email: z.string().nullish(),
    manager: z.object({ id: z.string(), name: z.string() }).nullish(),
  }),
  key: 'id',
  actions: {
    list: graphql(
      `query ($limit: Int!, $after: String) {
        people(first: $limit, after: $after) { nodes { ...fields } pageInfo { hasNextPage endCursor } }
      }`,
      {
        summary: 'List people',
        params: z.object({ limit, after: z.string().optional().describe('Cursor'), fields: chosen }),
        fields: peopleFields,
        connection: 'people',
      },
    ),
    get: graphql('query ($id: String!) { person(id: $id) { ...fields } }', {
      summary: 'Get one person',
      params: id.extend({ fields: chosen }),
      fields: peopleFields,
      at: 'person',
    }),
  },
  search: { fields: ['id', 'login', 'name'], title: 'name' },
  sync: { via: 'list', params: { limit: 100 } },
});

/** An invented system whose records have every shape that a policy has to deal with. */
export const warehouse: Connector = defineConnector({
  id: 'warehouse',
  kind: 'shop',
  vendor: 'Warehouse',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://api.warehouse.example.com',
    documentation: 'https://warehouse.example.com/docs',
    version: { pinned: '1', sunset: null },
    authentication: { token: auth.bearer('token', 'A token') },
    failure: { message: ['message'] },
  }),
  entities: [orders, payments, people],
  personal: {
    name: 'name buyer',
    contact: 'email login',
    payment: 'iban',
    free_text: 'note engraving metadata memo label',
    none: 'id sku order customer owner team tags lines payer manager',
  },
  check: { entity: 'people', action: 'list', params: { limit: 1 } },
});
