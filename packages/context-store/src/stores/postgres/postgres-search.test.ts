import { randomUUID } from 'node:crypto';
import { openDatabase } from '@connectory/database';
import { type DatabaseHost, postgresHost } from '@connectory/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleLayout as layout } from '../../../test/postgres/sample-table.ts';
import { normalizeRecord } from '../../query/normalize-record.ts';
import { parseSearch } from '../../query/parse-search.ts';
import { searchInMemory } from '../../query/search-in-memory.ts';
import type { StoredRecord } from '../context-store.ts';
import { openPostgresStore, type PostgresContextStore, type PostgresStoreOptions } from './postgres-store.ts';

let databases: DatabaseHost;
const opened: PostgresContextStore[] = [];

beforeAll(async () => {
  databases = await postgresHost();
});

afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()));
  await databases?.stop();
});

async function open(url: string, options?: PostgresStoreOptions): Promise<PostgresContextStore> {
  const store = await openPostgresStore(url, options);
  opened.push(store);
  return store;
}

const parsed = (records: readonly string[]) => records.map((record) => JSON.parse(record) as unknown);

describe('texts of every length', () => {
  const connectionId = randomUUID();
  const manyWords = Array.from({ length: 60_000 }, (_, index) => `word${index.toString(36)}x${index % 97}`).join(' ');
  const texts = [
    '',
    'short words',
    `${'ab'.repeat(1500)} tail`,
    `${'漢字'.repeat(800)} 漢`,
    `${'漢字'.repeat(500)} 漢`,
    `head ${manyWords} kangaroo`,
    'ß'.repeat(250),
    'a'.repeat(199),
    'a'.repeat(200),
    'a'.repeat(201),
    `${'a'.repeat(200)}b`,
    'İSTANBUL ΟΔΟΣ Straße',
  ];
  const records: readonly StoredRecord[] = texts.map((name, index) =>
    normalizeRecord(layout, { name, amount: index, extra: name }, `k${String(index).padStart(2, '0')}`),
  );
  let store: PostgresContextStore;

  beforeAll(async () => {
    store = await open(await databases.create());
    await store.writePage({ connectionId, layout }, { records, generation: 1, checkpoint: null });
  });

  const long = 'ab'.repeat(500);
  it.each<[string, object]>([
    ['a long beginning of a longer word', { fuzzy: { name: long } }],
    ['a word of three bytes a letter', { keyword: { name: '漢字'.repeat(500) } }],
    ['the beginning of one', { fuzzy: { name: '漢字'.repeat(400) } }],
    ['a word within two edits of a long one', { fuzzy: { name: `${'ß'.repeat(249)}x` } }],
    ['the last of very many words', { keyword: { name: 'kangaroo' } }],
    ['a word near it', { fuzzy: { name: 'kangarou' } }],
    ['a word with digits among them', { keyword: { name: 'word1a9x16' } }],
    ['two words of them', { fuzzy: { name: 'kangaro word1' } }],
    ['none of them', { not: { keyword: { name: 'kangaroo' } } }],
    ['the same inside JSON', { fuzzy: { extra: 'kangarou' } }],
    ['a part of the longest', { like: { name: '%x53 kangaroo' } }],
    ['a folded text', { like: { name: 'i̇stanbul%οδοσ%' } }],
    ['equal at the length of an index entry', { eq: { name: 'a'.repeat(200) } }],
    ['equal beyond it', { eq: { name: `${'a'.repeat(200)}b` } }],
    ['between', { gt: { name: 'a'.repeat(200) }, lte: { name: `${'a'.repeat(200)}b` } }],
    ['one of them', { in: { name: ['a'.repeat(201), 'a'.repeat(199), null] } }],
    ['none but', { neq: { name: 'a'.repeat(200) } }],
  ])('finds %s', async (_, filter) => {
    for (const sort of [[], [{ name: 'asc' }], [{ name: 'desc' }]]) {
      const query = parseSearch({ query: { filter, sort } }, layout);
      const { records: found } = await store.search({ connectionId, layout }, query);
      const expected = searchInMemory(layout, records, query).records;
      expect(expected.length).toBeGreaterThan(0);
      expect(parsed(found)).toEqual(parsed(expected));
    }
  });
});

