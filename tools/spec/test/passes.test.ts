import { auth, defineConnector, defineEntity, defineUpstream, page, restApi } from '@connectory/connector-sdk';
import type { LimitRules } from '@connectory/connector-sdk/engine';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { passPart, passRequests, withPassTable } from '../passes.ts';

const api = restApi({ paging: page.cursor({ param: 'cursor', next: 'next', size: 'limit' }), recordsAt: 'data' });
const numbered = restApi({ paging: page.pageNumber({ param: 'page', size: 'limit' }), recordsAt: 'data' });
const record = z.object({ id: z.string(), updated_at: z.iso.datetime() });
const paged = { cursor: z.string().optional().describe('Cursor'), limit: z.int().optional().describe('Size') };
const search = { fields: ['id', 'updated_at'] } as const;
const base = { summary: 'Baked', record, key: 'id', search } as const;
const orders = defineEntity({
  ...base,
  name: 'orders',
  actions: {
    list: api('GET /orders', {
      summary: 'List',
      params: z.object({ ...paged, since: z.string().optional().describe('Time') }),
    }),
  },
  sync: { via: 'list', params: { limit: 50 }, cursor: { field: 'updated_at', param: 'since' } },
});
const ofOrder = z.object({ ...paged, order: z.string().describe('Order') });
const items = defineEntity({
  ...base,
  name: 'items',
  actions: { list: api('GET /items', { summary: 'List', params: ofOrder }) },
  sync: { via: 'list', each: orders, bind: { order: 'id' }, changedBy: 'updated_at' },
});
const notes = defineEntity({
  ...base,
  name: 'notes',
  actions: {
    list: numbered('GET /notes', {
      summary: 'List',
      params: ofOrder.extend({ page: z.int().optional().describe('Page') }),
    }),
  },
  sync: { via: 'list', each: orders, bind: { order: 'id' } },
});
const labels = defineEntity({
  ...base,
  name: 'labels',
  actions: {
    list: api('GET /labels', {
      summary: 'List',
      params: z.object({ ...paged, orders: z.string().describe('Orders') }),
    }),
  },
  sync: { via: 'list', params: { limit: 20 }, each: orders, bind: { orders: 'id' }, batch: 50 },
});

const bakery = (limits?: LimitRules) =>
  defineConnector({
    id: 'bakery',
    kind: 'bakeries',
    vendor: 'Bakery',
    version: '1.0.0',
    upstream: defineUpstream({
      baseUrl: 'https://api.example.com',
      documentation: 'https://example.com/docs',
      version: { pinned: '1', sunset: null },
      authentication: { api_key: auth.bearer('api_key', 'Key') },
      failure: { message: ['message'] },
      ...(limits && { limits }),
    }),
    entities: [orders, items, notes, labels],
    check: { entity: 'orders', action: 'list', params: {} },
  });

it('counts the pages of a list, and one request for each parent that a pass reads', () => {
  expect(passRequests(bakery())).toEqual([
    { entity: 'orders', route: 'GET /orders', first: [20, 2_000], later: [1, 20] },
    { entity: 'items', route: 'GET /items', first: [1_000, 100_000], later: [10, 1_000] },
    // Each numbered list ends with an empty page.
    { entity: 'notes', route: 'GET /notes', first: [2_000, 200_000], later: [2_000, 200_000] },
    // Three pages for the labels of 50 orders.
    { entity: 'labels', route: 'GET /labels', first: [60, 6_000], later: [60, 6_000] },
  ]);
});

it('states how long the first passes take with half of each quota', () => {
  const part = passPart(
    bakery({
      quotas: [
        { requests: 10, seconds: 1, routes: ['/notes'] },
        { requests: 1_000, seconds: 86_400 },
      ],
    }),
  );
  expect(part.split('\n').filter((line) => line.startsWith('-'))).toEqual([
    '- At most 10 requests in 1 second (`/notes`). At half of that, the first pass of all these entities takes 7 minutes with 1,000 records of each, 12 hours with 100,000.',
    '- At most 1,000 requests in 1 day. At half of that, the first pass of all these entities takes 3 days with 1,000 records of each, 216 days with 100,000.',
  ]);
  expect(passPart(bakery())).not.toContain('At most');
});

it('states the time of the route that takes longest if every route has a limit of its own', () => {
  expect(passPart(bakery({ bucket: 'route', quotas: [{ requests: 2_000, seconds: 60 }] }))).toContain(
    'At most 2,000 requests of one route in 1 minute. At half of that, the first pass of all these entities takes 2 minutes',
  );
});

it('writes the table between its marks', () => {
  const [begin, end] = [
    '<!-- This table is written by "npm run spec:write". -->',
    '<!-- End of the table of requests. -->',
  ];
  const text = withPassTable(`Before.\n${begin}\nold\n${end}\nAfter.\n`, bakery());
  expect(text).toMatch(/^Before\.\n<.*>\n\n\| requests .*\| all {6}\| 3,080 .*\|\n\n<.*>\nAfter\.\n$/s);
  expect(() => withPassTable('No marks.', bakery())).toThrow('must have the lines');
});
