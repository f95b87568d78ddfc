import { parseExactly, writeExactly } from '@connectory/exact-json';
import { aggregateInMemory } from '../../query/aggregate-in-memory.ts';
import type { SearchQuery } from '../../query/condition.ts';
import { emptyFeed, noChanges } from '../change-feed.ts';
import type { MentionQuery, SearchPlan, StoredRecord, UnseenQuery } from '../context-store.ts';
import type { EntityLayout } from '../entity-layout.ts';
import { mentionFilter } from '../mention-filter.ts';
import { type AggregateResult, addAggregateFunctions, aggregate } from './aggregate.ts';
import { TextMatchers } from './conditions.ts';
import { type ConnectionFile, ConnectionFiles } from './connection-file.ts';
import { Deadline } from './deadline.ts';
import { type EntityTable, entityNames, type IndexTarget, readEntityTable, targetKey } from './entity-table.ts';
import { readChanges, readHead } from './feed.ts';
import { identifier, sql } from './fragment.ts';
import { type SearchContext, type SearchResult, search } from './search.ts';
import type { IndexNeeds, JobOf, ReadJobs, ResultOf, ThreadSettings } from './thread-jobs.ts';
import { NearWords } from './vocabulary.ts';

type Result = ResultOf<ReadJobs, keyof ReadJobs>;

/** State of one open file in this thread. */
interface FileState {
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

type WithNeeds<Found> = Found & { readonly needs: IndexNeeds };

const emptyPlan: SearchPlan = { dialect: 'sqlite', sql: '', steps: [], scans: false };
const noNeeds: IndexNeeds = { missing: [], milliseconds: 0 };

/** Serves reads, each on a consistent snapshot of its file. Missing files and entities are treated as empty. */
export class ReaderThread {
  readonly #files: ConnectionFiles;
  readonly #searchLimitMilliseconds: number;
  readonly #states = new WeakMap<ConnectionFile, FileState>();

  constructor({ directory, searchLimitMilliseconds, openFiles }: ThreadSettings) {
    this.#files = new ConnectionFiles(directory, 'read', openFiles);
    this.#searchLimitMilliseconds = searchLimitMilliseconds;
  }

  run(job: JobOf<ReadJobs>, layout: EntityLayout): Result {
    const file = this.#files.open(job.scope.connectionId);
    if (file === null) return emptyResult(job);
    return file.reading(() => {
      if (job.kind === 'checkpoints') return checkpoints(file, job.params.entities);
      if (job.kind === 'counts') return counts(file, job.params.entities);
      if (job.kind === 'passes') return passes(file, job.scope.entity);
      if (job.kind === 'changes') return writeExactly(readChanges(file, job.params));
      if (job.kind === 'head') return readHead(file);
      const entity = this.#entity(file, layout);
      return entity === null ? emptyResult(job) : this.#result(job, file, entity);
    });
  }

  /** Closes the files. */
  close(): void {
    this.#files.close();
  }

  #result(
    job: Exclude<JobOf<ReadJobs>, { kind: 'checkpoints' | 'counts' | 'passes' | 'changes' | 'head' }>,
    file: ConnectionFile,
    entity: EntityState,
  ): Result {
    const { table, checkpoint } = entity;
    switch (job.kind) {
      case 'search': {
        const { page, needs } = this.#search(file, entity, job.params.query);
        return { page, checkpoint, ...needs };
      }
      case 'aggregate': {
        const { page, needs } = this.#aggregate(file, entity, job.params.query);
        return { page, checkpoint, ...needs };
      }
      case 'explain': {
        const { query } = job.params;
        const isSearch = query.aggregate === null && query.limit > 0;
        const { statement, scans, needs } = isSearch
          ? this.#search(file, entity, query)
          : this.#aggregate(file, entity, query);
        const steps = file.rows(sql`EXPLAIN QUERY PLAN ${statement}`).map((row) => String(row[3]));
        return { plan: { dialect: 'sqlite', sql: statement.text.replaceAll(/\s+/g, ' '), steps, scans }, ...needs };
      }
      case 'list':
        return list(file, table, job.params.afterKey, job.params.limit);
      case 'mentions':
        return mentions(file, table, job.params);
      case 'unseen':
        return unseen(file, table, job.params);
    }
  }

  // Cached, because reading it costs as much as a short search.
  #entity(file: ConnectionFile, layout: EntityLayout): EntityState | null {
    const { entities } = this.#state(file);
    const version = file.dataVersion;
    const known = entities.get(layout);
    if (known?.version === version) return known;
    const table = readEntityTable(file, layout);
    if (table === null) return null;
    const [stored] = file.row(sql`SELECT checkpoint FROM connectory_entities WHERE name = ${layout.entity}`) ?? [];
    const entity: EntityState = { version, table, checkpoint: typeof stored === 'string' ? stored : null };
    entities.set(layout, entity);
    return entity;
  }

  #search(file: ConnectionFile, entity: EntityState, query: SearchQuery): WithNeeds<SearchResult> {
    return this.#timed(file, entity, (context) => search(context, query));
  }

  #aggregate(file: ConnectionFile, entity: EntityState, query: SearchQuery): WithNeeds<AggregateResult> {
    return this.#timed(file, entity, (context) => aggregate(context, query));
  }

  #timed<Found extends { readonly missing: readonly IndexTarget[] }>(
    file: ConnectionFile,
    entity: EntityState,
    find: (context: SearchContext) => Found,
  ): WithNeeds<Found> {
    const { matchers, deadline, nearWords } = this.#state(file);
    deadline.start(this.#searchLimitMilliseconds);
    const started = performance.now();
    const near = nearWordsOf(file, entity, nearWords, deadline);
    const found = find({ file, table: entity.table, matchers, deadline, near });
    return { ...found, needs: needsOf(entity.table, found.missing, performance.now() - started) };
  }

  #state(file: ConnectionFile): FileState {
    const known = this.#states.get(file);
    if (known !== undefined) return known;
    const deadline = new Deadline(file);
    addAggregateFunctions(file);
    const state: FileState = {
      matchers: new TextMatchers(file, deadline),
      deadline,
      nearWords: new Map(),
      entities: new WeakMap(),
    };
    this.#states.set(file, state);
    return state;
  }
}

