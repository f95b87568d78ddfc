import { randomUUID } from 'node:crypto';
import { type DatabaseHost, postgresHost } from '@connectory/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { normalizeRecord } from '../../query/normalize-record.ts';
import { parseSearch } from '../../query/parse-search.ts';
import { searchInMemory } from '../../query/search-in-memory.ts';
import type { StoreScope } from '../context-store.ts';
import { openPostgresStore, type PostgresContextStore } from './postgres-store.ts';
import { RecordedStatements } from './testing/recorded-statements.ts';
import { sampleLayout as layout } from './testing/sample-table.ts';

const full: StoreScope = { connectionId: randomUUID(), layout };
const partial: StoreScope = { connectionId: randomUUID(), layout };
const recordsOf = (isFull: boolean) =>
  Array.from({ length: 60 }, (_, index) =>
    normalizeRecord(
      layout,
      { name: `name ${index % 3}`, amount: isFull || index % 4 > 0 ? index % 10 : null },
      `k${String(index).padStart(2, '0')}`,
    ),
  );

let databases: DatabaseHost;
let store: PostgresContextStore;

beforeAll(async () => {
  databases = await postgresHost();
  store = await openPostgresStore(await databases.create(), { slowSearchMilliseconds: 0, scansBeforeIndex: 1 });
  await store.writePage(full, { records: recordsOf(true), generation: 1, checkpoint: null });
  await store.writePage(partial, { records: recordsOf(false), generation: 1, checkpoint: null });
  for (const direction of ['asc', 'desc']) {
    await store.search(full, parseSearch({ query: { sort: [{ amount: direction }] } }, layout));
    await store.indexesSettled();
  }
});

afterAll(async () => {
  await store?.close();
  await databases?.stop();
});

/** Number of statements with which a search reads records. */
async function statementsOf(scope: StoreScope, params: object): Promise<number> {
  const recorded = new RecordedStatements();
  recorded.start();
  await store.search(scope, parseSearch(params, layout));
  recorded.stop();
  return recorded.all.filter(({ text }) => text.includes(' as record')).length;
}

it.each([{ amount: 'asc' }, { amount: 'desc' }])('are looked for only where there are some: %j', async (sort) => {
  const params = { query: { filter: { eq: { name: 'name 1' } }, sort: [sort] } };
  expect(await statementsOf(full, params)).toBe(1);
  expect(await statementsOf(partial, params)).toBe(2);
  expect(await statementsOf(partial, { ...params, limit: 3 })).toBe(1);
});

it.each(['asc', 'desc'])('follow all others, page by page: %s', async (direction) => {
  for (const [scope, isFull] of [
    [full, true],
    [partial, false],
  ] as const) {
    const params = { query: { sort: [{ amount: direction }] }, limit: 7 };
    const all = searchInMemory(layout, recordsOf(isFull), parseSearch({ ...params, limit: 1000 }, layout)).records;
    const met: string[] = [];
    for (let query = parseSearch(params, layout); ; ) {
      const page = await store.search(scope, query);
      met.push(...page.records);
      if (page.next === null) break;
      query = { ...query, after: page.next };
    }
    expect(met).toEqual(all);
  }
});
