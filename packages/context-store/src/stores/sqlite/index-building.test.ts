import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ticket, tickets } from '../../../test/stores/tickets.ts';
import { parseSearch } from '../../query/parse-search.ts';
import { searchInMemory } from '../../query/search-in-memory.ts';
import type { StoreScope } from '../context-store.ts';
import { openSqliteStore, type SqliteContextStore } from './sqlite-store.ts';

let directory: string;
let store: SqliteContextStore;
const records = Array.from({ length: 3000 }, (_, number) => ticket(number));

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'index-building-'));
  store = openSqliteStore(directory, { slowSearchMilliseconds: 0, scansBeforeIndex: 2, idleMilliseconds: 60_000 });
});

afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

async function filled(): Promise<StoreScope> {
  const scope = { connectionId: randomUUID(), layout: tickets };
  for (let start = 0; start < records.length; start += 1000) {
    const page = { records: records.slice(start, start + 1000), generation: 1, checkpoint: null };
    await store.writePage(scope, page);
  }
  return scope;
}

const scans = async (scope: StoreScope, query: object): Promise<boolean> =>
  (await store.explain(scope, parseSearch({ query, limit: 10 }, tickets))).scans;

it('builds the first b-trees at the end of a pass', async () => {
  const scope = await filled();
  await store.endPass(scope, { pass: 1, checkpoint: null, summary: null });
  expect(await scans(scope, { filter: { eq: { id: 5 } } })).toBe(false);
  expect(await scans(scope, { sort: [{ created_at: 'desc' }] })).toBe(false);
});

it('builds them when a search misses them', async () => {
  const scope = await filled();
  expect(await scans(scope, { filter: { eq: { id: 5 } } })).toBe(true);
  await store.indexesSettled();
  expect(await scans(scope, { filter: { eq: { id: 5 } } })).toBe(false);
});

it('has the words of texts indexed from the beginning', async () => {
  const scope = await filled();
  expect(await scans(scope, { filter: { fuzzy: { subject: 'pasword' } } })).toBe(false);
});

it.each<[string, object]>([
  ['a declared member', { filter: { eq: { 'requester.city': 'Bonn' } } }],
  ['an open member', { filter: { eq: { 'requester.plan': 5 } } }],
  ['an array', { filter: { contains: { tags: 'n9' } } }],
  ['a part of a text', { filter: { like: { subject: '%sword reset 1234%' } } }],
  ['the words of a member', { filter: { keyword: { 'requester.name': '12' } } }],
  ['one of several', { filter: { or: [{ eq: { 'requester.plan': -1 } }, { contains: { tags: 'n8' } }] } }],
])('builds an index for %s that keeps being scanned', async (_, query) => {
  const scope = await filled();
  await store.endPass(scope, { pass: 1, checkpoint: null, summary: null });
  expect(await scans(scope, query)).toBe(true);
  await store.indexesSettled();
  expect(await scans(scope, query)).toBe(true);
  await store.indexesSettled();
  expect(await scans(scope, query)).toBe(false);

  const changed = [ticket(10, { score: 5000, requester: { plan: 5, city: 'Bonn', name: '12' }, tags: ['n9'] })];
  await store.apply(scope, { upserts: changed, deletedKeys: ['k0011'], generation: 1, cause: 'write' });
  const now = records
    .filter(({ key }) => key !== 'k0011')
    .map((one) => (one.key === 'k0010' ? (changed[0] ?? one) : one));
  const parsed = parseSearch({ query, limit: 10 }, tickets);
  expect(await store.search(scope, parsed)).toMatchObject(searchInMemory(tickets, now, parsed));
});

it('builds no index for a field whose searches are fast', async () => {
  const scope = await filled();
  const other = openSqliteStore(directory, {
    slowSearchMilliseconds: 60_000,
    scansBeforeIndex: 1,
    idleMilliseconds: 60_000,
  });
  await other.endPass(scope, { pass: 1, checkpoint: null, summary: null });
  const query = { filter: { contains: { tags: 'n9' } } };
  for (let time = 0; time < 2; time += 1) {
    expect((await other.explain(scope, parseSearch({ query, limit: 10 }, tickets))).scans).toBe(true);
    await other.indexesSettled();
  }
  await other.close();
});

it('continues to build after writes and in another process', async () => {
  const scope = await filled();
  const other = openSqliteStore(directory, {
    slowSearchMilliseconds: 0,
    scansBeforeIndex: 1,
    idleMilliseconds: 60_000,
  });
  const query = { filter: { like: { subject: '%reset 1234%' } } };
  const parsed = parseSearch({ query, limit: 10 }, tickets);
  await other.explain(scope, parsed);
  const more = Array.from({ length: 500 }, (_, number) => ticket(3000 + number));
  await store.writePage(scope, { records: more, generation: 1, checkpoint: null });
  await Promise.all([store.indexesSettled(), other.indexesSettled()]);
  await other.close();
  expect(await scans(scope, query)).toBe(false);
  expect(await store.search(scope, parsed)).toMatchObject(searchInMemory(tickets, [...records, ...more], parsed));
});
