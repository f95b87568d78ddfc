import { type Database, openDatabase } from '@connectory/database';
import { aggregateInMemory } from '../../query/aggregate-in-memory.ts';
import type { SearchQuery } from '../../query/condition.ts';
import {
  type ChangeCause,
  type ChangePage,
  type ChangeQuery,
  type ChangeRetention,
  defaultRetention,
  type FeedPosition,
} from '../change-feed.ts';
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
  removedAtOnce,
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
import {
  type CopyScope,
  type CopyState,
  countRecords,
  countUnstamped,
  dropConnection,
  forgetStamps,
  lockState,
  lockStateBefore,
  readCheckpoints,
  rememberedPasses,
  stampPage,
  storeCheckpoint,
  storeState,
  unstampedKeys,
} from './copy-state.ts';
import { EntityCatalog } from './entity-catalog.ts';
import type { EntityTable } from './entity-table.ts';
import {
  addErasures,
  addRemovals,
  addToFeed,
  eraseFromFeed,
  type FeedOrigin,
  forgetFormer,
  readChanges,
  readHead,
} from './feed.ts';
import { type GinSupport, ginSupport, IndexBuilder } from './indexes.ts';
import { readPasses, storePass } from './pass-history.ts';
import { findMentions, readWhole } from './read-whole.ts';
import {
  deleteRecords,
  documentOf,
  documentsOf,
  listRecords,
  storedDigests,
  type WrittenCopy,
  type WrittenRecords,
  writeRecords,
} from './records.ts';
import { aggregate, explain, type SearchSettings, search } from './searches.ts';
import { sharedTables } from './shared-tables.ts';
import { type Runner, run } from './statement.ts';
import { KnownWords } from './words.ts';

/** How a store on PostgreSQL behaves. */
export interface PostgresStoreOptions {
  /** Maximum duration of a search; by default 10 s. */
  readonly searchLimitMilliseconds?: number;
  /** A search without an index counts as a scan if it takes longer than this per 1,000 records found; by default 100 ms. */
  readonly slowSearchMilliseconds?: number;
  /** Number of scans after which a missing index is built; by default 3. */
  readonly scansBeforeIndex?: number;
  /** How long changes are kept; by default `usualRetention`. */
  readonly retention?: ChangeRetention;
  /** Called with each connection whose feed this process extends. */
  readonly onChange?: (connectionId: string) => void;
  /** Called when an index could not be built. */
  readonly onIndexError?: (error: unknown) => void;
}

