import { defineEntity, from, fromParam, page, restApi } from '@connectory/connector-sdk';
import { encodeCursor } from '@connectory/context-store';
import type { Connection, Policy } from '@connectory/control-plane';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exampleConnector } from '../../test/example-connector.ts';
import { createRegistry } from '../registry.ts';
import { viewOf } from './data-views.ts';
import type { EntityView } from './entity-view.ts';

const api = restApi({});

const orders = defineEntity({
  name: 'orders',
  summary: 'Orders',
  record: z.object({
    id: z.string(),
    total: z.number(),
    note: z.string().nullish(),
    state: z.enum(['open', 'closed']).nullish(),
    customer: z.union([z.string(), z.object({ name: z.string(), email: z.string(), rank: z.int() })]).nullish(),
    lines: z.array(z.object({ sku: z.string(), engraving: z.string() })).nullish(),
    metadata: z.looseObject({}).nullish(),
  }),
  key: 'id',
  actions: {
    list: api('GET /orders', { summary: 'List orders', paging: null }),
    get: api('GET /orders/{order}', {
      summary: 'Get one order',
      params: z.object({ order: z.string().describe('Order') }),
    }),
  },
  search: {
    fields: ['id', 'total', 'note', 'state', 'customer', 'metadata'],
    derived: { buyer: from(z.string(), (record) => record.customer?.name) },
  },
  sync: { via: 'list' },
});
const parcels = defineEntity({
  name: 'parcels',
  summary: 'Parcels of an order',
  record: z.object({ id: z.string() }),
  key: 'id',
  actions: {
    list: api('GET /orders/{id}/parcels', {
      summary: 'List parcels',
      params: z.object({ id: z.string().describe('Order') }),
      paging: null,
    }),
  },
});
const lists = defineEntity({
  name: 'lists',
  summary: 'Lists that are paged by the last record',
  record: z.object({ id: z.string(), state: z.string() }),
  key: 'id',
  actions: {
    list: api('GET /lists', {
      summary: 'List lists',
      paging: page.lastId({ param: 'after', more: 'more', size: 'limit' }),
    }),
  },
  search: { fields: ['id', 'state'] },
  sync: { via: 'list' },
});
const refunds = defineEntity({
  name: 'refunds',
  summary: 'Refunds of an order',
  record: z.object({ email: z.string(), reason: z.string().nullish() }),
  key: 'email',
  actions: {
    list: api('GET /orders/{order}/refunds', {
      summary: 'List refunds',
      params: z.object({ order: z.string().describe('Order') }),
      paging: null,
    }),
  },
  search: { fields: ['email', 'reason'], derived: { order: fromParam(z.string(), 'order') } },
  sync: { via: 'list', each: orders, bind: { order: 'id' } },
});
const shop = exampleConnector('shop', [orders, refunds, parcels, lists], {
  personal: {
    name: 'name buyer',
    contact: 'email',
    free_text: 'note engraving metadata reason',
    none: 'id sku order customer',
  },
});
const registry = createRegistry([shop]);
const controlPlane = { workspaces: { hashKey: async () => Buffer.alloc(32, 7) } };
const connection = { workspaceId: 'w', connector: 'shop', name: 'Berlin', id: 'c' } as unknown as Connection;

async function seen(policy: Policy, entity = 'orders'): Promise<EntityView> {
  const registered = registry.get('shop')?.entities.get(entity);
  const view = registered && (await viewOf({ registry, controlPlane }, policy, connection, registered));
  if (view === undefined) throw new Error('nothing is hidden');
  return view;
}

const order = {
  id: 'o1',
  total: 12,
  note: 'Call Ada at ada@example.com',
  state: 'open',
  customer: { name: 'Ada Lovelace', email: 'ada@example.com', rank: 3 },
  lines: [{ sku: 's1', engraving: 'For Bob' }],
  metadata: { colour: 'red', id: 'A17' },
  unknown: 'who knows',
};
const shown = (view: EntityView) =>
  JSON.parse(view.record(Buffer.from(JSON.stringify(order)), 'get', false).toString());

