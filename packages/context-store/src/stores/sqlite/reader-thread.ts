import { parseExactly, writeExactly } from '@connectory/exact-json';
import type { SearchQuery } from '../../query/condition.ts';
import { emptyFeed, noChanges } from '../change-feed.ts';
import type { SearchPlan, StoredRecord } from '../context-store.ts';
import type { EntityLayout } from '../entity-layout.ts';
import { quickMilliseconds } from '../search-lanes.ts';
import type { ConnectionFile, FileUse } from './connection-file.ts';
import { ConnectionFiles } from './connection-files.ts';
import { Deadline } from './deadline.ts';
import { type EntityTable, type IndexTarget, readEntityTable, targetKey } from './entity-table.ts';
import { readChanges, readHead } from './feed-reader.ts';
import { identifier, sql } from './fragment.ts';
import { type SearchPace, SearchRun, usualPace } from './search-run.ts';
import { shortPage } from './short-page.ts';
import { TextMatchers } from './text-matchers.ts';
import type { AnswerOf, CheckedPage, IndexNeeds, JobOf, ReadJobs, SearchAsk } from './thread-jobs.ts';
import { NearWords } from './vocabulary.ts';

type Answer = AnswerOf<ReadJobs, keyof ReadJobs>;

/** State of one open file in this thread. */
interface FileState {
  /** Grows with each change of the file's tables. */
  readonly schemaVersion: number;
  readonly matchers: TextMatchers;
  readonly deadline: Deadline;
  readonly nearWords: Map<string, NearWords>;
  readonly entities: WeakMap<EntityLayout, EntityState>;
}

/** The tables and the checkpoint of an entity in one version of its file. */
interface EntityState {
  readonly version: number;
  readonly table: EntityTable;
  readonly checkpoint: string | null;
}

/** Options of reading. */
export interface ReaderSettings {
  readonly directory: string;
  readonly searchLimitMilliseconds: number;
  /** Purpose of opening the files; by default reading. */
  readonly use?: Exclude<FileUse, 'write'>;
  /** Shared count of open files of a pool's threads; by default this thread is alone. */
  readonly openFiles?: Int32Array;
}

const emptyPlan: SearchPlan = { dialect: 'sqlite', sql: '', steps: [], scans: false };
const noNeeds: IndexNeeds = { missing: [], visited: 0 };

/** Serves reads, each on a consistent snapshot of its file. Missing files and entities are treated as empty. */
export class ReaderThread {
  readonly #files: ConnectionFiles;
  readonly #use: ReaderSettings['use'];
  readonly #searchLimitMilliseconds: number;
  readonly #pace: SearchPace;
  readonly #states = new WeakMap<ConnectionFile, FileState>();

  /** `pace` is set only in tests. */
  constructor(
    { directory, searchLimitMilliseconds, use = 'read', openFiles }: ReaderSettings,
    pace: SearchPace = usualPace,
  ) {
    this.#pace = pace;
    this.#use = use;
    this.#files = new ConnectionFiles(directory, use, openFiles);
    this.#searchLimitMilliseconds = searchLimitMilliseconds;
  }

  run(job: JobOf<ReadJobs>, layout: EntityLayout): Answer {
    const file = this.#files.open(job.scope.connectionId);
    if (file === null) return emptyAnswer(job);
    return file.reading(() => {
      if (job.kind === 'checkpoints') return checkpoints(file, job.asks.entities);
      if (job.kind === 'changes') return writeExactly(readChanges(file, job.asks));
      if (job.kind === 'head') return readHead(file);
      const entity = this.#entity(file, layout);
      return entity === null ? emptyAnswer(job) : this.#answer(job, file, entity);
    });
  }

  /**
   * Runs a short lookup in an open file; returns null for any other search. Throws if the tables of the file have changed since it was
   * opened.
   */
  lookUp(connectionId: string, query: SearchQuery, layout: EntityLayout): CheckedPage | null {
    const file = this.#files.opened(connectionId);
    if (file === null) return null;
    const known = this.#state(file).entities.get(layout);
    const found = known === undefined ? null : lookUpIn(file, known, query);
    if (found !== null) return found;
    const entity = file.reading(() => this.#entity(file, layout));
    return entity === null || entity === known ? null : lookUpIn(file, entity, query);
  }

  /** Opens the file of a connection, unless there is none. */
  open(connectionId: string): void {
    const file = this.#files.open(connectionId);
    if (file === null) return;
    this.#state(file);
    // Reads the schema now, which takes many times as long as a lookup.
    file.row(sql`SELECT count(*) FROM sqlite_schema`);
  }

  /** Whether the file of a connection is open. */
  hasOpen(connectionId: string): boolean {
    return this.#files.has(connectionId);
  }

  /** Closes the file of a connection. */
  forget(connectionId: string): void {
    this.#files.forget(connectionId);
  }

  /** Closes the files. */
  close(): void {
    this.#files.close();
  }

  #answer(
    job: Exclude<JobOf<ReadJobs>, { kind: 'checkpoints' | 'changes' | 'head' }>,
    file: ConnectionFile,
    entity: EntityState,
  ): Answer {
    const { table, checkpoint } = entity;
    switch (job.kind) {
      case 'search': {
        const { page, missing, visited } = this.#searchRun(file, entity, job.asks).run();
        return { page, checkpoint, ...needs(table, missing, visited) };
      }
      case 'explain': {
        const { plan, missing, visited } = this.#searchRun(file, entity, job.asks).explain();
        return { plan, ...needs(table, missing, visited) };
      }
      case 'list':
        return list(file, table, job.asks.afterKey, job.asks.limit);
      case 'count':
        return file.number(sql`SELECT count(*) FROM ${identifier(table.stamps)}`);
    }
  }

