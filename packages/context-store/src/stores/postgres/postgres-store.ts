import { type Database, openDatabase } from '@connectory/database';
import type { SearchQuery } from '../../query/condition.ts';
import {
  type ChangeCause,
  type ChangePage,
  type ChangeQuery,
  type ChangeRetention,
  type FeedPosition,
  usualRetention,
} from '../change-feed.ts';
import {
  type ContextStore,
  type FoundPage,
  type PageOutcome,
  type PageWrite,
  type PartitionEnd,
  type RecordChanges,
  type Removal,
  removedAtOnce,
  type SearchPlan,
  type StoredRecord,
  type StoredValue,
  type StoreScope,
} from '../context-store.ts';
import type { EntityLayout } from '../entity-layout.ts';
import { defaultSearchLimit } from '../search-turns.ts';
import {
  type CopySize,
  type CopyState,
  countRecords,
  lockState,
  lockStateBefore,
  readCheckpoints,
  storeCheckpoint,
  storePassEnd,
  storeState,
} from './copy-state.ts';
import { dropConnection } from './drop-connection.ts';
import { EntityCatalog } from './entity-catalog.ts';
import type { EntityTable } from './entity-table.ts';
import { readChanges, readHead } from './feed-reader.ts';
import { addRemovals, addToFeed, type FeedOrigin } from './feed-writer.ts';
import { type GinSupport, ginSupport } from './field-indexes.ts';
import { IndexBuilder } from './index-builder.ts';
import { listRecords } from './list-records.ts';
import { type CopyScope, forgetStamps, rememberedPasses, stampPage, unstampedKeys } from './pass-log.ts';
import { PendingEntries } from './pending-entries.ts';
import { deleteRecords, storedKeys, type WrittenCopy, type WrittenRecords, writeRecords } from './record-writer.ts';
import { type SearchPace, usualPace } from './search-access.ts';
import { explain, type SearchSettings, search } from './search-reader.ts';
import { sharedTables } from './shared-tables.ts';
import { type Runner, run } from './statement.ts';
import { hasOutgrownStatistics, refreshStatistics, unknownRecords } from './statistics.ts';
import { KnownWords } from './vocabulary.ts';

/** How a store on PostgreSQL behaves. */
export interface PostgresStoreOptions {
  /** Maximum duration of a search; by default 10 s. */
  readonly searchLimitMilliseconds?: number;
  /** A search without an index counts as a scan if it takes longer than this per 1,000 records found; by default 100 ms. */
  readonly slowSearchMilliseconds?: number;
  /** When a search by words, parts of texts or values inside JSON switches its strategy; by default `usualPace`. */
  readonly searchPace?: SearchPace;
  /** Number of scans after which a missing index is built; by default 3. */
  readonly scansBeforeIndex?: number;
  /** How long changes are kept; by default `usualRetention`. */
  readonly retention?: ChangeRetention;
  /** Called with each connection whose feed this process extends. */
  readonly onChange?: (connectionId: string) => void;
  /** Called when an index could not be built, or the statistics or pending entries of a table could not be updated. */
  readonly onIndexError?: (error: unknown) => void;
}