describe('a record', () => {
  it('has only the fields that are allowed, and what identifies it', async () => {
    const view = await seen({ fields: [{ allow: ['total', 'customer.rank'] }] });
    expect(shown(view)).toEqual({ id: 'o1', total: 12, customer: { rank: 3 } });
    const json = view.record(Buffer.from('{"id":"o1","customer":"Ada Lovelace"}'), 'get', false).toString();
    expect(json).toBe('{"id":"o1","customer":null}');
  });

  it('lacks, masks and hashes fields with everything below them', async () => {
    const view = await seen({
      fields: [
        { entity: 'orders', drop: ['note', 'lines.engraving'], mask: ['customer.name'] },
        { connector: 'Berlin', hash: ['customer.email', 'total'], mask: ['metadata'] },
      ],
    });
    const { note, lines, customer, metadata, total } = shown(view);
    expect([note, lines, metadata]).toEqual([undefined, [{ sku: 's1' }], null]);
    expect(customer).toEqual({ name: 'Xxx Xxxxxxxx', email: expect.stringMatching(/^h_[\w-]{22}$/), rank: 3 });
    expect(total).toMatch(/^h_[\w-]{22}$/);
  });

  it('lacks members whose names have dots like the path of a rule', async () => {
    const view = await seen({ fields: [{ drop: ['metadata.a.b', 'customer.email'] }] });
    const json = Buffer.from('{"id":"o1","metadata":{"a.b":1,"a":{"b":2,"c":3}},"customer.email":"ada@example.com"}');
    expect(view.record(json, 'get', false).toString()).toBe('{"id":"o1","metadata":{"a":{"c":3}}}');
  });

  it('has equal hashes of equal numbers and objects, however they are written', async () => {
    const view = await seen({ fields: [{ hash: ['total', 'metadata'] }] });
    const hashesOf = (text: string) => view.record(Buffer.from(text), 'get', false).toString();
    expect(hashesOf('{"total":1.50,"metadata":{"b":2,"a":1}}')).toBe(
      hashesOf('{"total":1.5,"metadata":{"a":1, "b":2}}'),
    );
  });

  it('has thousands of members with other names each time, for which nothing is kept', async () => {
    const view = await seen({ fields: [{ drop: ['metadata.secret'] }] });
    const record = (from: number) => {
      const members = Array.from({ length: 3_000 }, (_, index) => [`m${from + index}`, 1]);
      return Buffer.from(JSON.stringify({ id: 'o1', metadata: { secret: 1, ...Object.fromEntries(members) } }));
    };
    for (let from = 0; from < 9_000; from += 3_000)
      expect(view.record(record(from), 'get', false).toString()).not.toContain('secret');
  });

  it('lacks what a mask and a hash of one field would show together', async () => {
    expect(shown(await seen({ fields: [{ mask: ['note'] }, { hash: ['note'] }] }))).not.toHaveProperty('note');
  });

  it('has none of the fields that its connector marks, nor texts of which it says nothing', async () => {
    expect(shown(await seen({ personal: { all: 'drop' } }))).toEqual({
      id: 'o1',
      total: 12,
      state: 'open',
      customer: { rank: 3 },
      lines: [{ sku: 's1' }],
    });
  });

  it('has marked fields of kinds that are not named', async () => {
    const { customer, note } = shown(await seen({ personal: { contact: 'mask' } }));
    expect(customer).toEqual({ name: 'Ada Lovelace', email: 'xxx@xxxxxxx.xxx', rank: 3 });
    expect(note).toContain('ada@example.com');
  });

  it('has placeholders or hashes in the position of personal data in texts', async () => {
    const { note, customer } = shown(await seen({ detect: { email: 'redact' } }));
    expect([note, customer.email]).toEqual(['Call Ada at [email]', '[email]']);
    const hashed = shown(await seen({ detect: { all: 'hash' } }));
    expect(hashed.note).toBe(`Call Ada at ${hashed.customer.email}`);
    expect(hashed.customer.email).toMatch(/^\[email:h_[\w-]{22}\]$/);
  });

  it('with personal data is refused, unless it is the response to a write', async () => {
    const view = await seen({ detect: { email: 'refuse' } });
    expect(() => shown(view)).toThrow('email in note');
    expect(view.record(Buffer.from(JSON.stringify(order)), 'create', true).toString()).not.toContain('ada@');
  });
});

describe('a search', () => {
  it('does not know fields that are left out', async () => {
    const view = await seen({ fields: [{ drop: ['note'] }] });
    expect(() => view.parseSearch({ query: { filter: { like: { note: '%a%' } } } })).toThrow('note');
    expect(view.layout.fields.map(({ name }) => name)).toEqual(['id', 'total', 'state', 'customer', 'metadata']);
  });

  it('has no conditions on fields that are masked, nor sorts or groups by them', async () => {
    const view = await seen({ fields: [{ mask: ['note'] }] });
    for (const query of [
      { filter: { not: { eq: { note: 'x' } } } },
      { sort: [{ note: 'asc' }] },
      { aggregate: { group_by: ['note'], values: { n: { count: '*' } } } },
    ])
      expect(() => view.parseSearch({ query })).toThrow();
    expect(view.parseSearch({ query: { filter: { eq: { state: 'open' } } } }).filter).not.toBeNull();
  });

  it('finds only records that exist for the policy', async () => {
    const view = await seen({ records: [{ connector: 'shop', entity: 'orders', where: { eq: { state: 'open' } } }] });
    expect([view.matches({ state: 'open' }), view.matches({ state: 'closed' }), view.matches({})]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await view.includes(order, {})).toBe(true);
  });
});

