import { randomUUID } from 'node:crypto';
import { type DatabaseHost, postgresHost } from '@connectory/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAsInMemory } from '../../../test/stores/search-suite.ts';
import { normalizeRecord } from '../../query/normalize-record.ts';
import { parseSearch } from '../../query/parse-search.ts';
import type { SearchPlan, StoreScope } from '../context-store.ts';
import { openPostgresStore, type PostgresContextStore } from './postgres-store.ts';
import { RecordedStatements } from './testing/recorded-statements.ts';
import { sampleLayout as layout } from './testing/sample-table.ts';

const scope: StoreScope = { connectionId: randomUUID(), layout };
const records = Array.from({ length: 3000 }, (_, index) =>
  normalizeRecord(
    layout,
    {
      name: [
        'always',
        index % 2 === 0 ? 'often' : '',
        index % 5 === 0 ? 'regular' : '',
        index >= 2000 ? 'late' : '',
        index % 100 === 7 ? 'rare' : '',
      ].join(' '),
      amount: index % 50 === 0 ? null : (index * 7919) % 3001,
    },
    `k${String(index).padStart(4, '0')}`,
  ),
);

let databases: DatabaseHost;
let store: PostgresContextStore;

beforeAll(async () => {
  databases = await postgresHost();
  const searchPace = { firstWalk: () => 50, mostLookedUp: () => 100, longestWalk: 500 };
  const url = await databases.create();
  const builder = await openPostgresStore(url, { slowSearchMilliseconds: 0, scansBeforeIndex: 1 });
  await builder.writePage(scope, { records, generation: 1, checkpoint: { written: true } });
  await builder.search(scope, parseSearch({ query: { sort: [{ amount: 'asc' }] } }, layout));
  await builder.indexesSettled();
  await builder.close();
  // No test may build another index while it runs.
  store = await openPostgresStore(url, { slowSearchMilliseconds: 600_000, searchPace });
});

afterAll(async () => {
  await store?.close();
  await databases?.stop();
});

const plan = (params: object): Promise<SearchPlan> =>
  store.explain(scope, parseSearch({ query: {}, ...params }, layout));
const words = (...list: readonly string[]) => ({ and: list.map((word) => ({ keyword: { name: word } })) });

it.each<[string, readonly string[], boolean]>([
  ['looks few matches up', ['rare'], true],
  ['walks past many matches', ['often'], false],
  ['looks up what is far along the order', ['late'], false],
  ['looks up the few that have two common words', ['late', 'rare'], true],
])('%s', async (_, wanted, areFew) => {
  for (const sort of [[], [{ amount: 'asc' }], [{ amount: 'desc' }]]) {
    const params = { query: { filter: words(...wanted), sort }, limit: 20 };
    const { sql, scans, steps } = await plan(params);
    const stretchCount = sort.length === 0 ? 1 : 2;
    // Few matches of the whole order are found at once; otherwise each stretch is walked twice.
    expect(sql.split('as walked').length - 1, sql).toBe(areFew ? 1 : 2 * stretchCount);
    expect(scans, steps.join('\n')).toBe(false);
    for (const limit of [20, 1000, 10_000]) await expectAsInMemory(store, scope, records, { ...params, limit });
  }
});

it.each([
  ['walks on', 'regular', 20, ['walk', 'walk']],
  ['counts', 'rare', 20, ['walk', 'few']],
  ['walks on for the next record', 'rare', 1, ['walk', 'walk']],
  ['counts, walks on and looks up', 'late', 20, ['walk', 'few', 'walk', 'lookup']],
])('%s after a first walk among records with the word “%s”', async (_, word, limit, parts) => {
  const recorded = new RecordedStatements();
  recorded.start();
  await store.search(scope, parseSearch({ query: { filter: words(word) }, limit }, layout));
  recorded.stop();
  const statements = recorded.all.flatMap(({ text }) => (text.includes(' as record') ? [text] : []));
  const partOf = (text: string) =>
    text.includes('as walked') ? 'walk' : text.includes('as materialized') ? 'few' : 'lookup';
  expect(statements.map(partOf)).toEqual(parts);
});

it('leaves to the database what words do not decide', async () => {
  for (const filter of [
    { not: words('often') },
    { or: [words('often'), { eq: { amount: 1 } }] },
    { like: { name: '%often%' } },
  ]) {
    expect((await plan({ query: { filter }, limit: 20 })).sql).not.toContain('as walked');
    await expectAsInMemory(store, scope, records, { query: { filter }, limit: 20 });
  }
  expect((await plan({ query: { filter: words('often'), sort: [{ name: 'asc' }] } })).sql).not.toContain('as walked');
});

it.each([
  ['key', [], true],
  ['an indexed field', [{ amount: 'asc' }], true],
  ['a field without an index', [{ name: 'asc' }], false],
])('plans pages without a filter once if an index has their order: %s', async (_, sort, isPlannedOnce) => {
  const params = { query: { sort }, limit: 20 };
  const recorded = new RecordedStatements();
  recorded.start();
  await expectAsInMemory(store, scope, records, params);
  recorded.stop();
  expect(recorded.all.some(({ text }) => text.includes('force_generic_plan'))).toBe(isPlannedOnce);
  const { steps } = await plan(params);
  expect(steps.some((step) => step.trim().startsWith('Sort'))).toBe(!isPlannedOnce);
});
