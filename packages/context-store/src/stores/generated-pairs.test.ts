import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseHost, postgresHost } from '@connectory/database/testing';
import { parseExactly, writeExactly } from '@connectory/exact-json';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aggregateParams, layouts, recordSets, type SearchParams, searchParams } from '../../test/query/arbitraries.ts';
import { aggregateInMemory } from '../query/aggregate-in-memory.ts';
import type { SearchQuery } from '../query/condition.ts';
import { encodeCursor } from '../query/cursor.ts';
import { parseSearch } from '../query/parse-search.ts';
import { searchInMemory } from '../query/search-in-memory.ts';
import type { ContextStore, SearchPage, StoredRecord, StoreScope } from './context-store.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

const pairs = Number(process.env.CONNECTORY_SEARCH_PAIRS ?? 600);
const queriesPerSet = Math.min(20, pairs);
// Creating a copy takes longer than its aggregations.
const aggregatesPerSet = pairs > 2000 ? 100 : queriesPerSet;

const setsWith = (params: typeof searchParams, perSet: number) =>
  layouts.chain((layout) =>
    recordSets(layout).chain((records) =>
      fc
        .array(params(layout, records), { minLength: perSet, maxLength: perSet })
        .map((queries) => ({ layout, records, queries })),
    ),
  );

let directory: string;
let databases: DatabaseHost;
let stores: readonly ContextStore[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'generated-pairs-'));
  databases = await postgresHost();
  stores = [openSqliteStore(directory), await openPostgresStore(await databases.create())];
});

afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await databases?.stop();
  rmSync(directory, { recursive: true });
});

it(`SQLite = PostgreSQL = reference evaluator for ${pairs} pairs of a record set and a query, ${queriesPerSet} queries per set`, async () => {
  const met = { pairs: 0, nextPages: 0, records: 0 };
  await fc.assert(
    fc.asyncProperty(setsWith(searchParams, queriesPerSet), async ({ layout, records, queries }) => {
      const scope = { connectionId: randomUUID(), layout };
      await Promise.all(stores.map((store) => store.writePage(scope, { records, generation: 1, checkpoint: null })));
      for (const params of queries) {
        const query = parseSearch(params, layout);
        const page = await samePage(scope, records, query, params);
        met.pairs += 1;
        met.records += page.records.length;
        if (page.next === null) continue;
        const following = { ...params, cursor: encodeCursor(page.next, query) };
        await samePage(scope, records, parseSearch(following, layout), following);
        met.nextPages += 1;
      }
      await Promise.all(stores.map((store) => store.dropConnection(scope.connectionId)));
    }),
    { numRuns: Math.ceil(pairs / queriesPerSet) },
  );
  console.log(
    `${met.pairs} pairs of a record set and a query (${queriesPerSet} queries per set): SQLite = PostgreSQL = reference evaluator, ` +
      `${met.records} records found, ${met.nextPages} second pages.`,
  );
  expect(met.pairs).toBeGreaterThanOrEqual(pairs);
  expect(met.records).toBeGreaterThan(pairs);
  expect(met.nextPages).toBeGreaterThan(pairs / 20);
}, 1_200_000);

it(`SQLite = PostgreSQL = reference evaluator for ${pairs} pairs of a record set and an aggregation`, async () => {
  const met = { pairs: 0, counts: 0, rows: 0, records: 0 };
  await fc.assert(
    fc.asyncProperty(setsWith(aggregateParams, aggregatesPerSet), async ({ layout, records, queries }) => {
      const scope = { connectionId: randomUUID(), layout };
      await Promise.all(stores.map((store) => store.writePage(scope, { records, generation: 1, checkpoint: null })));
      for (const params of queries) {
        const query = parseSearch(params, layout);
        const expected = { ...aggregateInMemory(records, query), checkpoint: null };
        const found = await Promise.all(stores.map((store) => store.aggregate(scope, query)));
        for (const one of found) expect(one, writeExactly(params)).toEqual(expected);
        met.pairs += 1;
        met.counts += query.aggregate === null ? 1 : 0;
        met.rows += expected.rows.length;
        met.records += expected.total;
      }
      await Promise.all(stores.map((store) => store.dropConnection(scope.connectionId)));
    }),
    { numRuns: Math.ceil(pairs / aggregatesPerSet) },
  );
  console.log(
    `${met.pairs} pairs of a record set and an aggregation: SQLite = PostgreSQL = reference evaluator, ` +
      `${met.rows} rows of ${met.records} records, ${met.counts} counts.`,
  );
  expect(met.pairs).toBeGreaterThanOrEqual(pairs);
  expect(met.rows).toBeGreaterThan(pairs);
  expect(met.counts).toBeGreaterThan(pairs / 20);
}, 3_600_000);

/** Expects the same page of every store as of the reference evaluator, and gives it. */
async function samePage(
  scope: StoreScope,
  records: readonly StoredRecord[],
  query: SearchQuery,
  params: SearchParams,
): Promise<SearchPage> {
  const expected = searchInMemory(scope.layout, records, query);
  const found = await Promise.all(stores.map((store) => store.search(scope, query)));
  for (const page of found) expect(parsed(page), writeExactly(params)).toEqual(parsed(expected));
  return expected;
}

function parsed({ records, next }: SearchPage): unknown {
  // Entries, because the fields have an order too.
  return { records: records.map((record) => Object.entries(parseExactly(record) as object)), next };
}
