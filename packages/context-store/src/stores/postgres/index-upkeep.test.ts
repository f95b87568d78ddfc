import { randomUUID } from 'node:crypto';
import { type Database, openDatabase } from '@connectory/database';
import { type DatabaseHost, postgresHost, RecordedStatements } from '@connectory/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAsInMemory } from '../../../test/stores/search-suite.ts';
import { normalizeRecord } from '../../query/normalize-record.ts';
import { parseSearch } from '../../query/parse-search.ts';
import type { EntityLayout, LayoutField } from '../entity-layout.ts';
import { openPostgresStore, type PostgresContextStore, type PostgresStoreOptions } from './postgres-store.ts';
import { buildLock } from './schema-change.ts';
import { run } from './statement.ts';

let databases: DatabaseHost;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  databases = await postgresHost();
});

afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await databases?.stop();
});

async function open(
  options: PostgresStoreOptions,
): Promise<{ readonly store: PostgresContextStore; readonly direct: Database; readonly url: string }> {
  const url = await databases.create();
  const store = await openPostgresStore(url, options);
  const direct = await openDatabase(url);
  opened.push(store, direct);
  return { store, direct, url };
}

const field = (name: string, type: LayoutField['type']): LayoutField => ({ name, type, absent: false, members: {} });

const orders: EntityLayout = {
  connector: 'test-connector',
  entity: 'orders',
  fields: [field('customer_id', 'string'), field('created_at', 'string'), field('size', 'string')],
};
const sizes = ['large', 'medium', 'small'];

function ordersOf(count: number): ReturnType<typeof normalizeRecord>[] {
  return Array.from({ length: count }, (_, index) =>
    normalizeRecord(
      orders,
      { customer_id: `c${index % 3000}`, created_at: `t${String((index * 7919) % 100_003)}`, size: sizes[index % 3] },
      `k${String(index).padStart(6, '0')}`,
    ),
  );
}

// Each page of a pass looks up its keys. If the database expects many records for each, it reads the whole connection for every page.
it('looks the keys of a page up one by one in a connection that the database knows nothing of', async () => {
  const { store, direct } = await open({});
  const scope = { connectionId: randomUUID(), layout: orders };
  await store.prepare(scope);
  await sql`alter table context_1_test_connector_orders set (autovacuum_enabled = false)`.execute(direct.tables());
  await store.writePage(scope, { records: ordersOf(12_000), generation: 1, checkpoint: null });
  const recorded = new RecordedStatements();
  recorded.start();
  await store.writePage(scope, { records: ordersOf(100), generation: 2, checkpoint: null });
  recorded.stop();
  const lookup = recorded.all.find(({ text }) => text.includes('select digest from'));
  const plan = await run<{ 'QUERY PLAN': string }>(
    direct.tables(),
    `explain (analyze, costs off, timing off) ${lookup?.text}`,
    lookup?.parameters ?? [],
  );
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Only Scan .*rows=1(\.00)? loops=100/);
});

it('finds a word of a small connection among many without reading all its records', async () => {
  const { store, direct } = await open({});
  const scope = { connectionId: randomUUID(), layout: orders };
  // No word is so frequent in the whole table that the database would remember it.
  const records = Array.from({ length: 100 }, (_, index) =>
    normalizeRecord(orders, { customer_id: `c${index}` }, `k${index}`),
  );
  await store.writePage(scope, { records, generation: 1, checkpoint: null });
  await sql`insert into context_1_test_connector_orders (connection_id, key, digest, words)
    select gen_random_uuid(), number::text, gen_random_uuid(), to_tsvector('simple', 'word' || number)
      from generate_series(1, 150000) as number`.execute(direct.tables());
  await sql`vacuum analyze context_1_test_connector_orders`.execute(direct.tables());
  const query = { filter: { keyword: { customer_id: 'c77' } }, sort: [{ created_at: 'desc' }] };
  const plan = await store.explain(scope, parseSearch({ query, limit: 10 }, orders));
  expect(plan.scans, plan.steps.join('\n')).toBe(false);
  expect(plan.steps.join('\n')).toMatch(/orders_words/);
});

