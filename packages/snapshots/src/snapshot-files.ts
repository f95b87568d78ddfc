import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Clock,
  type ContextStore,
  type FeedPosition,
  type RecordBatch,
  SearchTurns,
  type StoredValue,
  type StoreScope,
  systemClock,
} from '@connectory/context-store';
import { GatewayError } from '@connectory/errors';
import type { Snapshot, SnapshotSource, SnapshotView, WantedSnapshot } from './snapshot.ts';
import { SnapshotDirectory } from './snapshot-directory.ts';
import type { WrittenFile } from './write/record-file.ts';
import { writeFile } from './write/write-file.ts';

/** Where files are kept, and how many. */
export interface SnapshotFilesOptions {
  readonly store: ContextStore;
  /** A directory for files of this and other processes. */
  readonly directory: string;
  /** Max bytes of all files of this process. One file has at most as many. */
  readonly maxBytes: number;
  /** Called with errors of the removal of old files. */
  readonly onError: (error: unknown) => void;
  readonly clock?: Clock;
}

/** Files that are made at once: each takes two threads, and a database keeps what is replaced meanwhile. */
const turns = 2;
const queue = { process: 20, workspace: 5, seconds: 30 };
const maxIdle = 60 * 60_000;
const upkeepInterval = 5 * 60_000;

/** A file of one state of a copy. */
interface KeptFile extends WrittenFile {
  readonly path: string;
  readonly rows: number;
  readonly checkpoint: StoredValue | null;
  readonly connectionId: string;
  /** The copy has not changed since here. */
  head: FeedPosition;
  uses: number;
  usedAt: number;
  isRemoved: boolean;
}

/** A file that is being made, by one or more callers. */
interface Making {
  readonly file: Promise<KeptFile>;
  /** Aborts when nobody waits any more. */
  readonly unwanted: AbortController;
  waiting: number;
}

/**
 * The files of copies. Each is made once for a state of its copy, when it is asked for, and reused until the copy changes. Files are removed
 * an hour after their last use, and those whose last use is longest ago first, once all exceed their max.
 */
export class SnapshotFiles implements SnapshotSource {
  readonly #options: SnapshotFilesOptions;
  readonly #directory: SnapshotDirectory;
  readonly #clock: Clock;
  readonly #turns: SearchTurns;
  readonly #makings = new Map<string, Making>();
  /** The newest file of each copy and format. */
  readonly #newest = new Map<string, KeptFile>();
  readonly #kept = new Set<KeptFile>();
  #stopUpkeep: () => void = () => {};
  #isClosed = false;

  private constructor(options: SnapshotFilesOptions, directory: SnapshotDirectory) {
    this.#options = options;
    this.#directory = directory;
    this.#clock = options.clock ?? systemClock;
    this.#turns = new SearchTurns(turns, queue, this.#clock);
  }

  /** Creates the directory, and begins to remove old files. */
  static async open(options: SnapshotFilesOptions): Promise<SnapshotFiles> {
    const files = new SnapshotFiles(options, await SnapshotDirectory.create(options.directory));
    await files.#upkeep();
    return files;
  }