/** Dependencies of a store: its search lanes, its indexes, and callbacks. */
interface StoreSettings {
  readonly search: SearchSettings;
  readonly gin: GinSupport;
  readonly indexes: IndexBuilder;
  readonly onUpkeepError: (error: unknown) => void;
  readonly onChange: (connectionId: string) => void;
  readonly retention: ChangeRetention;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const oldestServer = 140_000;
/** The database has its own processors, and a pool has at most ten connections. */
const searchTurns = 8;
const longestWriteSeconds = 120;
/**
 * The best plan depends on the values: an estimate for any value can be wrong by orders of magnitude for a common word or a large
 * connection. Statements that are forced to walk set it to `force_generic_plan`.
 */
const plansEachTime = { plan_cache_mode: 'force_custom_plan' };
const nothingYet: FoundPage = { records: [], next: null, checkpoint: null };

/**
 * Opens the copies in a PostgreSQL database (version 14 or newer, encoding UTF8) at a `postgres://` URL and creates their tables. Any
 * number of processes may open the same database. Throws an `Error` that explains what to change if the server is unsuitable.
 */
export async function openPostgresStore(
  url: string,
  options: PostgresStoreOptions = {},
): Promise<PostgresContextStore> {
  const {
    searchLimitMilliseconds: limit = defaultSearchLimit,
    slowSearchMilliseconds = 100,
    scansBeforeIndex = 3,
  } = options;
  const onUpkeepError = options.onIndexError ?? (() => {});
  const opened: Database[] = [];
  try {
    // If the server crashes, a page is lost together with its checkpoint and is read again. So no commit, and no live call, waits for the
    // disk.
    const writers = await openDatabase(withOptions(url, { synchronous_commit: 'off', ...plansEachTime }), {
      longestStatementSeconds: longestWriteSeconds,
      preparesStatements: true,
    });
    opened.push(writers);
    await checkServer(writers.tables());
    await writers.migrate('context-store', sharedTables);
    // Building an index has no time limit.
    const builders = await openDatabase(url);
    opened.push(builders);
    const gin = await ginSupport(writers.tables());
    const indexes = new IndexBuilder(builders.tables(), gin, scansBeforeIndex, onUpkeepError);
    // JIT compilation takes longer than almost any search.
    const readers = await openDatabase(withOptions(url, { statement_timeout: limit, jit: 'off', ...plansEachTime }), {
      // The server enforces the time limit; this covers a server that no longer responds.
      longestStatementSeconds: limit / 1_000 + 5,
      preparesStatements: true,
    });
    opened.push(readers);
    const search: SearchSettings = {
      database: readers,
      timeLimitMilliseconds: limit,
      slowMilliseconds: slowSearchMilliseconds,
      indexes,
      pace: options.searchPace ?? usualPace,
    };
    const { retention = usualRetention, onChange = () => {} } = options;
    return new PostgresContextStore(opened, writers, { search, gin, indexes, onUpkeepError, onChange, retention });
  } catch (error) {
    await Promise.all(opened.map((database) => database.close()));
    throw error;
  }
}

/** The copies in one PostgreSQL database. Connection IDs are lower-case UUIDs; other values throw a `TypeError`. */
export class PostgresContextStore implements ContextStore {
  readonly searchTurns = searchTurns;
  readonly #databases: readonly Database[];
  readonly #writers: Runner;
  readonly #settings: StoreSettings;
  readonly #catalog: EntityCatalog;
  readonly #knownWords = new KnownWords();
  readonly #pendingEntries = new PendingEntries();

  /** Use `openPostgresStore`. */
  constructor(databases: readonly Database[], writers: Database, settings: StoreSettings) {
    this.#databases = databases;
    this.#writers = writers.tables();
    this.#settings = settings;
    this.#catalog = new EntityCatalog(this.#writers, settings.gin);
  }

  async prepare(scope: StoreScope): Promise<void> {
    await this.#copy(scope);
  }

