import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../src/database.ts';
import { startPostgres } from './postgres-server.ts';
import { askServerKeeper, startServerKeeper } from './server-keeper.ts';

it('starts a real server and leaves nothing behind', async () => {
  const server = await startPostgres();
  const folder = new URL(server.url).searchParams.get('host') ?? '';
  const database = await openDatabase(server.url);
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(database.tables());
  expect(rows[0]?.version).toMatch(/^PostgreSQL 18/);
  await database.close();
  expect(existsSync(folder)).toBe(true);
  await server.stop();
  await server.stop();
  expect(existsSync(folder)).toBe(false);
});

it('shares one server between everyone who asks the keeper', async () => {
  const keeper = await startServerKeeper();
  const [one, other] = await Promise.all([askServerKeeper(keeper.path), askServerKeeper(keeper.path)]);
  expect(other).toBe(one);
  await keeper.stop();
  expect(existsSync(new URL(one).searchParams.get('host') ?? '')).toBe(false);
});
