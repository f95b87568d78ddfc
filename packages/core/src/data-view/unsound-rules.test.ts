import { absent, defineEntity, from, restApi } from '@connectory/connector-sdk';
import { fieldsOfSchema, jsonSchema } from '@connectory/connector-sdk/engine';
import type { Connection, DataPolicy, WorkspaceId } from '@connectory/control-plane';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exampleConnector } from '../../test/example-connector.ts';
import { createRegistry } from '../registry.ts';
import { unsoundRules } from './unsound-rules.ts';

const api = restApi({});
const orders = defineEntity({
  name: 'orders',
  summary: 'Orders',
  record: z.object({
    id: z.string(),
    total: z.number(),
    note: z.string().nullish(),
    customer: z.union([z.string(), z.object({ name: z.string(), email: z.string() })]).nullish(),
    lines: z.array(z.object({ sku: z.string(), engraving: z.string() })).nullish(),
    metadata: z.record(z.string(), z.string()).nullish(),
    extra: z.looseObject({}).nullish(),
  }),
  key: 'id',
  actions: {
    list: api('GET /orders', { summary: 'List orders', paging: null }),
    delete: api('DELETE /orders/{id}', {
      summary: 'Delete an order',
      params: z.object({ id: z.string().describe('Order') }),
      result: z.object({}),
    }),
  },
  search: {
    fields: ['id', 'total', 'note', 'metadata'],
    derived: { buyer: from(z.string(), (record) => record.customer?.name), shop: absent(z.string(), 'shops are gone') },
  },
  sync: { via: 'list' },
});
const notes = defineEntity({
  name: 'notes',
  summary: 'Notes without a copy',
  record: z.object({ text: z.string() }),
  key: 'text',
  actions: { list: api('GET /notes', { summary: 'List notes', paging: null }) },
});
const shop = exampleConnector('shop', [orders, notes]);
const library = {
  ...shop,
  id: 'library',
  entities: [{ ...notes, name: 'books' }],
  check: { entity: 'books', action: 'list' as const, params: {} },
};
const berlin = { connector: 'shop', name: 'Berlin', ownRevision: null, sync: {} } as Connection;
const connections = {
  findByName: async (_workspaceId: WorkspaceId, name: string) => (name === 'Berlin' ? berlin : null),
  list: async () => ({ items: [], nextCursor: null }),
  ownFields: async () => null,
};
const parts = { registry: createRegistry([shop, library]), controlPlane: { connections } };
const giver = { workspaceId: 'w' as WorkspaceId, policy: {} };
const problems = (policy: DataPolicy) => unsoundRules(parts, giver, policy);

const paths = fieldsOfSchema(jsonSchema(orders.record)).map(({ path }) => path.join('.'));
const anyPath = fc.constantFrom(...paths);

describe('rules for fields', () => {
  it('name every field that records declare, and any below an open one', async () => {
    const open = fc
      .tuple(fc.constantFrom('metadata', 'extra'), fc.stringMatching(/^\w{1,9}$/))
      .map((names) => names.join('.'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(anyPath, open), { minLength: 1 }), async (allow) => {
        const hidden = allow.filter((path) => path !== 'id');
        const rule = {
          entity: 'orders',
          allow,
          ...(hidden.length > 0 && { drop: hidden, mask: hidden, hash: hidden }),
        };
        expect(await problems({ fields: [rule] })).toEqual([]);
      }),
    );
  });

  it('name nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(anyPath, fc.constantFrom('allow', 'drop', 'mask', 'hash'), async (path, part) => {
        if (/^(metadata|extra)/.test(path)) return;
        expect(await problems({ fields: [{ entity: 'orders', [part]: ['total', `${path}_`] }] })).toMatchObject([
          { field: `/policy/fields/0/${part}/1`, error_code: 'unknown_name', did_you_mean: path },
        ]);
      }),
    );
  });

  it.each([
    [{ entity: 'ordrs', drop: ['note'] }, '/policy/fields/0/entity', 'unknown_name'],
    [{ entity: 'orders', drop: ['note.text'] }, '/policy/fields/0/drop/0', 'unknown_name'],
    [{ entity: 'orders', drop: ['buyer'] }, '/policy/fields/0/drop/0', 'not_allowed'],
    [{ entity: 'orders', mask: ['id'] }, '/policy/fields/0/mask/0', 'not_allowed'],
    [{ entity: 'notes', hash: ['text'] }, '/policy/fields/0/hash/0', 'not_allowed'],
  ])('%j are refused at %s', async (rule, field, code) => {
    expect(await problems({ fields: [rule] })).toMatchObject([{ field, error_code: code }]);
  });

  it('may allow what is computed or absent, and are checked for connectors that come later', async () => {
    const rule = { allow: ['buyer', 'shop', 'text', 'customer.name'] };
    expect(await problems({ fields: [rule, { ...rule, connector: 'later' }] })).toEqual([]);
  });

  it('of a connection are about its connector, unless its giver may not see the connection', async () => {
    const of = (connector: string, entity: string) => ({ fields: [{ connector, entity, allow: ['text'] }] });
    expect(await problems(of('Berlin', 'notes'))).toEqual([]);
    expect(await problems(of('later', 'books'))).toEqual([]);
    expect(await problems(of('Berlin', 'books'))).toMatchObject([{ field: '/policy/fields/0/entity' }]);
    const stranger = { ...giver, policy: { connectors: ['library'] } };
    expect(await unsoundRules(parts, stranger, of('Berlin', 'books'))).toEqual([]);
  });

  it('are reported twenty at a time', async () => {
    const drop = Array.from({ length: 100 }, (_, index) => `absent_${index}`);
    expect(await problems({ fields: [{ drop }, { drop }] })).toHaveLength(20);
  });
});

describe('rules for records', () => {
  const rule = (where: object, entity = 'orders') => ({
    records: [{ connector: 'shop', entity, where: where as Record<string, unknown> }],
  });

  it.each([
    {},
    { eq: { note: 'x' } },
    { or: [{ gt: { total: 3 } }, { eq: { 'metadata.a': 'b' } }] },
    { eq: { buyer: 'x' } },
  ])('take the condition %j', async (where) => {
    expect(await problems(rule(where))).toEqual([]);
  });

  it('that match all take entities without search fields', async () => {
    expect(await problems(rule({}, 'notes'))).toEqual([]);
  });

  it.each([
    [rule({ eq: { totl: 1 } }), '/policy/records/0/where/eq/totl'],
    [rule({ and: [{ gt: { total: 'x' } }] }), '/policy/records/0/where/and/0/gt/total'],
    [rule({ not: { keyword: { note: 'late' } } }), '/policy/records/0/where'],
    [rule({ fuzzy: { note: 'late' } }), '/policy/records/0/where'],
    [rule({ eq: { text: 'x' } }, 'notes'), '/policy/records/0/entity'],
    [rule({ like: { note: 'a_b' } }), '/policy/records/0/where'],
    [rule({}, 'order'), '/policy/records/0/entity'],
  ])('%j are refused at %s', async (policy, field) => {
    expect(await problems(policy)).toMatchObject([{ field }]);
  });
});
