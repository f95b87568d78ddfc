import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { DatabaseUnavailableError, unavailableReason } from './database-unavailable.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connectory-unavailable-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function withTable(name: string): Promise<Database> {
  const database = await openDatabase(join(folder, name));
  await sql`create table t (a text)`.execute(database.tables());
  return database;
}

const fill = (database: Database) =>
  sql`insert into t select hex(randomblob(5000)) from t t1, t t2, t t3 limit 50`.execute(database.tables());

describe('a SQLite file', () => {
  it.each([
    ['full', 'pragma max_page_count = 3'],
    ['read_only', 'pragma query_only = on'],
  ])('that is %s says so', async (reason, state) => {
    const database = await withTable(`${reason}.sqlite`);
    for (let n = 0; n < 4; n++) await sql`insert into t values ('x')`.execute(database.tables());
    await sql.raw(state).execute(database.tables());
    const failure: unknown = await fill(database).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnavailableError);
    expect(failure).toMatchObject({ reason });
    await database.close();
  });

  it('that is overwritten says so, and statements that are wrong do not', async () => {
    const database = await withTable('overwritten.sqlite');
    for (let n = 0; n < 4; n++) await sql`insert into t values ('x')`.execute(database.tables());
    await fill(database);
    await sql`pragma wal_checkpoint(truncate)`.execute(database.tables());
    await database.close();
    const file = await open(join(folder, 'overwritten.sqlite'), 'r+');
    await file.write(Buffer.alloc(20_000, 0x5a), 0, 20_000, 8_192);
    await file.close();
    const again = await openDatabase(join(folder, 'overwritten.sqlite'));
    await expect(sql`select sum(length(a)) from t`.execute(again.tables())).rejects.toMatchObject({
      reason: 'damaged',
    });
    const wrong = await sql`select b from nothing`.execute(again.tables()).catch((error: unknown) => error);
    expect(wrong).not.toBeInstanceOf(DatabaseUnavailableError);
    await again.close();
  });
});

it.each([
  ['57P01', 'away'],
  ['08006', 'away'],
  ['53300', 'away'],
  ['ECONNREFUSED', 'away'],
  ['53100', 'full'],
  ['58030', 'failing'],
  ['25006', 'read_only'],
  ['XX001', 'damaged'],
  ['SQLITE_BUSY_SNAPSHOT', 'locked'],
  ['SQLITE_IOERR_WRITE', 'failing'],
  ['SQLITE_CORRUPT_VTAB', 'damaged'],
  ['57014', null],
  ['23505', null],
  ['40001', null],
  ['SQLITE_CONSTRAINT_UNIQUE', null],
  ['SQLITE_ERROR', null],
])('knows what %s stands for: %s', (code, reason) => {
  expect(unavailableReason(Object.assign(new Error('x'), { code }))).toBe(reason);
});

it('knows the failures of the PostgreSQL driver that have no code', () => {
  const texts = ['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'];
  for (const text of texts) expect(unavailableReason(new Error(text))).toBe('away');
  expect(unavailableReason(new Error('something else'))).toBeNull();
});
