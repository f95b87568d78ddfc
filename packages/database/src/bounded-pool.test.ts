import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConnectionPool, type Database, openDatabase } from './database.ts';
import { type DatabaseHost, postgresHost } from './testing/index.ts';

let databases: DatabaseHost;
let database: Database;
let pool: ConnectionPool;

beforeAll(async () => {
  databases = await postgresHost();
  database = await openDatabase(await databases.create(), { longestStatementSeconds: 1 });
  if (database.pool === null) throw new Error('PostgreSQL has a pool.');
  pool = database.pool;
});

afterAll(async () => {
  await database?.close();
  await databases?.stop();
});

const settingText = `select current_setting('enable_sort') as sort, current_setting('work_mem') as memory, $1::text as given`;

it('runs a statement with settings that no later statement sees', async () => {
  const rows = await pool.runWithSettings(['enable_sort = off', "work_mem = '1MB'"], settingText, ['a']);
  expect(rows).toEqual([{ sort: 'off', memory: '1MB', given: 'a' }]);
  const [after] = await pool.runWithSettings<{ sort: string; memory: string }>([], settingText, ['b']);
  expect(after).toMatchObject({ sort: 'on' });
  expect(after?.memory).not.toBe('1MB');
});

it.each([
  ['the statement', [], 'select 1 / $1::integer', [0], 'division by zero'],
  ['a setting', ['no_such_setting = off'], 'select $1::integer', [1], 'unrecognized configuration parameter'],
])('throws the error of %s and leaves the connection usable', async (_, settings, text, parameters, message) => {
  for (let round = 0; round < 12; round++) {
    await expect(pool.runWithSettings(settings, text, parameters)).rejects.toThrow(message);
  }
  expect(await pool.runWithSettings(['enable_sort = off'], settingText, ['c'])).toMatchObject([{ sort: 'off' }]);
  expect(pool.inUse()).toBe(0);
});

const preparedCount = 'select count(*) as count from pg_prepared_statements where $1';

it.each([
  ['prepares statements that it runs repeatedly', { preparesStatements: true }, [0, 1, 1, 1]],
  ['prepares no statements by default', {}, [0, 0, 0, 0]],
])('%s', async (_, options, counts) => {
  const opened = await openDatabase(await databases.create(), options);
  const found: number[] = [];
  for (let time = 0; time < counts.length; time += 1) {
    const rows = await opened.pool?.runWithSettings<{ count: number }>([], preparedCount, [true]);
    found.push(rows?.[0]?.count ?? Number.NaN);
  }
  await opened.close();
  expect(found).toEqual(counts);
});

it('fails after the time limit for statements and replaces the connection', async () => {
  await expect(pool.runWithSettings([], 'select pg_sleep($1)', [30])).rejects.toMatchObject({ reason: 'away' });
  expect(await pool.runWithSettings([], settingText, ['d'])).toMatchObject([{ given: 'd' }]);
});
