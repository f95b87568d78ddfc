import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import SqliteConnection from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killedScope, recordsAfter } from '../../../test/sqlite/killed-pages.ts';
import { parseSearch } from '../../query/parse-search.ts';
import { searchInMemory } from '../../query/search-in-memory.ts';
import { openSqliteStore } from './sqlite-store.ts';

const kills = Number(process.env.CONNECTORY_KILLS ?? 6);
const writer = new URL('../../../test/sqlite/write-pages.ts', import.meta.url);
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'killed-process-'));
});

afterAll(() => rmSync(directory, { recursive: true }));

/** Runs a process that writes pages, kills it at a random moment after its first page, and gives the last page it told of. */
async function writeUntilKilled(): Promise<number> {
  const child = spawn(process.execPath, [writer.pathname, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.trim().split('\n')));
  await once(child.stdout, 'data');
  await delay(Math.random() * 300);
  child.kill('SIGKILL');
  await once(child, 'close');
  return Math.max(...lines.map(Number));
}

it(`loses nothing and breaks nothing when its process is killed ${kills} times`, async () => {
  for (let kill = 0; kill < kills; kill += 1) {
    const reported = await writeUntilKilled();
    const store = openSqliteStore(directory);
    try {
      const checkpoint = await store.readCheckpoint(killedScope);
      expect(checkpoint).toBeGreaterThanOrEqual(reported);
      const expected = recordsAfter(Number(checkpoint) + 1);
      expect(await store.listRecords(killedScope, null, 1_000_000)).toEqual(expected);
      expect(await store.count(killedScope)).toBe(expected.length);
      for (const filter of [{ keyword: { subject: 'kangaroo' } }, { fuzzy: { subject: `elefant ${checkpoint}` } }]) {
        const query = parseSearch({ query: { filter, sort: [{ id: 'desc' }] } }, killedScope.layout);
        const found = await store.search(killedScope, query);
        expect(found).toEqual({ ...searchInMemory(killedScope.layout, expected, query), checkpoint });
      }
    } finally {
      await store.close();
    }
    const file = new SqliteConnection(join(directory, `${killedScope.connectionId}.sqlite`), { readonly: true });
    expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
    file.close();
  }
});
