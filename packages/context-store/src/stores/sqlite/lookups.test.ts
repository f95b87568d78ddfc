import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import SqliteConnection from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ticket, tickets } from '../../../test/stores/tickets.ts';
import { parseSearch } from '../../query/parse-search.ts';
import { searchInMemory } from '../../query/search-in-memory.ts';
import type { StoredRecord, StoreScope } from '../context-store.ts';
import { Lookups, type LookupTime } from './lookups.ts';
import { openSqliteStore, type SqliteContextStore } from './sqlite-store.ts';

let directory: string;
let store: SqliteContextStore;
const records = Array.from({ length: 60 }, (_, number) => ticket(number));

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'lookups-'));
  store = openSqliteStore(directory);
});

afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

const byId = (id: number, params: object = {}) =>
  parseSearch({ query: { filter: { eq: { id } } }, ...params }, tickets);

async function filled(stored: readonly StoredRecord[] = records): Promise<StoreScope> {
  const scope = { connectionId: randomUUID(), layout: tickets };
  await store.writePage(scope, { records: stored, generation: 1, checkpoint: { page: 1 } });
  await store.endPass(scope, 1, { page: 2 });
  return scope;
}

/** However long a lookup waits for the processor, it does not count. */
const anyTime: LookupTime = { longMilliseconds: Number.POSITIVE_INFINITY, diskReads: () => 0, share: 1 };

/** Lookups of one copy, its file open. */
function lookupsIn(scope: StoreScope, time = anyTime): Lookups {
  const lookups = new Lookups(directory, time);
  for (let answer = 0; answer < 3; answer += 1) lookups.answered(scope, byId(1));
  return lookups;
}

it('are answered once threads have answered some', async () => {
  const scope = await filled();
  const lookups = new Lookups(directory, anyTime);
  for (let answer = 0; answer < 3; answer += 1) {
    expect(lookups.search(scope, byId(7))).toBeNull();
    lookups.answered(scope, byId(7));
  }
  const expected = { page: searchInMemory(tickets, records, byId(7)), checkpoint: '{"page":2}' };
  expect(lookups.search(scope, byId(7))).toEqual(expected);
  expect(lookups.search({ ...scope, connectionId: randomUUID() }, byId(7))).toBeNull();
  lookups.close();
  expect(lookups.search(scope, byId(7))).toBeNull();
});

it.each([
  ['a number', { id: 7 }],
  ['a number that is not there', { id: 7000 }],
  ['a text', { created_at: '2026-01-08T00:00:00Z' }],
  ['a text that is not there', { status: 'Open' }],
])('find %s as the reference evaluator does, with all fields and with some', async (_, eq) => {
  const scope = await filled();
  const lookups = lookupsIn(scope);
  for (const params of [{}, { limit: 10 }, { fields: ['subject', 'requester.city'] }]) {
    const query = parseSearch({ query: { filter: { eq } }, ...params }, tickets);
    expect(lookups.search(scope, query)?.page).toEqual(searchInMemory(tickets, records, query));
  }
  lookups.close();
});

it.each([
  ['by a field with an index', [{ created_at: 'desc' }]],
  ['by a field without one', [{ score: 'asc' }]],
  ['by two fields', [{ is_open: 'desc' }, { id: 'desc' }]],
  ['by the same field', [{ status: 'asc' }]],
])('sort the few records with a value %s as the reference evaluator does', async (_, sort) => {
  const some = records.map((_record, number) => ticket(number, { status: `status ${number % 7}`, score: -number }));
  const scope = await filled(some);
  const lookups = lookupsIn(scope);
  for (const params of [{}, { limit: 10 }, { fields: ['subject', 'requester.city'] }]) {
    const query = parseSearch({ query: { filter: { eq: { status: 'status 3' } }, sort }, ...params }, tickets);
    expect(lookups.search(scope, query)?.page).toEqual(searchInMemory(tickets, some, query));
  }
  lookups.close();
});

