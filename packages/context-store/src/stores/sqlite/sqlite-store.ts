import { availableParallelism } from 'node:os';
import { parseExactly, writeExactly } from '@connectory/exact-json';
import type { SearchQuery } from '../../query/condition.ts';
import {
  type ChangePage,
  type ChangeQuery,
  type ChangeRetention,
  defaultRetention,
  type FeedPosition,
} from '../change-feed.ts';
import { revisionOf } from '../checkpoint-revision.ts';
import {
  type ContextStore,
  type EndedPass,
  type Erasure,
  type FoundAggregate,
  type FoundPage,
  type MentionPage,
  type MentionQuery,
  maxWholeReadSeconds,
  type PageOutcome,
  type PageWrite,
  type PartitionEnd,
  type RecordChanges,
  type Removal,
  type SearchPlan,
  type StoredRecord,
  type StoredValue,
  type StoreScope,
  type UnseenQuery,
  type UnseenRecords,
  type WholeCopy,
} from '../context-store.ts';
import type { EntityLayout } from '../entity-layout.ts';
import { defaultSearchLimit, storeClosing } from '../search-turns.ts';
import { untilTooLong } from '../whole-read-limit.ts';
import { checkedConnectionId } from './connection-file.ts';
import { entityNames } from './entity-table.ts';
import { IndexScheduler } from './index-scheduler.ts';
import { readWhole } from './read-whole.ts';
import type { JobOf, JobScope, NextCheckpoint, ReadJobs, ResultOf, ThreadSettings, WriteJobs } from './thread-jobs.ts';
import { ThreadPool } from './thread-pool.ts';

/** How a store on SQLite behaves. */
export interface SqliteStoreOptions {
  /** Maximum duration of a search; by default 10 s. */
  readonly searchLimitMilliseconds?: number;
  /** Duration from which a search that lacks an index counts as slow; by default 100 ms. */
  readonly slowSearchMilliseconds?: number;
  /** Number of slow searches after which a missing index is built; by default 3. */
  readonly scansBeforeIndex?: number;
  /** How long writes to an entity must pause before its first indexes are built, unless a search needs them; by default 10 s. */
  readonly idleMilliseconds?: number;
  /** How long changes are kept; by default `usualRetention`. */
  readonly retention?: ChangeRetention;
  /** Called with each connection whose feed this process extends. */
  readonly onChange?: (connectionId: string) => void;
  /** Called when an index could not be built. */
  readonly onIndexError?: (error: unknown) => void;
}

const graceMilliseconds = 2_000;
const maxWaiting = 10_000;
const threadIdleMilliseconds = 60_000;
/** More do not help, because they read the same files. */
const maxSearches = 8;
const noLayout = '{"connector":"","entity":"","fields":[]}';

/**
 * Opens the copies in a directory: one SQLite file per connection, `<connection id>.sqlite`. The directory is created with the first file.
 * Several processes may open the same directory.
 */
export function openSqliteStore(directory: string, options: SqliteStoreOptions = {}): SqliteContextStore {
  return new SqliteContextStore(directory, options);
}

/**
 * The copies in one directory. Reads and writes run in separate threads, so that the event loop does not wait for the disk. Connection IDs
 * are lower-case UUIDs; other values throw a `TypeError`.
 */
