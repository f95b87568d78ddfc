import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseHost, postgresHost } from '../test/index.ts';
import { type Database, openDatabase } from './database.ts';

let databases: DatabaseHost;
let database: Database;

beforeAll(async () => {
  databases = await postgresHost();
  database = await openDatabase(await databases.create(), { maxStatementSeconds: 1 });
});

afterAll(async () => {
  await database?.close();
  await databases?.stop();
});

it('a statement that takes longer than the limit fails, and its connection is replaced', async () => {
  await expect(sql`select pg_sleep(${30})`.execute(database.tables())).rejects.toMatchObject({ reason: 'away' });
  expect(database.pool?.inUse()).toBe(0);
  expect((await sql`select ${'d'}::text as given`.execute(database.tables())).rows).toEqual([{ given: 'd' }]);
});
