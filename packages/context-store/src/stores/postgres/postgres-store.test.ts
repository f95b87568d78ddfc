import { randomUUID } from 'node:crypto';
import { type Database, openDatabase } from '@connectory/database';
import { type DatabaseHost, postgresHost } from '@connectory/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normalizeRecord } from '../../query/normalize-record.ts';
import { parseSearch } from '../../query/parse-search.ts';
import type { StoredRecord } from '../context-store.ts';
import type { EntityLayout, LayoutField } from '../entity-layout.ts';
import { openPostgresStore, type PostgresContextStore } from './postgres-store.ts';

let databases: DatabaseHost;
let url: string;
let store: PostgresContextStore;
let other: PostgresContextStore;
let direct: Database;

beforeAll(async () => {
  databases = await postgresHost();
  url = await databases.create();
  [store, other] = await Promise.all([openPostgresStore(url), openPostgresStore(url)]);
  direct = await openDatabase(url);
});

afterAll(async () => {
  await Promise.all([store?.close(), other?.close(), direct?.close()]);
  await databases?.stop();
});

function layoutOf(entity: string, fields: Readonly<Record<string, LayoutField['type']>>): EntityLayout {
  const list = Object.entries(fields).map(([name, type]) => ({ name, type, absent: false, members: {} }));
  return { connector: 'test-connector', entity, fields: list };
}

function numbered(layout: EntityLayout, count: number, values: (index: number) => object): StoredRecord[] {
  return Array.from({ length: count }, (_, index) =>
    normalizeRecord(layout, { ...values(index) }, `k${String(index).padStart(5, '0')}`),
  );
}

async function found(layout: EntityLayout, connectionId: string, query: object): Promise<readonly unknown[]> {
  const { records } = await store.search({ connectionId, layout }, parseSearch({ query }, layout));
  return records.map((record) => JSON.parse(record) as unknown);
}

const notes = layoutOf('notes', { id: 'integer', body: 'string', tags: 'array' });