export class SqliteContextStore implements ContextStore {
  readonly searchTurns = Math.min(maxSearches, Math.max(4, availableParallelism()));
  readonly #readers: ThreadPool<ReadJobs>;
  readonly #writer: ThreadPool<WriteJobs>;
  readonly #indexes: IndexScheduler;
  readonly #onChange: (connectionId: string) => void;
  readonly #layouts = new WeakMap<EntityLayout, string>();
  readonly #directory: string;
  readonly #wholeReads = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  /** Use `openSqliteStore`. */
  constructor(directory: string, options: SqliteStoreOptions) {
    const { searchLimitMilliseconds = defaultSearchLimit } = options;
    const { retention = defaultRetention, onChange = () => {} } = options;
    this.#onChange = onChange;
    this.#directory = directory;
    const settings: Omit<ThreadSettings, 'role' | 'openFiles'> = { directory, searchLimitMilliseconds, retention };
    // Resolved as an export of this package, so that it is found both in the sources and in the published package.
    const module = new URL(import.meta.resolve('@connectory/context-store/sqlite-worker'));
    this.#readers = new ThreadPool({
      module,
      // The further one serves short jobs while all searches are slow.
      threads: this.searchTurns + 1,
      short: { kinds: ['checkpoints', 'list', 'counts', 'changes', 'head', 'passes'], max: 2 },
      settings: { ...settings, role: 'reader' },
      maxWaiting,
      idleMilliseconds: threadIdleMilliseconds,
      jobLimitMilliseconds: searchLimitMilliseconds + graceMilliseconds,
      retries: 1,
    });
    this.#writer = new ThreadPool({
      module,
      threads: 1,
      settings: { ...settings, role: 'writer' },
      maxWaiting,
      idleMilliseconds: threadIdleMilliseconds,
      jobLimitMilliseconds: null,
      retries: 0,
    });
    this.#indexes = new IndexScheduler({
      build: (scope, wanted) => this.#writer.run({ kind: 'build', scope, params: { wanted } }),
      slowSearchMilliseconds: options.slowSearchMilliseconds ?? 100,
      scansBeforeIndex: options.scansBeforeIndex ?? 3,
      idleMilliseconds: options.idleMilliseconds ?? 10_000,
      onError: options.onIndexError ?? (() => {}),
    });
  }

  async prepare(scope: StoreScope): Promise<void> {
    await this.#write(scope, 'prepare', {});
  }

  async writePage(scope: StoreScope, written: PageWrite): Promise<PageOutcome> {
    const { records, goneKeys = [], generation, checkpoint } = written;
    const page = { ...next(checkpoint), records: writeExactly(records), goneKeys, generation };
    return (await this.#write(scope, 'writePage', page)).outcome;
  }

  async endPartition(scope: StoreScope, end: PartitionEnd): Promise<Removal> {
    const { range, generation, checkpoint, unfinished } = end;
    const params = { ...next(checkpoint), range, generation, unfinished: JSON.stringify(unfinished) };
    const { removed, finished } = await this.#write(scope, 'endPartition', params);
    return { removed, finished };
  }

  async unseen(scope: StoreScope, query: UnseenQuery): Promise<UnseenRecords> {
    const { count, records } = await this.#read(scope, 'unseen', query);
    return { count, records: parseExactly(records) as readonly StoredRecord[] };
  }

  // A stamp is stored with its record, so there are none to delete.
  async endPass(scope: StoreScope, { pass, checkpoint, summary }: EndedPass): Promise<void> {
    const params = { ...next(checkpoint), pass, summary: writeExactly(summary) };
    this.#indexes.passed(this.#jobScope(scope), await this.#write(scope, 'endPass', params));
  }

  async readPasses(scope: StoreScope): Promise<readonly StoredValue[]> {
    return parseExactly(await this.#read(scope, 'passes', {})) as readonly StoredValue[];
  }

  async apply(scope: StoreScope, { upserts, ...changes }: RecordChanges): Promise<void> {
    await this.#write(scope, 'apply', { ...changes, upserts: writeExactly(upserts) });
  }

  async erase(scope: StoreScope, erasure: Erasure): Promise<number> {
    return (await this.#write(scope, 'erase', erasure)).removed;
  }

  async findMentions(scope: StoreScope, query: MentionQuery): Promise<MentionPage> {
    const { records, ...page } = await this.#read(scope, 'mentions', query);
    return { ...page, records: parseExactly(records) as readonly StoredRecord[] };
  }

  async readChanges(connectionId: string, { layouts, from, limit }: ChangeQuery): Promise<ChangePage> {
    const params = { from, limit, entities: layouts.map(({ entity }) => entity) };
    const scope = wholeFile(connectionId);
    return parseExactly(await this.#readers.run<'changes'>({ kind: 'changes', scope, params })) as ChangePage;
  }

  async feedHead(connectionId: string): Promise<FeedPosition> {
    return this.#readers.run<'head'>({ kind: 'head', scope: wholeFile(connectionId), params: {} });
  }

  async readCheckpoint(scope: StoreScope): Promise<StoredValue | null> {
    const [checkpoint = null] = await this.readCheckpoints(scope.connectionId, [scope.layout]);
    return checkpoint;
  }

  async readCheckpoints(
    connectionId: string,
    layouts: readonly EntityLayout[],
  ): Promise<readonly (StoredValue | null)[]> {
    const scope = wholeFile(connectionId);
    const entities = layouts.map(({ entity }) => entity);
    const texts = await this.#readers.run<'checkpoints'>({ kind: 'checkpoints', scope, params: { entities } });
    return texts.map(checkpointOf);
  }

  async writeCheckpoint(scope: StoreScope, checkpoint: StoredValue): Promise<void> {
    const job = {
      kind: 'writeCheckpoint',
      scope: this.#jobScope(scope),
      params: next(checkpoint),
    };
    await this.#writer.run(job as JobOf<WriteJobs, 'writeCheckpoint'>);
  }

  async listRecords(scope: StoreScope, afterKey: string | null, limit: number): Promise<readonly StoredRecord[]> {
    return parseExactly(await this.#read(scope, 'list', { afterKey, limit })) as readonly StoredRecord[];
  }

  async readAll<Result>(
    { connectionId, layout }: StoreScope,
    read: (copy: WholeCopy) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const request = { directory: this.#directory, connectionId: checkedConnectionId(connectionId), layout };
    const reading = untilTooLong(maxWholeReadSeconds, [this.#closing.signal, signal], (until) =>
      readWhole(request, read, until),
    );
    this.#wholeReads.add(reading);
    try {
      return await reading;
    } finally {
      this.#wholeReads.delete(reading);
    }
  }

  async count({ connectionId, layout }: StoreScope): Promise<number> {
    const [count = 0] = await this.counts(connectionId, [layout]);
    return count;
  }

  async counts(connectionId: string, layouts: readonly EntityLayout[]): Promise<readonly number[]> {
    const params = { entities: layouts.map(({ entity }) => entity) };
    return this.#readers.run<'counts'>({ kind: 'counts', scope: wholeFile(connectionId), params });
  }

  async search(scope: StoreScope, query: SearchQuery): Promise<FoundPage> {
    const { page, checkpoint, ...needs } = await this.#read(scope, 'search', { query });
    this.#indexes.searched(this.#jobScope(scope), needs);
    return { ...page, checkpoint: checkpointOf(checkpoint) };
  }

  async aggregate(scope: StoreScope, query: SearchQuery): Promise<FoundAggregate> {
    const { page, checkpoint, ...needs } = await this.#read(scope, 'aggregate', { query });
    this.#indexes.searched(this.#jobScope(scope), needs);
    return { ...page, checkpoint: checkpointOf(checkpoint) };
  }

  async explain(scope: StoreScope, query: SearchQuery): Promise<SearchPlan> {
    const { plan, ...needs } = await this.#read(scope, 'explain', { query });
    this.#indexes.searched(this.#jobScope(scope), needs);
    return plan;
  }

  async dropConnection(connectionId: string): Promise<void> {
    const scope = wholeFile(connectionId);
    await this.#writer.run({ kind: 'drop', scope, params: {} });
  }

  /** Resolves when all indexes are built. */
  async indexesSettled(): Promise<void> {
    await this.#indexes.settled();
  }

  async close(): Promise<void> {
    this.#indexes.close();
    this.#closing.abort(storeClosing());
    await Promise.all([this.#readers.close(), this.#writer.close(), Promise.allSettled(this.#wholeReads)]);
  }

  #read<Kind extends keyof ReadJobs>(
    scope: StoreScope,
    kind: Kind,
    params: ReadJobs[Kind]['params'],
  ): Promise<ResultOf<ReadJobs, Kind>> {
    return this.#readers.run<Kind>({ kind, scope: this.#jobScope(scope), params } as JobOf<ReadJobs, Kind>);
  }

  async #write<Kind extends 'prepare' | 'writePage' | 'endPartition' | 'endPass' | 'apply' | 'erase'>(
    scope: StoreScope,
    kind: Kind,
    params: WriteJobs[Kind]['params'],
  ): Promise<WriteJobs[Kind]['result']> {
    const jobScope = this.#jobScope(scope);
    const result = await this.#writer.run({ kind, scope: jobScope, params } as JobOf<WriteJobs, Kind>);
    const needs = result as WriteJobs[Kind]['result'];
    this.#indexes.written(jobScope, needs);
    if ('feedGrew' in needs && needs.feedGrew) this.#onChange(scope.connectionId);
    return needs;
  }

  #jobScope({ connectionId, layout }: StoreScope): JobScope {
    entityNames(layout.entity);
    const text = this.#layouts.get(layout) ?? JSON.stringify(layout);
    this.#layouts.set(layout, text);
    return { connectionId: checkedConnectionId(connectionId), entity: layout.entity, layout: text };
  }
}

// The scope of a job that concerns a whole file.
function wholeFile(connectionId: string): JobScope {
  return { connectionId: checkedConnectionId(connectionId), entity: '', layout: noLayout };
}

function checkpointOf(text: string | null): StoredValue | null {
  return text === null ? null : (parseExactly(text) as StoredValue);
}

function next(checkpoint: StoredValue): NextCheckpoint {
  return { checkpoint: writeExactly(checkpoint), revision: revisionOf(checkpoint) };
}