it('orders few different values down to the smallest without sorting them', async () => {
  const { store } = await open({ slowSearchMilliseconds: 0, scansBeforeIndex: 1 });
  const scope = { connectionId: randomUUID(), layout: orders };
  const records = ordersOf(6000);
  await store.writePage(scope, { records, generation: 1, checkpoint: null });
  const params = { query: { sort: [{ size: 'desc' }] }, limit: 1500 };
  for (const index of ['ordered', 'descending']) {
    await expectAsInMemory(store, scope, records, params);
    await store.indexesSettled();
    const { steps } = await store.explain(scope, parseSearch({ ...params, limit: 10 }, orders));
    expect(steps.join('\n')).toContain(`orders_${index}_3`);
  }
  const query = parseSearch(params, orders);
  const found: string[] = [];
  for (let after = query.after; ; ) {
    const page = await store.search(scope, { ...query, after });
    found.push(...page.records);
    after = page.next;
    if (after === null) break;
    const { steps } = await store.explain(scope, { ...query, after, limit: 10 });
    expect(steps.join('\n')).not.toContain('Incremental Sort');
  }
  expect(found.map((record) => (JSON.parse(record) as { size: string }).size)).toEqual(
    sizes.toReversed().flatMap((size) => Array.from({ length: 2000 }, () => size)),
  );
});

it('does not take an index for built while another process builds one', async () => {
  const { store, direct } = await open({ slowSearchMilliseconds: 0, scansBeforeIndex: 1 });
  const scope = { connectionId: randomUUID(), layout: orders };
  await store.writePage(scope, { records: ordersOf(100), generation: 1, checkpoint: null });
  const query = parseSearch({ query: { sort: [{ size: 'asc' }] }, limit: 10 }, orders);
  const parts = async () => (await store.explain(scope, query)).sql.split('union all').length - 1;
  await direct
    .tables()
    .connection()
    .execute(async (connection) => {
      await sql`select pg_advisory_lock(${buildLock}::bigint)`.execute(connection);
      await store.search(scope, query);
      await store.indexesSettled();
      expect(await parts()).toBe(1);
      await sql`select pg_advisory_unlock(${buildLock}::bigint)`.execute(connection);
    });
  await store.search(scope, query);
  await store.indexesSettled();
  expect(await parts()).toBe(2);
});

it('takes the longest keys, and texts of any length in every index', async () => {
  const { store } = await open({ slowSearchMilliseconds: 0, scansBeforeIndex: 1 });
  const scope = { connectionId: randomUUID(), layout: orders };
  // Four bytes each, and nothing that could be compressed.
  const unlike = (length: number, seed: number) =>
    Array.from({ length }, (_, index) =>
      String.fromCodePoint(0x20000 + ((index * 7919 + seed * 104_729) % 42_000)),
    ).join('');
  const records = Array.from({ length: 20 }, (_, index) =>
    normalizeRecord(
      orders,
      { customer_id: unlike(10_000, index), created_at: unlike(200, index), size: unlike(1000, index) },
      unlike(450, index),
    ),
  );
  await store.writePage(scope, { records: records.slice(0, 10), generation: 1, checkpoint: null });
  const size = records[3]?.document.size;
  for (const query of [
    { filter: { eq: { size } } },
    { filter: { like: { customer_id: `%${unlike(1000, 3).slice(-800)}%` } } },
    { sort: [{ size: 'desc' }, { customer_id: 'asc' }] },
    { sort: [{ size: 'desc' }] },
    { filter: { fuzzy: { customer_id: unlike(900, 5) } } },
  ]) {
    await expectAsInMemory(store, scope, records.slice(0, 10), { query, limit: 4 });
    await store.indexesSettled();
  }
  await store.writePage(scope, { records: records.slice(10), generation: 1, checkpoint: null });
  for (const direction of ['asc', 'desc']) {
    await expectAsInMemory(store, scope, records, { query: { sort: [{ size: direction }] }, limit: 7 });
  }
});
