import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { describeDatabases } from '../test/index.ts';
import type { Database } from './database.ts';
import { bytesColumn, constraintViolation, databaseTime } from './dialect.ts';
import { insertRows } from './row-inserter.ts';

type Tables = {
  parent: { id: string };
  child: { id: string; parent: string | null; size: number | null; bytes: Uint8Array | null };
};

describeDatabases('dialect', ({ dialect, open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await database.migrate('test', [
      {
        name: '001',
        up: async (transaction) => {
          await transaction.schema
            .createTable('parent')
            .addColumn('id', 'text', (column) => column.primaryKey())
            .execute();
          await transaction.schema
            .createTable('child')
            .addColumn('id', 'text', (column) => column.primaryKey())
            .addColumn('parent', 'text', (column) => column.references('parent.id'))
            .addColumn('size', 'integer')
            .addColumn('bytes', bytesColumn(dialect) as never)
            .execute();
        },
      },
    ]);
  });

  it('tells the time of the database as a fixed-width UTC ISO string', async () => {
    const { rows } = await sql<{ now: string; later: string }>`
      select ${databaseTime(dialect)} as now, ${databaseTime(dialect, 90.5)} as later`.execute(database.tables());
    const { now, later } = rows[0] ?? { now: '', later: '' };
    expect(now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
    expect(Math.abs(Date.parse(later) - Date.parse(now) - 90_500)).toBeLessThan(1_000);
  });

  it('inserts any number of rows, whatever they contain, and leaves existing ones alone', async () => {
    const odd = ["b'; drop table child --", 'ü"\\\n?', '😀', '$1'];
    const rows = Array.from({ length: 1_001 }, (_, n) => ({
      id: `row ${n} ${odd[n % odd.length]}`,
      size: n % 3 === 0 ? null : n - 500,
    }));
    const columns = { id: 'text', size: 'integer' } as const;
    await insertRows(database, 'child', columns, rows.slice(0, 5));
    await insertRows(
      database,
      'child',
      columns,
      rows.map((row, n) => (n < 5 ? { ...row, size: 7 } : row)),
    );
    await insertRows(database, 'child', columns, []);
    const stored = await database.tables<Tables>().selectFrom('child').select(['id', 'size']).execute();
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
    expect(stored.sort(byId)).toEqual(rows.sort(byId));
  });

  it('inserts all rows or none', async () => {
    const columns = { id: 'text', parent: 'text' } as const;
    const rows = Array.from({ length: 100 }, (_, n) => ({ id: `orphan ${n}`, parent: n === 99 ? 'nobody' : null }));
    await expect(insertRows(database, 'child', columns, rows)).rejects.toThrow(/foreign key/i);
    const stored = await sql`select id from child where id like 'orphan%'`.execute(database.tables());
    expect(stored.rows).toEqual([]);
  });

  it('reads byte columns as they were written, and counts as numbers', async () => {
    const tables = database.tables<Tables>();
    const bytes = Buffer.from([0, 255, 1, 128]);
    await tables.insertInto('child').values({ id: 'bytes', parent: null, size: null, bytes }).execute();
    const row = await tables.selectFrom('child').select('bytes').where('id', '=', 'bytes').executeTakeFirstOrThrow();
    expect(row.bytes).toBeInstanceOf(Buffer);
    expect(Buffer.compare(row.bytes ?? Buffer.alloc(0), bytes)).toBe(0);
    const { count } = await tables
      .selectFrom('child')
      .select((expression) => expression.fn.countAll<number>().as('count'))
      .where('id', '=', 'bytes')
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  it('recognizes which constraint failed', async () => {
    const tables = database.tables<Tables>();
    const failureOf = (work: Promise<unknown>) => work.then(() => null, constraintViolation);
    await tables.insertInto('parent').values({ id: 'one' }).execute();
    expect(await failureOf(tables.insertInto('parent').values({ id: 'one' }).execute())).toBe('unique');
    const orphan = { id: 'orphan', parent: 'nobody', size: null, bytes: null };
    expect(await failureOf(tables.insertInto('child').values(orphan).execute())).toBe('foreign_key');
    expect(await failureOf(sql`select * from missing`.execute(tables))).toBeNull();
    expect(constraintViolation(new Error('other'))).toBeNull();
  });
});