  /** Files that are being made, and the max. */
  get load(): { readonly making: number; readonly maxMaking: number } {
    return { making: this.#turns.running, maxMaking: this.#turns.maxRunning };
  }

  async take(wanted: WantedSnapshot, signal?: AbortSignal): Promise<Snapshot> {
    signal?.throwIfAborted();
    const key = keyOf(wanted);
    const { scope } = wanted;
    // Read first: a file of the current state has everything that this checkpoint tells of.
    const checkpoint = await this.#options.store.readCheckpoint(scope);
    const known = this.#newest.get(key);
    if (known !== undefined) {
      const release = this.#hold(known);
      try {
        if (await this.#isCurrent(known, scope)) return snapshotOf(known, checkpoint, release);
      } catch (error) {
        release();
        throw error;
      }
      release();
    }
    const file = await this.#made(key, wanted, signal);
    return snapshotOf(file, file.checkpoint, this.#hold(file));
  }

  /** Removes the files of a connection, also those in use; those that are being made end with an error that allows to ask again. */
  async removeConnection(connectionId: string): Promise<void> {
    const making = [...this.#makings].filter(([key]) => (JSON.parse(key) as readonly unknown[])[0] === connectionId);
    for (const [, { unwanted }] of making) unwanted.abort(copyChanged());
    await Promise.allSettled(making.map(([, { file }]) => file));
    for (const file of this.#kept) if (file.connectionId === connectionId) await this.#remove(file);
    await this.#directory.removeConnection(connectionId);
  }

  /** Stops what is being made, and removes all files. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopUpkeep();
    const makings = [...this.#makings.values()];
    for (const { unwanted } of makings) unwanted.abort(closing());
    await Promise.allSettled(makings.map(({ file }) => file));
    await this.#directory.remove();
  }

  async #isCurrent(file: KeptFile, scope: StoreScope): Promise<boolean> {
    const { store } = this.#options;
    const head = await store.feedHead(scope.connectionId);
    if (file.isRemoved || head.feed !== file.head.feed) return false;
    if (head.sequence === file.head.sequence) return true;
    // Perhaps only other entities of the connection have changed.
    const page = await store.readChanges(scope.connectionId, { layouts: [scope.layout], from: file.head, limit: 1 });
    if (page.state === 'expired' || page.changes.length > 0 || page.hasMore || file.isRemoved) return false;
    file.head = page.position;
    return true;
  }

  async #made(key: string, wanted: WantedSnapshot, signal?: AbortSignal): Promise<KeptFile> {
    const known = this.#makings.get(key);
    // One that the last caller has just left is not finished.
    const making = known === undefined || known.unwanted.signal.aborted ? this.#begin(key, wanted) : known;
    making.waiting += 1;
    try {
      return await (signal === undefined ? making.file : until(making.file, signal));
    } finally {
      making.waiting -= 1;
      if (making.waiting === 0) making.unwanted.abort(new Error('Nobody waits for the file.'));
    }
  }

  #begin(key: string, wanted: WantedSnapshot): Making {
    if (this.#isClosed) throw closing();
    const unwanted = new AbortController();
    const { signal } = unwanted;
    const make = async () => {
      try {
        const file = await this.#turns.run(wanted.workspaceId, () => this.#make(wanted, signal), signal);
        this.#kept.add(file);
        this.#newest.set(key, file);
        // Until all who waited for it hold it themselves.
        file.uses += 1;
        setImmediate(() => {
          file.uses -= 1;
          this.#evict();
        });
        return file;
      } finally {
        if (this.#makings.get(key) === making) this.#makings.delete(key);
      }
    };
    const making: Making = { file: make(), unwanted, waiting: 0 };
    making.file.catch(() => undefined);
    this.#makings.set(key, making);
    return making;
  }

  async #make({ scope, format, view }: WantedSnapshot, signal: AbortSignal): Promise<KeptFile> {
    const { store, maxBytes } = this.#options;
    const path = join(this.#directory.path, `${scope.connectionId}.${randomUUID()}.${format}`);
    const unfinished = `${path}.unfinished`;
    try {
      const made = await store.readAll(
        scope,
        async ({ checkpoint, head, batches }) => {
          const request = { format, layout: view?.layout ?? scope.layout, path: unfinished, maxBytes };
          const shown = view === undefined ? batches : shownBatches(batches, view);
          return { ...(await writeFile(request, shown, signal)), checkpoint, head };
        },
        signal,
      );
      await rename(unfinished, path);
      const { connectionId } = scope;
      return { ...made, path, connectionId, uses: 0, usedAt: this.#clock.now(), isRemoved: false };
    } catch (error) {
      for (const suffix of ['', '.lines']) await rm(unfinished + suffix, { force: true });
      throw fileFailure(error, maxBytes);
    }
  }

  /** Keeps a file until the returned function is called, a second time to no effect. */
  #hold(file: KeptFile): () => void {
    file.uses += 1;
    file.usedAt = this.#clock.now();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      file.uses -= 1;
      file.usedAt = this.#clock.now();
      this.#evict();
    };
  }

  #evict(): void {
    const oldest = this.#clock.now() - maxIdle;
    let bytes = [...this.#kept].reduce((sum, file) => sum + file.bytes, 0);
    const newest = new Set(this.#newest.values());
    const unused = [...this.#kept].filter(({ uses }) => uses === 0).sort((one, other) => one.usedAt - other.usedAt);
    for (const file of unused) {
      // A file of an earlier state is not asked for again.
      if (newest.has(file) && file.usedAt > oldest && bytes <= this.#options.maxBytes) continue;
      bytes -= file.bytes;
      this.#remove(file).catch(this.#options.onError);
    }
  }

  async #remove(file: KeptFile): Promise<void> {
    file.isRemoved = true;
    this.#kept.delete(file);
    for (const [key, newest] of this.#newest) if (newest === file) this.#newest.delete(key);
    await rm(file.path, { force: true });
  }

  async #upkeep(): Promise<void> {
    this.#evict();
    await this.#directory.touch(this.#clock.now(), maxIdle);
    if (this.#isClosed) return;
    this.#stopUpkeep = this.#clock.after(upkeepInterval, () => this.#upkeep().catch(this.#options.onError));
  }
}

function snapshotOf(
  { path, bytes, columns, rows, hash }: KeptFile,
  checkpoint: StoredValue | null,
  release: () => void,
): Snapshot {
  return { path, bytes, columns, rows, checkpoint, etag: hash, release };
}

function keyOf({ scope, format, view }: WantedSnapshot): string {
  return JSON.stringify([scope.connectionId, scope.layout, format, view?.id ?? null]);
}

const lineFeed = 0x0a;

/** The records that a view shows, in turns with other work of the process. */
async function* shownBatches(batches: AsyncIterable<RecordBatch>, view: SnapshotView): AsyncGenerator<RecordBatch> {
  for await (const { lines } of batches) {
    const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
    const shown: Buffer[] = [];
    let startedAt = performance.now();
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf(lineFeed, start);
      const line = view.line(text.subarray(start, end));
      if (line !== null) shown.push(line);
      start = end + 1;
      if (performance.now() - startedAt < turnMilliseconds) continue;
      await nextTurn();
      startedAt = performance.now();
    }
    yield { lines: joined(shown), count: shown.length };
  }
}

const turnMilliseconds = 10;

function joined(lines: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(lines.reduce((sum, { length }) => sum + length + 1, 0));
  let length = 0;
  for (const line of lines) {
    all.set(line, length);
    length += line.length;
    all[length++] = lineFeed;
  }
  return all;
}

async function until<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  let leave = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

function fileFailure(error: unknown, maxBytes: number): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'FileTooLargeError') {
    return new GatewayError(
      'database_unavailable',
      `The records of the copy do not fit in the ${Math.floor(maxBytes / 1024 ** 2)} MB that this gateway keeps for exports. Ask its operator to raise CONNECTORY_EXPORTS_MB.`,
      { retryable: false, cause: error },
    );
  }
  const isFull = 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  if (!isFull) return error;
  return new GatewayError(
    'database_unavailable',
    'The file of the copy cannot be written, because the disk of the gateway is full. Ask its operator to free space.',
    { retryAfterSeconds: 30, cause: error },
  );
}

function copyChanged(): GatewayError {
  return new GatewayError('store_busy', 'Records were erased from the copy while its file was made. Ask again.', {
    retryAfterSeconds: 1,
  });
}

function closing(): GatewayError {
  return new GatewayError('shutting_down', 'The gateway is closing. Try again in a second.', { retryAfterSeconds: 1 });
}