describe('writing', () => {
  it('does not write a record again that did not change', async () => {
    const scope = { connectionId: randomUUID(), layout: notes };
    const records = numbered(notes, 3, (id) => ({ id, body: `note ${id}` }));
    const versions = async () =>
      (
        await sql<{
          xmin: string;
        }>`select xmin::text as xmin from ${sql.raw(await tableOf('notes'))} order by key`.execute(direct.tables())
      ).rows;
    const checkpoint = { page: 1 };
    expect(await store.writePage(scope, { records, generation: 1, checkpoint })).toEqual({
      added: 3,
      changed: 0,
      unchanged: 0,
      removed: 0,
    });
    const before = await versions();
    const [first, ...others] = records;
    const edited = { ...first, key: first?.key ?? '', document: { ...first?.document, body: 'edited' } };
    expect(await store.writePage(scope, { records: [edited, ...others], generation: 2, checkpoint })).toEqual({
      added: 0,
      changed: 1,
      unchanged: 2,
      removed: 0,
    });
    const after = await versions();
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(after[0]).not.toEqual(before[0]);
    const end = { range: null, generation: 2, checkpoint: null, unfinished: null };
    expect(await store.endPartition(scope, end)).toEqual({ removed: 0, finished: true });
    expect(await store.count(scope)).toBe(3);
  });

  it('takes the last of several records with one key', async () => {
    const scope = { connectionId: randomUUID(), layout: notes };
    const records = ['one', 'two', 'two'].map((body) => normalizeRecord(notes, { body }, 'k'));
    const outcome = await store.writePage(scope, { records, generation: 1, checkpoint: null });
    expect(outcome).toEqual({ added: 1, changed: 1, unchanged: 1, removed: 0 });
    expect(await found(notes, scope.connectionId, {})).toEqual([{ id: null, body: 'two', tags: null }]);
    expect(await store.count(scope)).toBe(1);
  });

  it('keeps nothing of a page that fails', async () => {
    const scope = { connectionId: randomUUID(), layout: notes };
    const [record] = numbered(notes, 1, (id) => ({ id }));
    if (record === undefined) throw new Error('no record');
    const unfit = { key: 'bad', document: { id: 'not a number' } };
    const page = { records: [record, unfit], generation: 1, checkpoint: { page: 1 } };
    await expect(store.writePage(scope, page)).rejects.toThrow(/type numeric/);
    expect(await store.count(scope)).toBe(0);
    expect(await store.readCheckpoint(scope)).toBeNull();
    expect(await found(notes, scope.connectionId, {})).toEqual([]);
  });

  it('refuses to end a pass whose stamps are forgotten', async () => {
    const scope = { connectionId: randomUUID(), layout: notes };
    const records = numbered(notes, 2, (id) => ({ id }));
    for (const generation of [1, 10]) await store.writePage(scope, { records, generation, checkpoint: null });
    const end = { range: null, checkpoint: null, unfinished: null };
    await expect(store.endPartition(scope, { ...end, generation: 1 })).rejects.toThrow(RangeError);
    expect(await store.endPartition(scope, { ...end, generation: 10 })).toMatchObject({ removed: 0 });
  });

  it('lets writers of two processes write the same records at once', async () => {
    const scope = { connectionId: randomUUID(), layout: notes };
    const records = numbered(notes, 200, (id) => ({ id, body: `word${id} shared words ${id % 7}` }));
    const write = (writer: PostgresContextStore, page: readonly StoredRecord[]) =>
      writer.writePage(scope, { records: page, generation: 1, checkpoint: null });
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => {
        const part = records.slice((turn % 4) * 40, (turn % 4) * 40 + 80);
        return write(turn % 2 === 0 ? store : other, turn % 3 === 0 ? part.toReversed() : part);
      }),
    );
    expect(outcomes.reduce((sum, { added }) => sum + added, 0)).toBe(200);
    expect(outcomes.reduce((sum, { changed }) => sum + changed, 0)).toBe(0);
    expect(await store.count(scope)).toBe(200);
    expect(await store.listRecords(scope, null, 1000)).toEqual(records);
  });

  it('keeps what is written through both processes searchable by near words after a drop', async () => {
    const connectionId = randomUUID();
    const records = numbered(notes, 1, () => ({ body: 'kangaroo' }));
    const query = { filter: { fuzzy: { body: 'kangarou' } } };
    await store.writePage({ connectionId, layout: notes }, { records, generation: 1, checkpoint: null });
    await other.dropConnection(connectionId);
    expect(await found(notes, connectionId, query)).toEqual([]);
    await store.writePage({ connectionId, layout: notes }, { records, generation: 1, checkpoint: null });
    expect(await found(notes, connectionId, query)).toHaveLength(1);
  });

  it('drops one connection and no other', async () => {
    const [kept, dropped] = [randomUUID(), randomUUID()];
    const records = numbered(notes, 5, (id) => ({ id, body: 'words' }));
    for (const connectionId of [kept, dropped]) {
      await store.writePage({ connectionId, layout: notes }, { records, generation: 1, checkpoint: { page: 1 } });
    }
    await store.dropConnection(dropped);
    expect(await found(notes, dropped, {})).toEqual([]);
    expect(await store.readCheckpoint({ connectionId: dropped, layout: notes })).toBeNull();
    expect(await found(notes, kept, { filter: { fuzzy: { body: 'wards' } } })).toHaveLength(5);
    for (const table of ['context_store_met', 'context_store_vocabulary', 'context_store_state']) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where connection_id = ${dropped}::uuid`.execute(
        direct.tables(),
      );
      expect(rows, table).toEqual([]);
    }
  });
});

describe('layouts', () => {
  it('gives a field that was added to the records of the next pass', async () => {
    const connectionId = randomUUID();
    const before = layoutOf('growing', { id: 'integer' });
    const after = layoutOf('growing', { name: 'string', id: 'integer', size: 'number' });
    const records = (layout: EntityLayout) => numbered(layout, 2, (id) => ({ id, name: `n${id}`, size: id / 2 }));
    await store.writePage(
      { connectionId, layout: before },
      { records: records(before), generation: 1, checkpoint: null },
    );
    await Promise.all([store.prepare({ connectionId, layout: after }), other.prepare({ connectionId, layout: after })]);
    expect(await found(after, connectionId, {})).toEqual([
      { name: null, id: 0, size: null },
      { name: null, id: 1, size: null },
    ]);
    const page = { records: records(after), generation: 2, checkpoint: null };
    expect(await store.writePage({ connectionId, layout: after }, page)).toEqual({
      added: 0,
      changed: 2,
      unchanged: 0,
      removed: 0,
    });
    expect(await found(after, connectionId, { filter: { keyword: { name: 'n1' } } })).toEqual([
      { name: 'n1', id: 1, size: 0.5 },
    ]);
    expect(await found(before, connectionId, {})).toEqual([{ id: 0 }, { id: 1 }]);
  });

  it('forgets the values of a field that is gone and comes back empty', async () => {
    const connectionId = randomUUID();
    const whole = layoutOf('returning', { id: 'integer', note: 'string' });
    const part = layoutOf('returning', { id: 'integer' });
    const write = async (layout: EntityLayout, values: object, generation: number) => {
      const records = numbered(layout, 1, () => values);
      await store.writePage({ connectionId, layout }, { records, generation, checkpoint: null });
    };
    await write(whole, { id: 1, note: 'old' }, 1);
    await write(part, { id: 1 }, 2);
    await write(whole, { id: 1 }, 3);
    expect(await found(whole, connectionId, {})).toEqual([{ id: 1, note: null }]);
  });

  it('keeps the values of a field apart from those of its former type', async () => {
    const connectionId = randomUUID();
    const texts = layoutOf('retyped', { code: 'string' });
    const numbers = layoutOf('retyped', { code: 'integer' });
    await store.writePage(
      { connectionId, layout: texts },
      { records: numbered(texts, 1, () => ({ code: '7' })), generation: 1, checkpoint: null },
    );
    await store.writePage(
      { connectionId, layout: numbers },
      { records: numbered(numbers, 1, () => ({ code: '7' })), generation: 2, checkpoint: null },
    );
    expect(await found(numbers, connectionId, { filter: { gt: { code: 6 } } })).toEqual([{ code: 7 }]);
  });

  it('creates the tables of new entities in several processes at once', async () => {
    const layouts = Array.from({ length: 6 }, (_, index) =>
      layoutOf(`many_${index % 3}`, { id: 'integer', name: 'string' }),
    );
    const opened = await Promise.all([openPostgresStore(url), openPostgresStore(url)]);
    const writers = [store, other, ...opened];
    const connectionId = randomUUID();
    await Promise.all(writers.flatMap((writer) => layouts.map((layout) => writer.prepare({ connectionId, layout }))));
    await Promise.all(opened.map((writer) => writer.close()));
    const { rows } = await sql`select 1 from context_store_entities where entity like 'many_%'`.execute(
      direct.tables(),
    );
    expect(rows).toHaveLength(3);
  });

  it.each(['no spaces', 'x"; drop table', '', 'a'.repeat(101), 'Größe'])(
    'refuses the entity name %j',
    async (entity) => {
      const scope = { connectionId: randomUUID(), layout: layoutOf(entity, { id: 'integer' }) };
      await expect(store.prepare(scope)).rejects.toThrow(TypeError);
    },
  );

  it.each(['', 'demo', randomUUID().toUpperCase(), `${randomUUID()}'`])(
    'refuses the connection id %j',
    async (connectionId) => {
      const scope = { connectionId, layout: notes };
      await expect(store.count(scope)).rejects.toThrow(/UUID/);
      await expect(store.dropConnection(connectionId)).rejects.toThrow(/UUID/);
    },
  );
});

it('says what to do about a database it cannot use', async () => {
  const name = randomUUID();
  await sql`create database ${sql.id(name)} encoding 'SQL_ASCII' template template0`.execute(direct.tables());
  const ascii = new URL(url);
  ascii.pathname = name;
  await expect(openPostgresStore(ascii.href)).rejects.toThrow('needs a database with encoding UTF8, not SQL_ASCII');
});

async function tableOf(entity: string): Promise<string> {
  const { rows } = await sql<{
    table_name: string;
  }>`select table_name from context_store_entities where entity = ${entity}`.execute(direct.tables());
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no table of ${entity}.`);
  return row.table_name;
}