it.each<[string, object]>([
  ['the first', { query: { sort: [{ id: 'asc' }] }, limit: 10 }],
  ['the last', { query: { sort: [{ id: 'desc' }] }, limit: 3 }],
  ['those from a value on', { query: { filter: { gte: { id: 57 } }, sort: [{ id: 'asc' }] }, limit: 10 }],
  ['those above a value', { query: { filter: { gt: { id: 57 } }, sort: [{ id: 'desc' }] }, limit: 2 }],
  [
    'those between two values',
    { query: { filter: { gte: { id: 5 }, lt: { id: 9 } }, sort: [{ id: 'desc' }] }, limit: 3 },
  ],
  [
    'those between two values in no order',
    { query: { filter: { gt: { id: 9 }, lt: { id: 5 } }, sort: [{ id: 'asc' }] }, limit: 3 },
  ],
  ['those with one value', { query: { filter: { eq: { id: 7 } }, sort: [{ id: 'asc' }] }, limit: 10 }],
  ['equal ones, descending', { query: { sort: [{ created_at: 'desc' }] }, limit: 10 }],
  ['equal ones, ascending', { query: { sort: [{ created_at: 'asc' }] }, limit: 4 }],
  ['some fields of them', { query: { sort: [{ created_at: 'desc' }] }, limit: 10, fields: ['subject'] }],
])('find %s of an order, and the position behind them', async (_, params) => {
  const scope = await filled();
  const lookups = lookupsIn(scope);
  const query = parseSearch(params, tickets);
  expect(lookups.search(scope, query)?.page).toEqual(searchInMemory(tickets, records, query));
  lookups.close();
});

it('see what is written meanwhile, and the checkpoint of that time', async () => {
  const scope = await filled();
  const lookups = lookupsIn(scope);
  expect(lookups.search(scope, byId(100))?.page.records).toEqual([]);
  for (let page = 3; page < 6; page += 1) {
    const subject = `Written by page ${page}`;
    await store.writePage(scope, { records: [ticket(100, { subject })], generation: 2, checkpoint: { page } });
    const found = lookups.search(scope, byId(100));
    expect(found?.page.records.map((record) => JSON.parse(record).subject)).toEqual([subject]);
    expect(found?.checkpoint).toBe(JSON.stringify({ page }));
  }
  lookups.close();
});

it('rest after one that took long', async () => {
  const scope = await filled();
  const lookups = lookupsIn(scope, { longMilliseconds: 0, diskReads: () => 0, share: 1e-9 });
  expect(lookups.search(scope, byId(7))).not.toBeNull();
  expect(lookups.search(scope, byId(7))).toBeNull();
  lookups.close();
});

