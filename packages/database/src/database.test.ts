import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';

describe('openDatabase', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'connectory-open-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('creates a SQLite file only its owner can read, in a new folder', async () => {
    const path = join(folder, 'nested', 'data.sqlite');
    const database = await openDatabase(path);
    await sql`create table t (a text)`.execute(database.tables());
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(`${path}-wal`)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'nested'))).mode & 0o777).toBe(0o700);
    await database.close();
    await database.close();
  });

  it('sets WAL, foreign keys and NORMAL synchronous, and never waits inside SQLite', async () => {
    const database = await openDatabase(join(folder, 'pragmas.sqlite'));
    const read = async (pragma: string): Promise<unknown> =>
      Object.values((await sql<object>`pragma ${sql.raw(pragma)}`.execute(database.tables())).rows[0] ?? {})[0];
    expect(await read('journal_mode')).toBe('wal');
    expect(await read('foreign_keys')).toBe(1);
    expect(await read('busy_timeout')).toBe(0);
    expect(await read('synchronous')).toBe(1);
    await database.close();
  });

  it('opens :memory:', async () => {
    const database = await openDatabase(':memory:');
    await sql`create table t (a text)`.execute(database.tables());
    expect(database.dialect).toBe('sqlite');
    await database.close();
  });

  it('says what to do about a URL it does not support', async () => {
    await expect(openDatabase('mysql://root:hunter2@localhost/x')).rejects.toThrow(/"mysql".*postgres:\/\//);
    await expect(openDatabase('')).rejects.toThrow(/empty/);
    await expect(openDatabase('postgres://user:hunter2@:bad')).rejects.toThrow(/percent-encoded/);
  });

  it('names the path of a file that is no database', async () => {
    const path = join(folder, 'text.sqlite');
    await writeFile(path, 'this is not a database file, but it is long enough to be read as one '.repeat(20));
    await expect(openDatabase(path)).rejects.toThrow(`Cannot open the SQLite database ${path}`);
  });

  it('keeps the password out of the error when the server is not there', async () => {
    const failure = await openDatabase('postgres://user:hunter2@127.0.0.1:1/name').then(
      () => null,
      (error: unknown) => error,
    );
    expect(String(failure)).toContain('127.0.0.1:1/name');
    expect(String(failure)).toContain('ECONNREFUSED');
    expect(String(failure)).not.toContain('hunter2');
  });

  it('waits for a lock without stopping the event loop', async () => {
    const path = join(folder, 'locked.sqlite');
    const [holder, waiter] = [await openDatabase(path), await openDatabase(path)];
    await sql`create table t (a integer)`.execute(holder.tables());
    let waited: Promise<unknown> | undefined;
    await holder
      .tables()
      .transaction()
      .execute(async () => {
        waited = sql`insert into t values (1)`.execute(waiter.tables());
        await delay(50);
      });
    await waited;
    expect((await sql`select a from t`.execute(holder.tables())).rows).toEqual([{ a: 1 }]);
    await Promise.all([holder.close(), waiter.close()]);
  });

  it('reads while writes wait for the lock of another program', async () => {
    const path = join(folder, 'read-while-locked.sqlite');
    const [holder, waiter] = [await openDatabase(path), await openDatabase(path)];
    await sql`create table t (a integer)`.execute(holder.tables());
    const finished: string[] = [];
    let writes: Promise<unknown> | undefined;
    await holder
      .tables()
      .transaction()
      .execute(async () => {
        writes = Promise.all([1, 2].map((a) => sql`insert into t values (${a})`.execute(waiter.tables())));
        writes.then(() => finished.push('writes'));
        expect(await waiter.tables<{ t: { a: number } }>().selectFrom('t').select('a').execute()).toEqual([]);
        finished.push('read');
      });
    await writes;
    expect(finished).toEqual(['read', 'writes']);
    const rows = await waiter.tables<{ t: { a: number } }>().selectFrom('t').select('a').orderBy('a').execute();
    expect(rows).toEqual([{ a: 1 }, { a: 2 }]);
    await Promise.all([holder.close(), waiter.close()]);
  });

  it('lets a second process write as soon as the first has committed', async () => {
    const path = join(folder, 'shared.sqlite');
    const database = await openDatabase(path);
    await sql`create table t (a integer)`.execute(database.tables());
    const count = `
      import { sql } from 'kysely';
      import { openDatabase } from ${JSON.stringify(new URL('./database.ts', import.meta.url).href)};
      const database = await openDatabase(${JSON.stringify(path)});
      for (let turn = 0; turn < 50; turn++) {
        await database.tables().transaction().execute(async (transaction) => {
          const { rows } = await sql\`select count(*) as n from t\`.execute(transaction);
          await sql\`insert into t values (\${rows[0].n})\`.execute(transaction);
        });
      }
      await database.close();
    `;
    const start = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', count], { cwd: import.meta.dirname });
    await Promise.all([start(), start()]);
    const { rows } = await sql<{ n: number }>`select count(distinct a) as n from t`.execute(database.tables());
    expect(rows).toEqual([{ n: 100 }]);
    await database.close();
  });
});