describe('pages', () => {
  const scope = { connectionId: randomUUID(), layout };
  const records = Array.from({ length: 60 }, (_, index) =>
    normalizeRecord(
      layout,
      {
        name: index % 7 === 0 ? null : `n${index % 5}`,
        amount: index % 6 === 0 ? null : index % 4,
        open: [true, false, null][index % 3],
        extra: index % 2 === 0 ? ['x'] : { 0: 'x' },
      },
      `k${index}`,
    ),
  );
  let store: PostgresContextStore;

  beforeAll(async () => {
    store = await open(await databases.create(), { slowSearchMilliseconds: 0, scansBeforeIndex: 1 });
    await store.writePage(scope, { records, generation: 1, checkpoint: null });
  });

  it.each<[object[]]>([
    [[]],
    [[{ open: 'asc' }]],
    [[{ open: 'desc' }, { amount: 'asc' }]],
    [[{ amount: 'asc' }]],
    [[{ amount: 'desc' }]],
    [[{ name: 'desc' }, { open: 'asc' }, { amount: 'desc' }]],
  ])('lead through the order %j with and without an index', async (sort) => {
    const query = parseSearch({ query: { sort }, limit: 7 }, layout);
    const expected = searchInMemory(layout, records, { ...query, limit: 1000 }).records;
    for (const turn of ['scanned', 'indexed']) {
      const found: string[] = [];
      let after: typeof query.after = null;
      do {
        const page = await store.search(scope, { ...query, after });
        found.push(...page.records);
        after = page.next;
      } while (after !== null);
      expect(parsed(found), turn).toEqual(parsed(expected));
      await store.indexesSettled();
    }
    const plan = await store.explain(scope, query);
    expect(plan.sql.split('union all').length - 1, plan.sql).toBe(sort.length === 0 ? 1 : 2);
  });

  it('do not take the name of a member for a place in an array', async () => {
    for (const filter of [{ eq: { 'extra.0': 'x' } }, { eq: { 'extra.0': null } }, { like: { 'extra.0': 'x' } }]) {
      const query = parseSearch({ query: { filter } }, layout);
      expect((await store.search(scope, query)).records).toHaveLength(30);
    }
  });
});

describe('plans', () => {
  const connectionId = randomUUID();
  const scope = { connectionId, layout };
  const records = Array.from({ length: 5000 }, (_, index) =>
    normalizeRecord(
      layout,
      {
        name: `Record ${index % 10 === 0 ? 'common' : 'other'} number${index}`,
        amount: index % 100,
        customer: { city: `city${index % 1000}`, age: index },
        tags: [`tag${index % 500}`],
      },
      `k${String(index).padStart(5, '0')}`,
    ),
  );

  async function filled(url: string, options: PostgresStoreOptions): Promise<PostgresContextStore> {
    const store = await open(url, options);
    await store.writePage(scope, { records, generation: 1, checkpoint: null });
    const direct = await openDatabase(url);
    await sql`analyze`.execute(direct.tables());
    await direct.close();
    return store;
  }

  it.each<[string, object, object[], string]>([
    ['a number', { eq: { amount: 7 } }, [], '_ordered_2'],
    ['an order', {}, [{ amount: 'desc' }], '_ordered_2'],
    ['a part of a text', { like: { name: '%number4999%' } }, [], '_parts_1'],
    ['a member of an object', { eq: { 'customer.city': 'city77' } }, [], '_members_4'],
    ['an element of an array', { contains: { tags: 'tag77' } }, [], '_members_5'],
    ['one of two fields', { or: [{ eq: { amount: 7 } }, { contains: { tags: 'tag77' } }] }, [], '_members_5'],
  ])('builds the index that is missed for %s', async (_, filter, sort, index) => {
    const store = await filled(await databases.create(), { slowSearchMilliseconds: 0, scansBeforeIndex: 2 });
    const query = parseSearch({ query: { filter, sort }, limit: 20 }, layout);
    expect(await store.explain(scope, query)).toMatchObject({ dialect: 'postgres', scans: true });
    const before = await store.search(scope, query);
    await store.indexesSettled();
    expect(await store.explain(scope, query)).toMatchObject({ scans: true });
    expect(await store.search(scope, query)).toEqual(before);
    await store.indexesSettled();
    const plan = await store.explain(scope, query);
    expect(plan.scans, plan.steps.join('\n')).toBe(false);
    expect(plan.steps.join('\n')).toContain(index);
    expect(plan.sql).toContain('connection_id = $');
    expect(await store.search(scope, query)).toEqual(before);
  });

  it('finds words by their index from the beginning', async () => {
    const store = await filled(await databases.create(), {});
    for (const filter of [
      { keyword: { name: 'number4999' } },
      { fuzzy: { name: 'number499' } },
      { fuzzy: { name: 'comon' } },
    ]) {
      const plan = await store.explain(scope, parseSearch({ query: { filter }, limit: 20 }, layout));
      expect(plan.scans, plan.steps.join('\n')).toBe(false);
    }
  });

  it('does not take a page of the key order for a scan', async () => {
    const store = await filled(await databases.create(), {});
    expect(await store.explain(scope, parseSearch({ query: {}, limit: 20 }, layout))).toMatchObject({ scans: false });
    const unserved = { gt: { 'customer.age': 1 } };
    const rare = parseSearch({ query: { filter: unserved }, limit: 20 }, layout);
    expect(await store.explain(scope, rare)).toMatchObject({ scans: true });
  });

  it('says so when the server has no trigrams', async () => {
    const url = await databases.create();
    const owner = await openDatabase(url);
    await sql`create role guest login`.execute(owner.tables());
    await sql`grant usage, create on schema public to guest`.execute(owner.tables());
    await owner.close();
    const guest = new URL(url);
    guest.username = 'guest';
    const failures: unknown[] = [];
    const store = await filled(guest.href, {
      slowSearchMilliseconds: 0,
      scansBeforeIndex: 1,
      onIndexError: (error) => failures.push(error),
    });
    const query = parseSearch({ query: { filter: { like: { name: '%number4999%' } } }, limit: 20 }, layout);
    for (let turn = 0; turn < 3; turn += 1) expect((await store.search(scope, query)).records).toHaveLength(1);
    await store.indexesSettled();
    expect(await store.explain(scope, query)).toMatchObject({ scans: true });
    expect(failures).toEqual([]);
  });

  it('lets a new field go before an index that is being built', async () => {
    const url = await databases.create();
    const store = await filled(url, { slowSearchMilliseconds: 0, scansBeforeIndex: 1 });
    const direct = await openDatabase(url);
    const query = parseSearch({ query: { filter: { eq: { amount: 7 } } }, limit: 20 }, layout);
    // The index waits for this transaction to end, and the new column waits for the index.
    const waiting = direct.tables().transaction().setIsolationLevel('repeatable read');
    await waiting.execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      await store.search(scope, query);
      await untilWaiting(direct);
      const added = { name: 'new', type: 'string', absent: false, members: {} } as const;
      await store.prepare({ connectionId, layout: { ...layout, fields: [...layout.fields, added] } });
    });
    await store.indexesSettled();
    await store.search(scope, query);
    await store.indexesSettled();
    expect(await store.explain(scope, query)).toMatchObject({ scans: false });
    await direct.close();
  });
});