describe('a next page', () => {
  const list = registry.get('shop')?.entities.get('lists')?.entity.actions.list;
  const after = { after: 'the last order' };

  it('does not name the last record before it where some are hidden, nor lets anybody name one', async () => {
    const where = { eq: { state: 'open' } };
    const view = await seen({ records: [{ connector: 'shop', entity: 'lists', where }] }, 'lists');
    if (list === undefined) throw new Error('the list is missing');
    const sealed = view.sealedPage(list, after);
    expect(JSON.stringify(sealed)).not.toContain('last order');
    expect(view.openedPage(list, { limit: 1, ...sealed })).toEqual({ limit: 1, ...after });
    expect(() => view.openedPage(list, after)).toThrow('after was not returned in next_params');
    const other = await seen(
      { records: [{ connector: 'shop', entity: 'lists', where: { eq: { id: 'o1' } } }] },
      'lists',
    );
    expect(() => other.openedPage(list, { ...sealed })).toThrow('after was not returned in next_params');
  });

  it('shows nothing of a hidden field either, though any other may be named', async () => {
    const view = await seen({ fields: [{ drop: ['state'] }] }, 'lists');
    if (list === undefined) throw new Error('the list is missing');
    const sealed = view.sealedPage(list, after);
    expect(JSON.stringify(sealed)).not.toContain('last order');
    expect(view.openedPage(list, { ...sealed })).toEqual(after);
    expect(view.openedPage(list, after)).toEqual(after);
  });

  it('of a search has no text of a record', async () => {
    const view = await seen({ detect: { email: 'redact' } });
    const query = view.parseSearch({ query: { sort: [{ note: 'asc' }] } });
    const cursor = encodeCursor({ values: ['ada@example.com'], key: '["o1"]' }, query);
    const sealed = view.sealedCursor(cursor);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('ada');
    expect(view.parseSearch({ query: { sort: [{ note: 'asc' }] }, cursor: sealed }).after?.key).toBe('["o1"]');
    expect(() => view.parseSearch({ query: { sort: [{ note: 'asc' }] }, cursor })).toThrow('cursor');
  });
});

describe('an entity', () => {
  it('whose key is hidden cannot be read', async () => {
    for (const policy of [
      { personal: { contact: 'hash' } },
      { detect: { email: 'redact' } },
      { fields: [{ hash: ['email'] }] },
    ] satisfies Policy[])
      expect((await seen(policy, 'refunds')).isReadable).toBe(false);
    expect((await seen({ personal: { name: 'drop' } }, 'refunds')).isReadable).toBe(true);
  });

  it('whose records belong to hidden ones needs a rule of its own', async () => {
    const ofOrders = { connector: 'shop', entity: 'orders', where: { eq: { state: 'open' } } };
    expect((await seen({ records: [ofOrders] }, 'refunds')).isReadable).toBe(false);
    const ofRefunds = { connector: 'shop', entity: 'refunds', where: {} };
    expect((await seen({ records: [ofOrders, ofRefunds] }, 'refunds')).isReadable).toBe(true);
  });

  it('that is read below a record of which some are hidden needs a rule of its own, even without a copy', async () => {
    const ofOrders = { connector: 'shop', entity: 'orders', where: { eq: { state: 'open' } } };
    expect((await seen({ records: [ofOrders] }, 'parcels')).isReadable).toBe(false);
    const ofParcels = { connector: 'shop', entity: 'parcels', where: {} };
    expect((await seen({ records: [ofOrders, ofParcels] }, 'parcels')).isReadable).toBe(true);
  });

  it('cannot be read with a condition on a field that it does not have', async () => {
    const policy = { records: [{ connector: 'shop', entity: 'orders', where: { eq: { colour: 'red' } } }] };
    expect((await seen(policy)).isReadable).toBe(false);
  });

  it('cannot be read with a condition that takes long for every record', async () => {
    const like = (pattern: string) => ({ like: { note: pattern } });
    for (const where of [like('a_b'), { and: Array.from({ length: 11 }, (_, index) => like(`%${index}%`)) }])
      expect((await seen({ records: [{ connector: 'shop', entity: 'orders', where }] })).isReadable).toBe(false);
  });

  it('of which nothing is hidden has no view', async () => {
    const registered = registry.get('shop')?.entities.get('orders');
    if (registered === undefined) throw new Error('orders are missing');
    const of = (policy: Policy) => viewOf({ registry, controlPlane }, policy, connection, registered);
    expect(await of({ entities: ['orders'], maxRecords: 1 })).toBeUndefined();
    expect(await of({ fields: [{ connector: 'other', drop: ['note'] }] })).toBeUndefined();
  });
});