function emptyResult(job: JobOf<ReadJobs>): Result {
  switch (job.kind) {
    case 'search':
      return { page: { records: [], keys: [], next: null }, checkpoint: null, ...noNeeds };
    case 'aggregate':
      return { page: aggregateInMemory([], job.params.query), checkpoint: null, ...noNeeds };
    case 'explain':
      return { plan: emptyPlan, ...noNeeds };
    case 'list':
    case 'passes':
      return '[]';
    case 'mentions':
      return { records: '[]', looked: 0, next: null };
    case 'unseen':
      return { count: 0, records: '[]' };
    case 'counts':
      return job.params.entities.map(() => 0);
    case 'checkpoints':
      return job.params.entities.map(() => null);
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

// Counting the pages of such a narrow table takes less than a millisecond per million records.
function counts(file: ConnectionFile, entities: readonly string[]): readonly number[] {
  if (!file.isSetUp) return entities.map(() => 0);
  const known = new Set(file.rows(sql`SELECT name FROM connectory_entities`).map(([name]) => name));
  return entities.map((entity) =>
    known.has(entity) ? file.number(sql`SELECT count(*) FROM ${identifier(entityNames(entity).stamps)}`) : 0,
  );
}

// Only a writer adds the table to a file of an earlier version.
function passes(file: ConnectionFile, entity: string): string {
  const exists = file.row(sql`SELECT 1 FROM sqlite_schema WHERE name = 'connectory_passes'`) !== undefined;
  if (!exists) return '[]';
  const rows = file.rows(sql`SELECT summary FROM connectory_passes WHERE entity = ${entity} ORDER BY pass DESC`);
  return `[${rows.join(',')}]`;
}

function needsOf(table: EntityTable, missing: readonly IndexTarget[], milliseconds: number): IndexNeeds {
  return {
    missing: missing.map((target) => ({ ...target, isPlanned: table.indexes.has(targetKey(target)) })),
    milliseconds,
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
  return recordsJson(
    file.rows(sql`SELECT key, json(document) FROM ${identifier(records)} ${where} ORDER BY key LIMIT ${limit}`),
  );
}

/** How long one part is looked through: longer than opening it takes, and no longer than others wait for a turn. */
const partMilliseconds = 500;
const maxCharacters = 4_000_000;

function mentions(
  file: ConnectionFile,
  { records }: EntityTable,
  { after, ...query }: MentionQuery,
): ResultOf<ReadJobs, 'mentions'> {
  const isWanted = mentionFilter(query);
  const where = after === null ? sql`` : sql`WHERE key > ${after}`;
  const end = performance.now() + partMilliseconds;
  const found: (readonly [string, string])[] = [];
  let looked = 0;
  let characters = 0;
  for (const row of file.eachRow(sql`SELECT key, json(document) FROM ${identifier(records)} ${where} ORDER BY key`)) {
    const [key, json] = row.map(String) as [string, string];
    looked += 1;
    if (isWanted(json) || isWanted(key)) {
      found.push([key, json]);
      characters += json.length;
    }
    if (characters > maxCharacters || performance.now() > end) {
      return { records: recordsJson(found), looked, next: key };
    }
  }
  return { records: recordsJson(found), looked, next: null };
}

function unseen(
  file: ConnectionFile,
  { records, stamps }: EntityTable,
  { range, generation, limit }: UnseenQuery,
): ResultOf<ReadJobs, 'unseen'> {
  const within = range === null ? sql`` : sql`key >= ${range.from} AND key < ${range.below} AND`;
  // CROSS JOIN keeps the tables in this order: along the keys of the range.
  const found = sql`FROM ${identifier(records)} CROSS JOIN ${identifier(stamps)} ON record = id
    WHERE ${within} generation < ${generation}`;
  const rows = file.rows(sql`SELECT key, json(document) ${found} ORDER BY key LIMIT ${limit}`);
  const count = rows.length < limit ? rows.length : file.number(sql`SELECT count(*) ${found}`);
  return { count, records: recordsJson(rows) };
}

function recordsJson(rows: readonly (readonly unknown[])[]): string {
  return writeExactly(
    rows.map(([key, json]): StoredRecord => ({ key: String(key), document: withoutNulls(String(json)) })),
  );
}

function withoutNulls(json: string): StoredRecord['document'] {
  const document = parseExactly(json) as StoredRecord['document'];
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null));
}