describe('hostile input', () => {
  const connectionId = randomUUID();
  const scope = { connectionId, layout };
  const hostile = [
    "'; drop table context_store_state; --",
    "' or '1'='1",
    '") or true --',
    '$1',
    '\\',
    "\\'",
    '%',
    '_%_%_%_%',
    '%'.repeat(900),
    `${'%a'.repeat(32)}b`,
    "'a':* | 'b'",
    'a & !b',
    "foo''bar\\",
    '{"a":1}',
    '[^a]*(a+)+$',
    '\u0000',
    '\u0001',
    '\ud800',
    ' ',
  ];
  const records = hostile.map((text, index) => {
    const values = {
      name: text,
      amount: index,
      customer: { [text]: text, city: text },
      tags: [text, { [text]: text }],
      extra: text,
    };
    return normalizeRecord(layout, values, `${text}${index}`);
  });
  let store: PostgresContextStore;

  beforeAll(async () => {
    store = await open(await databases.create());
    await store.writePage(scope, { records, generation: 1, checkpoint: { hostile } });
  });

  const filters = (text: string): readonly object[] => [
    { eq: { name: text } },
    { gt: { name: text } },
    { in: { extra: [text] } },
    { like: { name: text } },
    { like: { 'customer.city': text } },
    { keyword: { name: `${text} a` } },
    { fuzzy: { name: `${text} foo bar` } },
    { fuzzy: { extra: `${text} foo` } },
    { contains: { tags: text } },
    { any: { tags: { eq: { [text.slice(0, 150)]: text } } } },
  ];

  it.each(hostile)('finds what it should with %j', async (text) => {
    for (const filter of filters(text)) {
      const query = parseSearch({ query: { filter, sort: [{ name: 'desc' }] }, limit: 5 }, layout);
      const { records: found, next } = await store.search(scope, query);
      const expected = searchInMemory(layout, records, query);
      expect(parsed(found), JSON.stringify(filter)).toEqual(parsed(expected.records));
      expect(next).toEqual(expected.next);
    }
    expect(await store.count(scope)).toBe(hostile.length);
    expect(await store.readCheckpoint(scope)).toEqual({ hostile });
  });
});

it('stops a search at its time limit and says what to do', async () => {
  const url = await databases.create();
  const store = await open(url, { searchLimitMilliseconds: 200 });
  const scope = { connectionId: randomUUID(), layout };
  await store.prepare(scope);
  const direct = await openDatabase(url);
  await direct
    .tables()
    .transaction()
    .execute(async (transaction) => {
      await sql`lock table context_1_test_connector_records in access exclusive mode`.execute(transaction);
      const failure: unknown = await store
        .search(scope, parseSearch({ query: {} }, layout))
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'search_timeout' });
      await expect(store.explain(scope, parseSearch({ query: {} }, layout))).rejects.toThrow('stopped after 0.2 s');
      expect(String(failure)).toContain('stopped after 0.2 s');
    });
  expect((await store.search(scope, parseSearch({ query: {} }, layout))).records).toEqual([]);
  await direct.close();
});

async function untilWaiting(direct: Awaited<ReturnType<typeof openDatabase>>): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_progress_create_index where phase like 'waiting%'`.execute(
      direct.tables(),
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
