import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Clock,
  type ContextStore,
  openPostgresStore,
  openSqliteStore,
  type StoreScope,
} from '@connectory/context-store';
import { type DatabaseHost, postgresHost } from '@connectory/database/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { bigScope, fillBigCopy } from '../test/big-copy.ts';
import { field, layoutOf } from '../test/written-file.ts';
import { type Snapshot, SnapshotFiles, type SnapshotFormat } from './index.ts';

let folder: string;
let host: DatabaseHost;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'snapshot-files-'));
  host = await postgresHost();
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0).reverse()) await close();
});

afterAll(async () => {
  await host?.stop();
  rmSync(folder, { recursive: true });
});

const things = layoutOf(field('id', 'integer'), field('name', 'string'));
const others = { ...things, entity: 'others' };

/** A clock whose time a test sets, and that never rings. */
class SetClock implements Clock {
  time = Date.now();
  now = () => this.time;
  sleep = async () => {};
  after = () => () => {};
}

async function openFiles(store: ContextStore, options: { maxBytes?: number; clock?: Clock; directory?: string } = {}) {
  const directory = options.directory ?? join(folder, randomUUID());
  const onError = vi.fn();
  const files = await SnapshotFiles.open({ store, maxBytes: 2 ** 30, onError, ...options, directory });
  closers.push(async () => {
    await files.close();
    expect(onError).not.toHaveBeenCalled();
  });
  const namesIn = (path: string): readonly string[] => readdirSync(path, { recursive: true }).map(String);
  const names = () => namesIn(directory).filter((name) => !/^run-[^/]+$/.test(name));
  const take = (scope: StoreScope, format: SnapshotFormat = 'ndjson', signal?: AbortSignal, workspaceId = 'one') =>
    files.take({ workspaceId, scope, format }, signal);
  return { files, directory, names, take };
}

async function addThings(store: ContextStore, scope: StoreScope, ...ids: readonly number[]): Promise<void> {
  const upserts = ids.map((id) => ({ key: String(id), document: { id, name: `Thing ${id}` } }));
  await store.apply(scope, { upserts, deletedKeys: [], generation: 1, cause: 'write' });
}

const idsIn = ({ path }: Snapshot) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { readonly id: number }).id);

describe.each([
  ['SQLite', async () => openSqliteStore(mkdtempSync(join(folder, 'copies-')))],
  ['PostgreSQL', async () => openPostgresStore(await host.create())],
])('the files of copies on %s', (_, openStore) => {
  let store: ContextStore;

  beforeAll(async () => {
    store = await openStore();
  });

  afterAll(() => store?.close());

  const filled = async (...ids: readonly number[]): Promise<StoreScope> => {
    const scope = { connectionId: randomUUID(), layout: things };
    await store.prepare(scope);
    await addThings(store, scope, ...ids);
    await store.writeCheckpoint(scope, { page: 1 });
    return scope;
  };

  it('have all records, their number, their columns and the state of the copy', async () => {
    const { take } = await openFiles(store);
    const scope = await filled(2, 1);
    const snapshot = await take(scope);
    expect(idsIn(snapshot)).toEqual([1, 2]);
    expect(snapshot).toMatchObject({ rows: 2, checkpoint: { page: 1 }, bytes: readFileSync(snapshot.path).length });
    const parquet = await take(scope, 'parquet');
    expect(parquet.columns.map(({ name, type }) => [name, type.kind])).toEqual([
      ['id', 'integer'],
      ['name', 'text'],
    ]);
    expect(parquet.rows).toBe(2);
  });

  it('are made once until the copy changes', async () => {
    const { take } = await openFiles(store);
    const scope = await filled(1);
    const readAll = vi.spyOn(store, 'readAll');
    const [first, shared] = await Promise.all([take(scope), take(scope)]);
    expect(shared.path).toBe(first.path);
    await store.writeCheckpoint(scope, { page: 2 });
    await addThings(store, { ...scope, layout: others }, 1, 2, 3);
    const again = await take(scope);
    expect([again.path, again.checkpoint]).toEqual([first.path, { page: 2 }]);
    expect(readAll).toHaveBeenCalledTimes(1);
    await addThings(store, scope, 5);
    const changed = await take(scope);
    expect(idsIn(changed)).toEqual([1, 5]);
    expect(changed.etag).not.toBe(first.etag);
    expect(readAll).toHaveBeenCalledTimes(2);
  });

  it('have one etag for one content', async () => {
    const scope = await filled(1, 2, 3);
    const etags = await Promise.all(
      [1, 2].map(async () => (await (await openFiles(store)).take(scope, 'parquet')).etag),
    );
    expect(etags[0]).toMatch(/^[\w-]{43}$/);
    expect(etags[1]).toBe(etags[0]);
  });

  it('of a connection that is dropped and filled again are new', async () => {
    const { take } = await openFiles(store);
    const scope = await filled(1);
    await take(scope);
    await store.dropConnection(scope.connectionId);
    await addThings(store, scope, 7);
    expect(idsIn(await take(scope))).toEqual([7]);
  });
});