  async writePage(scope: StoreScope, { records, generation, checkpoint }: PageWrite): Promise<PageOutcome> {
    const written = await this.#change(scope, async (transaction, table, copy) => {
      const state = await lockStateBefore(transaction, copy, checkpoint);
      const { changes, ...outcome } = await this.#write(
        transaction,
        { table, copy, layout: scope.layout },
        state,
        records,
      );
      if (generation > Math.max(state.generation, rememberedPasses))
        await forgetStamps(transaction, copy, generation - rememberedPasses);
      await stampPage(transaction, copy, generation, [...new Set(records.map(({ key }) => key))]);
      const newest = Math.max(state.generation, generation);
      const count = state.records + outcome.added;
      await storeState(transaction, copy, { generation: newest, records: count }, checkpoint);
      const feedGrew = await addToFeed(transaction, copy, this.#origin('pass'), changes);
      return { ...outcome, feedGrew, state: { ...state, records: count } };
    });
    const { state, newWords, feedGrew, ...outcome } = written;
    this.#knownWords.add(state.incarnation, newWords);
    if (feedGrew) this.#settings.onChange(scope.connectionId);
    await this.#refreshStatistics(scope, state, unknownRecords.duringPass);
    return outcome;
  }

  async endPartition(scope: StoreScope, end: PartitionEnd): Promise<Removal> {
    const removal = await this.#change(scope, async (transaction, table, copy) => {
      const state = await lockStateBefore(transaction, copy, end.checkpoint);
      const keys = await unstampedKeys(transaction, copy, table.name, end, state.generation);
      const removed = await this.#remove(transaction, scope, table, 'pass', keys);
      const finished = removed < removedAtOnce;
      const records = state.records - removed;
      await storeState(transaction, copy, { ...state, records }, finished ? end.checkpoint : end.unfinished);
      return { removed, finished };
    });
    if (removal.removed > 0) this.#settings.onChange(scope.connectionId);
    return removal;
  }

  async endPass(scope: StoreScope, generation: number, checkpoint: StoredValue): Promise<void> {
    const { table, copy } = await this.#copy(scope);
    const size = await storePassEnd(this.#writers, copy, generation, checkpoint);
    await this.#refreshStatistics(scope, size, unknownRecords.afterPass);
    // The pass has ended even if this fails.
    await this.#pendingEntries.merge(this.#writers, table).catch(this.#settings.onUpkeepError);
    this.#settings.indexes.renewWordIndex(table);
  }

  async apply(scope: StoreScope, { upserts, deletedKeys, generation, cause }: RecordChanges): Promise<void> {
    const feedGrew = await this.#change(scope, async (transaction, table, copy) => {
      const state = await lockState(transaction, copy);
      const { added, changes } = await this.#write(transaction, { table, copy, layout: scope.layout }, state, upserts);
      for (const key of new Set(upserts.map(({ key }) => key))) await stampPage(transaction, copy, generation, [key]);
      const hasChanged = await addToFeed(transaction, copy, this.#origin(cause), changes);
      const removed = await this.#remove(transaction, scope, table, cause, deletedKeys);
      await storeState(transaction, copy, { ...state, records: state.records + added - removed });
      return hasChanged || removed > 0;
    });
    if (feedGrew) this.#settings.onChange(scope.connectionId);
  }

  async readChanges(connectionId: string, query: ChangeQuery): Promise<ChangePage> {
    checkedId(connectionId);
    const ids = await this.#catalog.entityIds(query.layouts);
    const known = query.layouts.filter((_, index) => ids[index] !== null);
    const entities = await Promise.all(
      known.map(async (layout) => ({ layout, table: await this.#catalog.table(layout) })),
    );
    // All statements see the same snapshot.
    const reading = this.#settings.search.database.tables().transaction().setIsolationLevel('repeatable read');
    return reading.execute((transaction) => readChanges(transaction, connectionId, entities, query));
  }

  async feedHead(connectionId: string): Promise<FeedPosition> {
    return readHead(this.#writers, checkedId(connectionId));
  }

  async readCheckpoint(scope: StoreScope): Promise<StoredValue | null> {
    const [checkpoint = null] = await this.readCheckpoints(scope.connectionId, [scope.layout]);
    return checkpoint;
  }

  async readCheckpoints(
    connectionId: string,
    layouts: readonly EntityLayout[],
  ): Promise<readonly (StoredValue | null)[]> {
    const ids = await this.#catalog.entityIds(layouts);
    const known = ids.flatMap((id) => (id === null ? [] : [id]));
    const checkpoints = await readCheckpoints(this.#writers, checkedId(connectionId), known);
    return ids.map((id) => (id === null ? null : (checkpoints.get(id) ?? null)));
  }

  async writeCheckpoint(scope: StoreScope, checkpoint: StoredValue): Promise<void> {
    const { copy } = await this.#copy(scope);
    await storeCheckpoint(this.#writers, copy, checkpoint);
  }

  async listRecords(scope: StoreScope, afterKey: string | null, limit: number): Promise<readonly StoredRecord[]> {
    const { table } = await this.#copy(scope);
    return listRecords(this.#writers, scope, table, afterKey, limit);
  }

  async count(scope: StoreScope): Promise<number> {
    const { copy } = await this.#copy(scope);
    return countRecords(this.#writers, copy);
  }

  async search(scope: StoreScope, query: SearchQuery): Promise<FoundPage> {
    // Do not create a table for a copy that does not exist yet.
    if (!this.#catalog.knows(scope.layout) && (await this.readCheckpoint(scope)) === null) return nothingYet;
    const { table } = await this.#copy(scope);
    return search(this.#settings.search, scope, table, query);
  }

  async explain(scope: StoreScope, query: SearchQuery): Promise<SearchPlan> {
    const { table } = await this.#copy(scope);
    return explain(this.#settings.search, scope, table, query);
  }

  async dropConnection(connectionId: string): Promise<void> {
    await dropConnection(this.#writers, checkedId(connectionId));
  }

  /** Resolves when all index builds have finished. */
  async indexesSettled(): Promise<void> {
    await this.#settings.indexes.settled();
  }

  async close(): Promise<void> {
    await this.#settings.indexes.close();
    await Promise.all(this.#databases.map((database) => database.close()));
  }

  async #copy({
    connectionId,
    layout,
  }: StoreScope): Promise<{ readonly table: EntityTable; readonly copy: CopyScope }> {
    const table = await this.#catalog.table(layout);
    return { table, copy: { connectionId: checkedId(connectionId), entityId: table.entityId } };
  }

  // What was written before is committed even if this fails.
  async #refreshStatistics(scope: StoreScope, size: CopySize, unknown: number): Promise<void> {
    if (!hasOutgrownStatistics(size, unknown)) return;
    const { table, copy } = await this.#copy(scope);
    await refreshStatistics(this.#writers, table, copy, size.records).catch(this.#settings.onUpkeepError);
  }

  async #write(
    transaction: Runner,
    copy: Omit<WrittenCopy, 'isNew'>,
    { incarnation, records: known }: CopyState,
    records: readonly StoredRecord[],
  ): Promise<WrittenRecords> {
    const written = await writeRecords(transaction, { ...copy, isNew: known === 0 }, records, (words) =>
      this.#knownWords.missing(incarnation, words),
    );
    if (written.changes.length > 0) this.#pendingEntries.add(copy.table);
    return written;
  }

  // Only existing records are removed and reported.
  async #remove(
    transaction: Runner,
    scope: StoreScope,
    table: EntityTable,
    cause: ChangeCause,
    keys: readonly string[],
  ): Promise<number> {
    const { connectionId } = scope;
    const stored = await storedKeys(transaction, table, connectionId, keys);
    await addRemovals(transaction, scope, table, this.#origin(cause), stored);
    return deleteRecords(transaction, table, connectionId, stored);
  }

  #origin(cause: ChangeCause): FeedOrigin {
    return { cause, retention: this.#settings.retention };
  }

  async #change<Result>(
    scope: StoreScope,
    change: (transaction: Runner, table: EntityTable, copy: CopyScope) => Promise<Result>,
  ): Promise<Result> {
    const { table, copy } = await this.#copy(scope);
    return this.#writers.transaction().execute((transaction) => change(transaction, table, copy));
  }
}

function checkedId(connectionId: string): string {
  if (!uuid.test(connectionId)) throw new TypeError('A connection id must be a UUID in lower case.');
  return connectionId;
}

function withOptions(url: string, settings: Readonly<Record<string, string | number>>): string {
  const changed = new URL(url);
  const given = changed.searchParams.get('options') ?? '';
  const added = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  changed.searchParams.set('options', [given, ...added].join(' ').trim());
  return changed.href;
}

async function checkServer(runner: Runner): Promise<void> {
  const [server] = await run<{ version: number; encoding: string }>(
    runner,
    `select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding`,
    [],
  );
  if (server === undefined || server.version < oldestServer) {
    throw new Error('The context store needs PostgreSQL 14 or newer. Upgrade the server.');
  }
  if (server.encoding !== 'UTF8') {
    throw new Error(`The context store needs a database with encoding UTF8, not ${server.encoding}. Create one.`);
  }
}