/** Dependencies of a store: its searches, its indexes, and callbacks. */
interface StoreSettings {
  readonly searches: SearchSettings;
  readonly gin: GinSupport;
  readonly indexes: IndexBuilder;
  readonly onChange: (connectionId: string) => void;
  readonly retention: ChangeRetention;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const oldestServer = 140_000;
/** The database has its own processors, and a pool has at most ten connections. */
const searchTurns = 8;
const maxWriteSeconds = 120;
const nothingYet: FoundPage = { records: [], keys: [], next: null, checkpoint: null };

/**
 * Opens the copies in a PostgreSQL database (version 14 or newer, encoding UTF8) at a `postgres://` URL and creates their tables. Any
 * number of processes may open the same database. Throws an `Error` that explains what to change if the server is unsuitable.
 */
export async function openPostgresStore(
  url: string,
  options: PostgresStoreOptions = {},
): Promise<PostgresContextStore> {
  const { searchLimitMilliseconds = defaultSearchLimit, slowSearchMilliseconds = 100, scansBeforeIndex = 3 } = options;
  const { retention = defaultRetention, onChange = () => {}, onIndexError = () => {} } = options;
  const opened: Database[] = [];
  try {
    // If the server crashes, a page is lost together with its checkpoint and is read again. So no commit, and no live call, waits for the
    // disk.
    const writers = await openDatabase(withOptions(url, { synchronous_commit: 'off' }), {
      maxStatementSeconds: maxWriteSeconds,
    });
    opened.push(writers);
    await checkServer(writers.tables());
    await writers.migrate('context-store', sharedTables);
    // Building an index has no time limit.
    const builders = await openDatabase(url);
    opened.push(builders);
    const gin = await ginSupport(writers.tables());
    const indexes = new IndexBuilder(builders.tables(), gin, scansBeforeIndex, onIndexError);
    // JIT compilation takes longer than almost any search, and the parts of an order must be read one after another.
    const settings = { statement_timeout: searchLimitMilliseconds, jit: 'off', enable_parallel_append: 'off' };
    // The server enforces the time limit; this covers a server that no longer responds.
    const maxStatementSeconds = searchLimitMilliseconds / 1_000 + 5;
    const database = await openDatabase(withOptions(url, settings), { maxStatementSeconds });
    opened.push(database);
    const limits = { timeLimitMilliseconds: searchLimitMilliseconds, slowMilliseconds: slowSearchMilliseconds };
    const searches = { database, indexes, ...limits };
    return new PostgresContextStore(opened, writers, { searches, gin, indexes, onChange, retention });
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
  readonly #closing = new AbortController();

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

  async writePage(scope: StoreScope, page: PageWrite): Promise<PageOutcome> {
    const { records, goneKeys = [], generation, checkpoint } = page;
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
      const hasChanged = await addToFeed(transaction, copy, this.#origin('pass'), changes);
      const removed = await this.#remove(transaction, scope, table, 'pass', goneKeys);
      const count = state.records + outcome.added - removed;
      await storeState(transaction, copy, { generation: newest, records: count }, checkpoint);
      return { ...outcome, removed, feedGrew: hasChanged || removed > 0, incarnation: state.incarnation };
    });
    const { incarnation, newWords, feedGrew, ...outcome } = written;
    this.#knownWords.add(incarnation, newWords);
    if (feedGrew) this.#settings.onChange(scope.connectionId);
    return outcome;
  }

  async endPartition(scope: StoreScope, end: PartitionEnd): Promise<Removal> {
    const removal = await this.#change(scope, async (transaction, table, copy) => {
      const state = await lockStateBefore(transaction, copy, end.checkpoint);
      const query = { ...end, limit: removedAtOnce };
      const keys = await unstampedKeys(transaction, copy, table.name, query, state.generation);
      const removed = await this.#remove(transaction, scope, table, 'pass', keys);
      const finished = removed < removedAtOnce;
      const records = state.records - removed;
      await storeState(transaction, copy, { ...state, records }, finished ? end.checkpoint : end.unfinished);
      return { removed, finished };
    });
    if (removal.removed > 0) this.#settings.onChange(scope.connectionId);
    return removal;
  }

  async unseen(scope: StoreScope, query: UnseenQuery): Promise<UnseenRecords> {
    return this.#change(scope, async (transaction, table, copy) => {
      const { generation } = await lockState(transaction, copy);
      const keys = await unstampedKeys(transaction, copy, table.name, query, generation);
      const count =
        keys.length < query.limit ? keys.length : await countUnstamped(transaction, copy, table.name, query);
      const documents = await documentsOf(transaction, scope, table, keys);
      return { count, records: Array.from(documents, ([key, json]) => ({ key, document: documentOf(json) })) };
    });
  }

  async endPass(scope: StoreScope, ended: EndedPass): Promise<void> {
    const { copy } = await this.#copy(scope);
    await this.#writers.transaction().execute(async (transaction) => {
      await storeCheckpoint(transaction, copy, ended.checkpoint);
      await storePass(transaction, copy, ended);
    });
    await forgetStamps(this.#writers, copy, ended.pass);
  }

  async readPasses({ connectionId, layout }: StoreScope): Promise<readonly StoredValue[]> {
    const [entityId = null] = await this.#catalog.entityIds([layout]);
    return entityId === null ? [] : readPasses(this.#writers, { connectionId: checkedId(connectionId), entityId });
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

  async erase(scope: StoreScope, { keys, formerKeys }: Erasure): Promise<number> {
    const removed = await this.#change(scope, async (transaction, table, copy) => {
      const state = await lockState(transaction, copy);
      const { connectionId } = scope;
      const gone = await forgetFormer(transaction, scope, table, formerKeys);
      await eraseFromFeed(transaction, copy, [...keys, ...gone]);
      const stored = [...(await storedDigests(transaction, table, connectionId, [...new Set(keys)])).keys()];
      await addErasures(transaction, copy, this.#origin('erasure'), stored);
      const count = await deleteRecords(transaction, table, connectionId, stored);
      await storeState(transaction, copy, { ...state, records: state.records - count });
      return count;
    });
    if (removed > 0) this.#settings.onChange(scope.connectionId);
    return removed;
  }

  async findMentions(scope: StoreScope, query: MentionQuery): Promise<MentionPage> {
    const { table } = await this.#copy(scope);
    return findMentions(this.#settings.searches.database.tables(), scope, table, query);
  }

  async readChanges(connectionId: string, query: ChangeQuery): Promise<ChangePage> {
    checkedId(connectionId);
    const ids = await this.#catalog.entityIds(query.layouts);
    const known = query.layouts.filter((_, index) => ids[index] !== null);
    const entities = await Promise.all(
      known.map(async (layout) => ({ layout, table: await this.#catalog.table(layout) })),
    );
    // All statements see the same snapshot.
    const reading = this.#settings.searches.database.tables().transaction().setIsolationLevel('repeatable read');
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

  async readAll<Result>(
    scope: StoreScope,
    read: (copy: WholeCopy) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const { table } = await this.#copy(scope);
    return untilTooLong(maxWholeReadSeconds, [this.#closing.signal, signal], (until) =>
      readWhole(this.#settings.searches.database.tables(), scope, table, read, until),
    );
  }

  async count({ connectionId, layout }: StoreScope): Promise<number> {
    const [count = 0] = await this.counts(connectionId, [layout]);
    return count;
  }

  async counts(connectionId: string, layouts: readonly EntityLayout[]): Promise<readonly number[]> {
    const ids = await this.#catalog.entityIds(layouts);
    const known = ids.flatMap((id) => (id === null ? [] : [id]));
    const counts = await countRecords(this.#writers, checkedId(connectionId), known);
    return ids.map((id) => (id === null ? 0 : (counts.get(id) ?? 0)));
  }

  async search(scope: StoreScope, query: SearchQuery): Promise<FoundPage> {
    // Do not create a table for a copy that does not exist yet.
    if (!this.#catalog.knows(scope.layout) && (await this.readCheckpoint(scope)) === null) return nothingYet;
    const { table } = await this.#copy(scope);
    return search(this.#settings.searches, scope, table, query);
  }

  async aggregate(scope: StoreScope, query: SearchQuery): Promise<FoundAggregate> {
    if (!this.#catalog.knows(scope.layout) && (await this.readCheckpoint(scope)) === null) {
      return { ...aggregateInMemory([], query), checkpoint: null };
    }
    const { table } = await this.#copy(scope);
    return aggregate(this.#settings.searches, scope, table, query);
  }

  async explain(scope: StoreScope, query: SearchQuery): Promise<SearchPlan> {
    const { table } = await this.#copy(scope);
    return explain(this.#settings.searches, scope, table, query);
  }

  async dropConnection(connectionId: string): Promise<void> {
    await dropConnection(this.#writers, checkedId(connectionId));
  }

  /** Resolves when all index builds have finished. */
  async indexesSettled(): Promise<void> {
    await this.#settings.indexes.settled();
  }

  async close(): Promise<void> {
    this.#closing.abort(storeClosing());
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

  #write(
    transaction: Runner,
    copy: WrittenCopy,
    { incarnation }: CopyState,
    records: readonly StoredRecord[],
  ): Promise<WrittenRecords> {
    return writeRecords(transaction, copy, records, (words) => this.#knownWords.missing(incarnation, words));
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
    const stored = [...(await storedDigests(transaction, table, connectionId, keys)).keys()];
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
