import type { Condition, LikePattern, SearchQuery } from '../../query/condition.ts';
import { type Comparison, requiredParts } from './conditions.ts';
import { validIndexes } from './entity-catalog.ts';
import {
  type EntityTable,
  type FieldColumns,
  foldedText,
  hasIndex,
  type IndexKind,
  indexName,
  isJson,
  scopedJson,
} from './entity-table.ts';
import { buildLock, isCanceled } from './schema-change.ts';
import { type Runner, run } from './statement.ts';

/** GIN index features of a database. */
export interface GinSupport {
  /** pg_trgm: parts of texts. */
  readonly trigrams: boolean;
  /** btree_gin: the connection ID in the same index. */
  readonly connections: boolean;
}

/** Installs the extensions for text indexes, if allowed, and returns which are available. */
export async function ginSupport(runner: Runner): Promise<GinSupport> {
  for (const name of ['pg_trgm', 'btree_gin']) {
    // It may be forbidden, unavailable, or being installed by another process; only the result matters.
    await run(runner, `create extension if not exists ${name}`, []).catch(() => undefined);
  }
  const rows = await run<{ extname: string }>(runner, 'select extname from pg_extension', []);
  const names = new Set(rows.map(({ extname }) => extname));
  return { trigrams: names.has('pg_trgm'), connections: names.has('btree_gin') };
}

/**
 * The index of the words of all records, as the part of `create index` after the table's name. It contains the connection if possible,
 * although every word begins with it: the database knows the share of a connection better than that of a word.
 */
export function wordIndexText({ connections }: GinSupport): string {
  return `using gin (${connections ? 'connection_id, ' : ''}words)`;
}

/** The part of `create index` after the table's name. */
export function indexText(kind: IndexKind, columns: FieldColumns, gin: GinSupport): string {
  switch (kind) {
    case 'ordered':
      return `(connection_id, ${columns.value}, key)`;
    case 'descending':
      return `(connection_id, ${columns.value} desc, key)`;
    case 'parts':
      return `using gin (${gin.connections ? 'connection_id, ' : ''}(${foldedText(columns)}) gin_trgm_ops)`;
    case 'members':
      return `using gin ((${scopedJson(columns)}) jsonb_path_ops)`;
  }
}

/** Builds indexes of repeatedly scanned fields, one at a time, without blocking reads and writes. */
export class IndexBuilder {
  readonly #pool: Runner;
  readonly #gin: GinSupport;
  readonly #scansBeforeIndex: number;
  readonly #report: (error: unknown) => void;
  readonly #scans = new Map<string, number>();
  #building: Promise<void> = Promise.resolve();
  #backend: number | null = null;
  #closed = false;

  constructor(pool: Runner, gin: GinSupport, scansBeforeIndex: number, report: (error: unknown) => void) {
    this.#pool = pool;
    this.#gin = gin;
    this.#scansBeforeIndex = scansBeforeIndex;
    this.#report = report;
  }

