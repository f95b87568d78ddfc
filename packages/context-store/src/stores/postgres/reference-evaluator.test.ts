import { randomUUID } from 'node:crypto';
import { type DatabaseHost, postgresHost } from '@connectory/database/testing';
import { parseExactly, writeExactly } from '@connectory/exact-json';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layouts, recordSets, searchParams } from '../../../test/query/arbitraries.ts';
import { parseSearch } from '../../query/parse-search.ts';
import { searchInMemory } from '../../query/search-in-memory.ts';
import type { SearchPage } from '../context-store.ts';
import { openPostgresStore, type PostgresContextStore, type PostgresStoreOptions } from './postgres-store.ts';

const pairs = Number(process.env.CONNECTORY_SEARCH_PAIRS ?? 1_500);
const queriesPerSet = 10;

let databases: DatabaseHost;

beforeAll(async () => {
  databases = await postgresHost();
});

afterAll(async () => {
  await databases?.stop();
});

const sets = layouts.chain((layout) =>
  recordSets(layout).chain((records) =>
    fc
      .array(searchParams(layout, records), { minLength: queriesPerSet, maxLength: queriesPerSet })
      .map((queries) => ({ layout, records, queries })),
  ),
);

describe.each<[string, PostgresStoreOptions]>([
  ['with the first indexes', { slowSearchMilliseconds: Number.POSITIVE_INFINITY }],
  ['with every index that is missed', { slowSearchMilliseconds: 0, scansBeforeIndex: 1 }],
])('%s', (_, options) => {
  let store: PostgresContextStore;

  beforeAll(async () => {
    store = await openPostgresStore(await databases.create(), options);
  });

  afterAll(async () => {
    await store?.close();
  });

  it(`answers ${pairs / 2} generated queries as the reference evaluator does`, async () => {
    await fc.assert(
      fc.asyncProperty(sets, async ({ layout, records, queries }) => {
        const scope = { connectionId: randomUUID(), layout };
        await store.writePage(scope, { records, generation: 1, checkpoint: null });
        for (const params of queries) {
          const query = parseSearch(params, layout);
          const found = await store.search(scope, query);
          expect(parsed(found), writeExactly(params)).toEqual(parsed(searchInMemory(layout, records, query)));
        }
        await store.dropConnection(scope.connectionId);
      }),
      { numRuns: pairs / 2 / queriesPerSet },
    );
  });
});

function parsed({ records, next }: SearchPage): unknown {
  return { records: records.map((record) => parseExactly(record)), next };
}