describe('the files of copies', () => {
  let store: ContextStore;

  beforeAll(async () => {
    store = openSqliteStore(mkdtempSync(join(folder, 'copies-')));
    await fillBigCopy(store);
  });

  afterAll(() => store?.close());

  const filled = async (): Promise<StoreScope> => {
    const scope = { connectionId: randomUUID(), layout: things };
    await addThings(store, scope, 1, 2, 3);
    return scope;
  };

  it('are removed when they are old, but not while they are used', async () => {
    const clock = new SetClock();
    const { take, names } = await openFiles(store, { clock });
    const scope = await filled();
    const [used, unused] = [await take(scope), await take(scope, 'csv')];
    unused.release();
    clock.time += 61 * 60_000;
    (await take(scope, 'parquet')).release();
    await vi.waitFor(() => expect(existsSync(unused.path)).toBe(false));
    expect(idsIn(used)).toEqual([1, 2, 3]);
    used.release();
    used.release();
    expect(names()).toHaveLength(2);
  });

  it('are removed in the order of their last use once they exceed their max', async () => {
    const clock = new SetClock();
    const scope = await filled();
    const { bytes } = await (await openFiles(store)).take(scope);
    const { take } = await openFiles(store, { clock, maxBytes: 2 * bytes + 10 });
    const [one, next, last] = [await filled(), await filled(), await filled()];
    const paths: string[] = [];
    for (const taken of [one, next, one, last]) {
      clock.time += 1000;
      const snapshot = await take(taken);
      paths.push(snapshot.path);
      snapshot.release();
    }
    await vi.waitFor(() => expect(paths.map((path) => existsSync(path))).toEqual([true, false, true, true]));
  });

  it('of an earlier state are removed once nobody uses them', async () => {
    const { take } = await openFiles(store);
    const scope = await filled();
    const before = await take(scope);
    await addThings(store, scope, 9);
    const after = await take(scope);
    expect(idsIn(before)).toEqual([1, 2, 3]);
    before.release();
    await vi.waitFor(() => expect(existsSync(before.path)).toBe(false));
    expect(idsIn(after)).toEqual([1, 2, 3, 9]);
  });

  it('are removed with their connection, whoever uses them and whichever process made them', async () => {
    const directory = join(folder, randomUUID());
    const [mine, theirs] = [await openFiles(store, { directory }), await openFiles(store, { directory })];
    const [scope, kept] = [await filled(), await filled()];
    await mine.take(scope);
    await theirs.take(scope);
    const other = await theirs.take(kept);
    await mine.files.removeConnection(scope.connectionId);
    expect(mine.names()).toEqual([expect.stringContaining(kept.connectionId)]);
    expect(idsIn(other)).toEqual([1, 2, 3]);
    expect(idsIn(await mine.take(scope))).toEqual([1, 2, 3]);
  });

  it('larger than all files may be are refused, and nothing of them stays', async () => {
    for (const format of ['ndjson', 'csv', 'parquet'] as const) {
      const { take, names } = await openFiles(store, { maxBytes: 100_000 });
      await expect(take(bigScope, format)).rejects.toMatchObject({
        code: 'database_unavailable',
        retryable: false,
        message: expect.stringContaining('CONNECTORY_EXPORTS_MB'),
      });
      expect(names()).toEqual([]);
    }
  });

  it('are not made to the end when all who wait are gone, and nothing of them stays', async () => {
    const { take, names } = await openFiles(store);
    const [gone, stays] = [new AbortController(), new AbortController()];
    const both = [take(bigScope, 'parquet', gone.signal), take(bigScope, 'parquet', stays.signal)];
    gone.abort(new Error('gone'));
    await expect(both[0]).rejects.toThrow('gone');
    expect((await both[1])?.rows).toBe(8000);
    const alone = new AbortController();
    const making = take(bigScope, 'csv', alone.signal);
    await vi.waitFor(() => expect(names()).toHaveLength(2));
    alone.abort(new Error('gone'));
    await expect(making).rejects.toThrow('gone');
    await vi.waitFor(() => expect(names()).toHaveLength(1));
  });

  it('are made one at a time for a workspace, and no more wait than may', async () => {
    const { take, files } = await openFiles(store);
    const scopes = await Promise.all(Array.from({ length: 8 }, filled));
    const made = await Promise.allSettled([take(bigScope, 'csv'), ...scopes.map((scope) => take(scope))]);
    const refused = made.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused).toHaveLength(3);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'store_busy', retryAfterSeconds: 1 });
    expect(files.load).toEqual({ making: 0, maxMaking: 2 });
  });

  it('of a process that was killed are never half a file, and are removed later', async () => {
    const directory = join(folder, randomUUID());
    const copies = mkdtempSync(join(folder, 'copies-'));
    const filling = openSqliteStore(copies);
    await fillBigCopy(filling);
    await filling.close();
    const program = new URL('../test/making-process.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [program, copies, directory], { stdio: 'inherit' });
    const names = () => (existsSync(directory) ? readdirSync(directory, { recursive: true }).map(String) : []);
    await vi.waitFor(() => expect(names().some((name) => name.endsWith('.unfinished'))).toBe(true), { interval: 1 });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = names().filter((name) => name.includes('.'));
    expect(left.length).toBeGreaterThan(0);
    for (const name of left)
      if (name.endsWith('.parquet')) expect(readFileSync(join(directory, name), 'latin1')).toMatch(/PAR1$/);
    const [run = ''] = readdirSync(directory);
    await openFiles(store, { directory });
    expect(readdirSync(directory)).toContain(run);
    utimesSync(join(directory, run), 0, 0);
    await openFiles(store, { directory });
    expect(readdirSync(directory)).not.toContain(run);
  });

  it('are all removed when they are closed, and no more are made', async () => {
    const { take, files, directory } = await openFiles(store);
    const making = take(bigScope, 'parquet');
    making.catch(() => undefined);
    await vi.waitFor(() => expect(files.load.making).toBe(1));
    await files.close();
    await expect(making).rejects.toMatchObject({ code: 'shutting_down' });
    await expect(take(bigScope)).rejects.toMatchObject({ code: 'shutting_down' });
    expect(existsSync(directory)).toBe(false);
  });
});