  /** Counts a search that read every record because these indexes were missing, and builds those missed often enough. */
  countScan(table: EntityTable, wanted: readonly WantedIndex[]): void {
    for (const index of wanted) {
      if (index.kind === 'parts' && !this.#gin.trigrams) continue;
      const name = indexName(table, index.kind, index.columns);
      const scans = (this.#scans.get(name) ?? 0) + 1;
      this.#scans.set(name, scans);
      if (scans === this.#scansBeforeIndex) this.#enqueue(table, index, name);
    }
  }

  /** Resolves when all pending indexes are built. */
  async settled(): Promise<void> {
    let last: Promise<void> | undefined;
    while (last !== this.#building) {
      last = this.#building;
      await last;
    }
  }

  /** Cancels the current build. An unfinished index is dropped before it is rebuilt. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#backend !== null) await run(this.#pool, 'select pg_cancel_backend($1::integer)', [this.#backend]);
    await this.settled();
  }

  #enqueue(table: EntityTable, { kind, columns }: WantedIndex, name: string): void {
    this.#building = this.#building.then(async () => {
      if (this.#closed) return;
      try {
        await this.#build(table, name, indexText(kind, columns, this.#gin));
      } catch (error) {
        if (!isCanceled(error)) this.#report(error);
      } finally {
        this.#backend = null;
        this.#scans.delete(name);
      }
    });
  }

  async #build(table: EntityTable, name: string, text: string): Promise<void> {
    const isBuilt = await this.#pool.connection().execute(async (connection) => {
      const [lock] = await run<{ held: boolean; backend: number }>(
        connection,
        'select pg_try_advisory_lock($1::bigint) as held, pg_backend_pid() as backend',
        [buildLock],
      );
      if (lock?.held !== true) return false;
      this.#backend = lock.backend;
      try {
        if (!(await validIndexes(connection, table.name)).has(name)) {
          await run(connection, `drop index concurrently if exists ${name}`, []);
          await run(connection, `create index concurrently ${name} on ${table.name} ${text}`, []);
          await run(connection, `analyze ${table.name}`, []);
        }
        return true;
      } finally {
        await run(connection, 'select pg_advisory_unlock($1::bigint)', [buildLock]);
      }
    });
    // Another process may be building this index right now; later scans show whether it did.
    if (isBuilt) table.indexes.add(name);
  }
}

/** An index that would have saved a search from reading every record. */
export interface WantedIndex {
  readonly kind: IndexKind;
  readonly columns: FieldColumns;
}

/** Whether an index serves a condition, and which indexes could. */
interface Assessment {
  readonly isServed: boolean;
  readonly wanted: readonly WantedIndex[];
}

const served: Assessment = { isServed: true, wanted: [] };
const unserved: Assessment = { isServed: false, wanted: [] };
const shortestPart = 3;

/**
 * Returns the indexes that a slow query lacks: those of its filter, even if another index already narrows it (too little), otherwise that
 * of its order. Empty if no index could help.
 */
export function wantedIndexes(table: EntityTable, { filter, sort }: SearchQuery): readonly WantedIndex[] {
  const ofFilter = filter === null ? unserved : assess(table, filter);
  if (ofFilter.wanted.length > 0) return ofFilter.wanted;
  const [first] = sort;
  const columns = first === undefined ? undefined : table.columns.get(first.field.root);
  if (first === undefined || columns === undefined || isJson(columns)) return [];
  const inOrder = indexed(table, 'ordered', columns);
  if (!inOrder.isServed || first.direction === 'asc') return inOrder.wanted;
  return indexed(table, 'descending', columns).wanted;
}

/** Whether an index narrows a filter. */
export function isNarrowed(table: EntityTable, filter: Condition): boolean {
  return assess(table, filter).isServed;
}

function assess(table: EntityTable, condition: Condition): Assessment {
  switch (condition.kind) {
    case 'not':
      return unserved;
    case 'and': {
      const parts = condition.conditions.map((one) => assess(table, one));
      return { ...joined(parts), isServed: parts.some(({ isServed }) => isServed) };
    }
    case 'or': {
      const parts = condition.conditions.map((one) => assess(table, one));
      if (!parts.every(({ isServed, wanted }) => isServed || wanted.length > 0)) return unserved;
      return { ...joined(parts), isServed: parts.every(({ isServed }) => isServed) };
    }
    default: {
      const columns = table.columns.get(condition.field.root);
      return columns === undefined ? unserved : assessComparison(table, condition, columns);
    }
  }
}

function assessComparison(table: EntityTable, condition: Comparison, columns: FieldColumns): Assessment {
  if (isJson(columns)) {
    return requiredParts(condition).length > 0 ? indexed(table, 'members', columns) : unserved;
  }
  switch (condition.kind) {
    case 'compare':
      return condition.operator === 'neq' ? unserved : indexed(table, 'ordered', columns);
    case 'in':
      return indexed(table, 'ordered', columns);
    case 'like':
      return hasPart(condition.pattern) ? indexed(table, 'parts', columns) : unserved;
    default:
      return served;
  }
}

function indexed(table: EntityTable, kind: IndexKind, columns: FieldColumns): Assessment {
  return hasIndex(table, kind, columns) ? served : { isServed: false, wanted: [{ kind, columns }] };
}

function joined(parts: readonly Assessment[]): Pick<Assessment, 'wanted'> {
  return { wanted: parts.flatMap(({ wanted }) => wanted) };
}

function hasPart(pattern: LikePattern): boolean {
  return pattern.some((part) => typeof part === 'string' && part.length >= shortestPart);
}