describe('what is left to a thread:', () => {
  it.each<[string, object]>([
    ['null', { query: { filter: { eq: { id: null } } } }],
    ['a field without an index', { query: { filter: { eq: { score: 1 } } } }],
    ['a range in another order', { query: { filter: { gte: { id: 59 } } }, limit: 3 }],
    ['two fields', { query: { filter: { eq: { id: 7, status: 'open' } } } }],
    ['an order of a second field', { query: { sort: [{ id: 'asc' }, { status: 'asc' }] }, limit: 3 }],
    ['an order of a field without an index', { query: { sort: [{ score: 'asc' }] }, limit: 3 }],
    [
      'a range and another field',
      { query: { filter: { gte: { id: 7 }, eq: { status: 'open' } }, sort: [{ id: 'asc' }] } },
    ],
    ['a descending page that ends among equal values', { query: { sort: [{ status: 'desc' }] }, limit: 3 }],
    ['more than 25 records of a range', { query: { sort: [{ id: 'asc' }] }, limit: 26 }],
    ['a page with a next one', { query: { filter: { eq: { status: 'open' } } }, limit: 3 }],
  ])('%s', async (_, params) => {
    const scope = await filled();
    const lookups = lookupsIn(scope);
    expect(lookups.search(scope, byId(7))).not.toBeNull();
    expect(lookups.search(scope, parseSearch(params, tickets))).toBeNull();
    lookups.close();
  });

  it('more than 25 records with one value', async () => {
    const scope = await filled(records.map((_, number) => ticket(number, { status: number < 25 ? 'open' : 'closed' })));
    const lookups = lookupsIn(scope);
    const withStatus = (status: string) => parseSearch({ query: { filter: { eq: { status } } } }, tickets);
    expect(lookups.search(scope, withStatus('open'))?.page.records).toHaveLength(25);
    expect(lookups.search(scope, withStatus('closed'))).toBeNull();
    lookups.close();
  });

  it('more than 10 records to sort, which keeps no lookup by key from being answered', async () => {
    const scope = await filled(records.map((_, number) => ticket(number, { status: number < 10 ? 'open' : 'closed' })));
    const lookups = lookupsIn(scope);
    const sorted = (status: string) =>
      parseSearch({ query: { filter: { eq: { status } }, sort: [{ created_at: 'desc' }] } }, tickets);
    expect(lookups.search(scope, sorted('open'))?.page.records).toHaveLength(10);
    expect(lookups.search(scope, sorted('closed'))).toBeNull();
    expect(lookups.search(scope, byId(7))).not.toBeNull();
    lookups.close();
  });

  it('an order whose page may end with records without a value', async () => {
    const scope = await filled(records.slice(0, 5));
    const lookups = lookupsIn(scope);
    expect(lookups.search(scope, byId(1))).not.toBeNull();
    const first = (limit: number) => parseSearch({ query: { sort: [{ id: 'asc' }] }, limit }, tickets);
    expect(lookups.search(scope, first(4))?.page.records).toHaveLength(4);
    expect(lookups.search(scope, first(5))).toBeNull();
    lookups.close();
  });

  it('a long record, and several that are long together', async () => {
    const changes = { status: 'long', subject: 'x'.repeat(30_000) };
    const long = [
      ticket(1, changes),
      ticket(2, changes),
      ticket(3, changes),
      ticket(4, { subject: 'x'.repeat(70_000) }),
    ];
    const scope = await filled(long);
    const lookups = lookupsIn(scope);
    expect(lookups.search(scope, byId(1))?.page).toEqual(searchInMemory(tickets, long, byId(1)));
    expect(lookups.search(scope, byId(4))).toBeNull();
    for (const sort of [[], [{ created_at: 'desc' }]]) {
      const together = lookupsIn(scope);
      const query = parseSearch({ query: { filter: { eq: { status: 'long' } }, sort } }, tickets);
      expect(together.search(scope, query)).toBeNull();
      together.close();
    }
    const sorted = lookupsIn(scope);
    expect(
      sorted.search(scope, parseSearch({ query: { filter: { eq: { id: 1 } }, sort: [{ status: 'asc' }] } }, tickets)),
    ).not.toBeNull();
    expect(
      sorted.search(scope, parseSearch({ query: { filter: { eq: { id: 4 } }, sort: [{ status: 'asc' }] } }, tickets)),
    ).toBeNull();
    lookups.close();
    sorted.close();
  });

  it('everything in a file whose tables have changed', async () => {
    const scope = await filled();
    const lookups = lookupsIn(scope);
    expect(lookups.search(scope, byId(7))).not.toBeNull();
    await store.prepare({ ...scope, layout: { ...tickets, entity: 'others' } });
    expect(lookups.search(scope, byId(7))).toBeNull();
    lookups.close();
  });

  it('everything in a file that somebody else holds', async () => {
    const scope = await filled();
    const lookups = lookupsIn(scope);
    const holder = new SqliteConnection(join(directory, `${scope.connectionId}.sqlite`));
    await store.close();
    store = openSqliteStore(directory);
    lookups.forget(scope.connectionId);
    holder.pragma('locking_mode = EXCLUSIVE');
    holder.exec('BEGIN EXCLUSIVE; COMMIT');
    const others = lookupsIn(scope);
    expect(others.search(scope, byId(7))).toBeNull();
    holder.close();
    lookups.close();
    others.close();
  });

  it('everything in a file that was dropped, here or by another process', async () => {
    const scope = await filled();
    const lookups = lookupsIn(scope);
    expect(lookups.search(scope, byId(7))).not.toBeNull();
    await store.dropConnection(scope.connectionId);
    expect(lookups.search(scope, byId(7))).toBeNull();
    lookups.close();
  });
});

it('are part of the searches of a store, which keeps no file of a dropped connection open', async () => {
  const scope = await filled();
  for (let time = 0; time < 5; time += 1) {
    expect(await store.search(scope, byId(7))).toEqual({
      ...searchInMemory(tickets, records, byId(7)),
      checkpoint: { page: 2 },
    });
  }
  await store.dropConnection(scope.connectionId);
  expect((await store.search(scope, byId(7))).records).toEqual([]);
  await store.close();
  expect(openFiles().filter((path) => path.startsWith(directory))).toEqual([]);
  store = openSqliteStore(directory);
});

// Elsewhere the system tells by refusing to delete what is open.
function openFiles(): readonly string[] {
  if (platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      return [];
    }
  });
}
