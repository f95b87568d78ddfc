import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Database, openDatabase } from '@connectory/database';
import { type DatabaseHost, postgresHost } from '@connectory/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orders } from '../../../test/query/orders.ts';
import { parseSearch } from '../../query/parse-search.ts';
import { openPostgresStore } from './postgres-store.ts';
import { run } from './statement.ts';

/** The SQL blocks of spec/scaling.md below a heading, up to the next heading. */
function blocksBelow(heading: string): readonly string[] {
  const page = readFileSync(new URL('../../../../../spec/scaling.md', import.meta.url), 'utf8');
  const start = page.indexOf(`## ${heading}\n`);
  expect(start).toBeGreaterThan(0);
  const section = page.slice(start).split('\n## ')[0] ?? '';
  return Array.from(section.matchAll(/```sql\n(.*?)```/gs), ([, block]) => block ?? '');
}

let databases: DatabaseHost;
let created: Database;
let described: Database;

beforeAll(async () => {
  databases = await postgresHost();
  const url = await databases.create();
  created = await openDatabase(url);
  described = await openDatabase(await databases.create());
  const store = await openPostgresStore(url, { slowSearchMilliseconds: 0, scansBeforeIndex: 1 });
  const scope = { connectionId: randomUUID(), layout: orders };
  await store.prepare(scope);
  for (const query of [
    { filter: { eq: { total: 1 } } },
    { sort: [{ status: 'desc' }] },
    { filter: { like: { title: 'invoice' } } },
    { filter: { eq: { 'customer.city': 'Köln' } } },
  ]) {
    await store.search(scope, parseSearch({ query }, orders));
  }
  await store.indexesSettled();
  await store.close();
  for (const statement of blocksBelow('Tables').join('\n').split(/;\n/)) {
    if (statement.trim() !== '') await run(described.tables(), statement, []);
  }
});

afterAll(async () => {
  await Promise.all([created?.close(), described?.close()]);
  await databases?.stop();
});

it.each<[string, string]>([
  [
    'columns',
    `select format('%s.%s %s%s%s%s', relname, attname, format_type(atttypid, atttypmod),
        case when collname <> 'default' then ' collate ' || collname end, case when attnotnull then ' not null' end,
        coalesce(' default ' || pg_get_expr(adbin, adrelid), ' identity ' || nullif(attidentity::text, ''))) as line
      from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_collation on pg_collation.oid = attcollation
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relkind = 'r' and relname like 'context%' and attnum > 0`,
  ],
  [
    'keys',
    `select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
      where contype <> 'n' and conrelid::regclass::text like 'context%'`,
  ],
  ['indexes', `select indexdef as line from pg_indexes where tablename like 'context%'`],
  ['extensions', 'select extname as line from pg_extension'],
])('spec/scaling.md creates the %s that the store creates', async (_, text) => {
  const lines = async (database: Database) =>
    (await run<{ line: string }>(database.tables(), text, [])).map(({ line }) => line).sort();
  const expected = await lines(created);
  expect(expected.length).toBeGreaterThan(1);
  expect(await lines(described)).toEqual(expected);
});

it('the statement that measures runs', async () => {
  const [statement = ''] = blocksBelow('Sizing');
  const rows = await run<{ part: string }>(created.tables(), statement, []);
  expect(rows.map(({ part }) => part)).toContain('context_1_shop_orders_words');
});

it('every table with a connection id has a primary key that begins with it, and spec/scaling.md distributes it', async () => {
  const rows = await run<{ name: string; leads: boolean }>(
    created.tables(),
    `select relname as name, exists (
        select from pg_index where indrelid = attrelid and indisprimary and indkey[0] = attnum) as leads
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relkind = 'r' and relname like 'context%' and attname = 'connection_id'`,
    [],
  );
  expect(rows.length).toBe(8);
  const distribution = blocksBelow('Sharding with Citus').join('\n');
  for (const { name, leads } of rows) {
    expect(leads, name).toBe(true);
    if (name.startsWith('context_store_')) expect(distribution).toContain(`'${name}'`);
  }
});
