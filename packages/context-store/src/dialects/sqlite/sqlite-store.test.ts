import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeContextStore } from '../../store/store-suite.ts';
import { storeDirectories } from '../../store/testing/store-directories.ts';
import { tickets } from '../../store/testing/tickets.ts';
import { openSqliteStore } from './sqlite-store.ts';

describeContextStore('SQLite store', {
  startHost: storeDirectories,
  openStore: async (directory) => openSqliteStore(directory),
});

it('says what SQLite says of a file that is broken', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sqlite-broken-'));
  const connectionId = 'c0ffee00-0000-4000-8000-000000000001';
  writeFileSync(join(directory, `${connectionId}.sqlite`), 'no database '.repeat(100));
  const store = openSqliteStore(directory);
  const expected = { name: 'SqliteError', code: 'SQLITE_NOTADB', message: 'file is not a database' };
  await expect(store.readCheckpoint({ connectionId, layout: tickets })).rejects.toMatchObject(expected);
  await expect(store.writeCheckpoint({ connectionId, layout: tickets }, {})).rejects.toMatchObject(expected);
  await store.close();
  rmSync(directory, { recursive: true });
});