  // Cached, because reading it costs as much as a short search.
  #entity(file: ConnectionFile, layout: EntityLayout): EntityState | null {
    const { entities, schemaVersion } = this.#state(file);
    const version = file.dataVersion;
    const known = entities.get(layout);
    if (known?.version === version) return known;
    // A lookup does not wait for the whole schema to be read again.
    if (this.#use === 'look-up' && schemaVersion !== schemaVersionOf(file)) throw new Error('The tables have changed.');
    const table = readEntityTable(file, layout);
    if (table === null) return null;
    const [stored] = file.row(sql`SELECT checkpoint FROM connectory_entities WHERE name = ${layout.entity}`) ?? [];
    const entity: EntityState = { version, table, checkpoint: typeof stored === 'string' ? stored : null };
    entities.set(layout, entity);
    return entity;
  }

  #searchRun(file: ConnectionFile, entity: EntityState, { query, lane }: SearchAsk): SearchRun {
    const { matchers, deadline, nearWords } = this.#state(file);
    const limit = this.#searchLimitMilliseconds;
    deadline.start(lane === 'quick' ? Math.min(quickMilliseconds, limit) : limit);
    const near = nearWordsOf(file, entity, nearWords, deadline);
    return new SearchRun({ file, table: entity.table, matchers, deadline, near, pace: this.#pace }, query);
  }

  #state(file: ConnectionFile): FileState {
    const known = this.#states.get(file);
    if (known !== undefined) return known;
    const deadline = new Deadline(file);
    const state: FileState = {
      schemaVersion: schemaVersionOf(file),
      matchers: new TextMatchers(file, deadline),
      deadline,
      nearWords: new Map(),
      entities: new WeakMap(),
    };
    this.#states.set(file, state);
    return state;
  }
}

// If nothing was committed in between, the page and the checkpoint are consistent. A transaction would add half the cost of the lookup.
function lookUpIn(
  file: ConnectionFile,
  { version, table, checkpoint }: EntityState,
  query: SearchQuery,
): CheckedPage | null {
  const page = shortPage(query, file, table);
  return page === null || file.dataVersion !== version ? null : { page, checkpoint };
}

function schemaVersionOf(file: ConnectionFile): number {
  return file.number(sql`PRAGMA schema_version`);
}

function emptyAnswer(job: JobOf<ReadJobs>): Answer {
  switch (job.kind) {
    case 'search':
      return { page: { records: [], next: null }, checkpoint: null, ...noNeeds };
    case 'explain':
      return { plan: emptyPlan, ...noNeeds };
    case 'list':
      return '[]';
    case 'count':
      return 0;
    case 'checkpoints':
      return job.asks.entities.map(() => null);
    case 'changes':
      return writeExactly(noChanges);
    case 'head':
      return emptyFeed;
  }
}

function checkpoints(file: ConnectionFile, entities: readonly string[]): readonly (string | null)[] {
  if (!file.isSetUp) return entities.map(() => null);
  const rows = file.rows(sql`SELECT name, checkpoint FROM connectory_entities`);
  const known = new Map(rows.map(([name, checkpoint]) => [name, checkpoint]));
  return entities.map((entity) => {
    const checkpoint = known.get(entity);
    return typeof checkpoint === 'string' ? checkpoint : null;
  });
}

function needs(table: EntityTable, missing: readonly IndexTarget[], visited: number): IndexNeeds {
  return {
    missing: missing.map((target) => ({ ...target, isPlanned: table.indexes.has(targetKey(target)) })),
    visited,
  };
}

// Most searches need no vocabulary, so it is read on demand.
function nearWordsOf(
  file: ConnectionFile,
  { version, table: { vocabulary } }: EntityState,
  all: Map<string, NearWords>,
  deadline: Deadline,
) {
  return (word: string): readonly string[] => {
    const known = all.get(vocabulary) ?? new NearWords();
    all.set(vocabulary, known);
    known.refresh(file, vocabulary, version, deadline);
    deadline.check();
    return known.near(word);
  };
}

function list(file: ConnectionFile, { records }: EntityTable, afterKey: string | null, limit: number): string {
  const where = afterKey === null ? sql`` : sql`WHERE key > ${afterKey}`;
  const rows = file.rows(
    sql`SELECT key, json(document) FROM ${identifier(records)} ${where} ORDER BY key LIMIT ${limit}`,
  );
  return writeExactly(
    rows.map(([key, json]): StoredRecord => ({ key: String(key), document: withoutNulls(String(json)) })),
  );
}

function withoutNulls(json: string): StoredRecord['document'] {
  const document = parseExactly(json) as StoredRecord['document'];
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null));
}
