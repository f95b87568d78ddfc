import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { expect, it } from 'vitest';
import { storeDirectories } from '../../../test/stores/store-directories.ts';
import { describeContextStore } from '../../../test/stores/store-suite.ts';
import { tenTickets, ticket, tickets } from '../../../test/stores/tickets.ts';
import { parseSearch } from '../../query/parse-search.ts';
import { openSqliteStore } from './sqlite-store.ts';

describeContextStore('SQLite store', {
  startHost: storeDirectories,
  openStore: async (directory, options) => openSqliteStore(directory, options),
  contentOf: async (directory) =>
    readdirSync(directory)
      .map((name) => readFileSync(join(directory, name), 'latin1'))
      .join(),
});

it('says which file is broken, and what to do', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sqlite-broken-'));
  const connectionId = 'c0ffee00-0000-4000-8000-000000000001';
  writeFileSync(join(directory, `${connectionId}.sqlite`), 'no database '.repeat(100));
  const store = openSqliteStore(directory);
  const expected = {
    code: 'database_unavailable',
    retryable: false,
    retryAfterSeconds: 300,
    message: `The copy of this connection is damaged. Stop the gateway and delete context-store/${connectionId}.sqlite in its data directory; everything is then read again.`,
  };
  await expect(store.readCheckpoint({ connectionId, layout: tickets })).rejects.toMatchObject(expected);
  await expect(store.writeCheckpoint({ connectionId, layout: tickets }, {})).rejects.toMatchObject(expected);
  await store.close();
  rmSync(directory, { recursive: true });
});

it('reads a copy again that was written with other words, numbers and times', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sqlite-older-'));
  const scope = { connectionId: 'c0ffee00-0000-4000-8000-000000000002', layout: tickets };
  const query = parseSearch({ query: { filter: { keyword: { subject: 'refund' } } } }, tickets);
  const page = { records: tenTickets, generation: 1, checkpoint: { page: 1 } };
  const older = openSqliteStore(directory);
  await older.writePage(scope, page);
  await older.close();
  const file = new SqliteConnection(join(directory, `${scope.connectionId}.sqlite`));
  file.pragma('user_version = 1');
  file.close();

  const store = openSqliteStore(directory);
  expect(await store.readCheckpoint(scope)).toBeNull();
  expect((await store.search(scope, query)).records).toEqual([]);
  await store.prepare(scope);
  expect([await store.readCheckpoint(scope), await store.count(scope)]).toEqual([null, 0]);
  expect(await store.writePage(scope, page)).toMatchObject({ added: 10 });
  expect((await store.search(scope, query)).records).toHaveLength(2);
  await store.close();
  rmSync(directory, { recursive: true });
});

it('starts the history of passes in a file that an earlier version wrote', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sqlite-without-history-'));
  const scope = { connectionId: 'c0ffee00-0000-4000-8000-000000000005', layout: tickets };
  const before = openSqliteStore(directory);
  await before.writePage(scope, { records: tenTickets, generation: 1, checkpoint: { page: 1 } });
  await before.close();
  const file = new SqliteConnection(join(directory, `${scope.connectionId}.sqlite`));
  file.exec('DROP TABLE connectory_passes');
  file.close();

  const store = openSqliteStore(directory);
  expect(await store.readPasses(scope)).toEqual([]);
  await store.endPass(scope, { pass: 1, checkpoint: { ended: 1 }, summary: { pass: 1 } });
  expect(await store.readPasses(scope)).toEqual([{ pass: 1 }]);
  expect(await store.count(scope)).toBe(10);
  await store.close();
  rmSync(directory, { recursive: true });
});

it('refuses a file of a newer version', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sqlite-newer-'));
  const scope = { connectionId: 'c0ffee00-0000-4000-8000-000000000003', layout: tickets };
  const file = new SqliteConnection(join(directory, `${scope.connectionId}.sqlite`));
  file.pragma('user_version = 99');
  file.close();
  const store = openSqliteStore(directory);
  await expect(store.readCheckpoint(scope)).rejects.toThrow('was written by a newer version (format 99)');
  await expect(store.prepare(scope)).rejects.toThrow('was written by a newer version (format 99)');
  await store.close();
  rmSync(directory, { recursive: true });
});

it('stops a search whose time is over, on the way and while it gathers words', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sqlite-hurried-'));
  const store = openSqliteStore(directory, { searchLimitMilliseconds: 0 });
  const scope = { connectionId: 'c0ffee00-0000-4000-8000-000000000004', layout: tickets };
  await store.prepare(scope);
  // The time is checked for about every 32nd record.
  const records = Array.from({ length: 100 }, (_, turn) =>
    tenTickets.map((one) => ({ ...one, key: `${turn} ${one.key}` })),
  );
  await store.writePage(scope, { records: records.flat(), generation: 1, checkpoint: { revision: 1 } });
  for (const filter of [{ like: { subject: '%a%b' } }, { fuzzy: { subject: 'uberweisung' } }, { eq: { score: 1 } }]) {
    const search = store.search(scope, parseSearch({ query: { filter, sort: [{ score: 'asc' }] } }, tickets));
    await expect(search).rejects.toMatchObject({ code: 'search_timeout' });
  }
  await store.close();
  rmSync(directory, { recursive: true });
});

it('checks the time for every record that takes long to read', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sqlite-hurried-'));
  const store = openSqliteStore(directory, { searchLimitMilliseconds: 0 });
  const scope = { connectionId: 'c0ffee00-0000-4000-8000-000000000005', layout: tickets };
  await store.prepare(scope);
  const records = [ticket(1, { subject: 'x'.repeat(5_000) })];
  await store.writePage(scope, { records, generation: 1, checkpoint: { revision: 1 } });
  const query = parseSearch({ query: { filter: { eq: { status: 'open' } }, sort: [{ score: 'asc' }] } }, tickets);
  for (let time = 0; time < 20; time += 1)
    await expect(store.search(scope, query)).rejects.toMatchObject({ code: 'search_timeout' });
  await store.close();
  rmSync(directory, { recursive: true });
});
