import type { Database } from '@connectory/database';
import type { Condition, SearchQuery } from '../../query/condition.ts';
import type { EntityTable } from './entity-table.ts';
import { run, type Statement } from './statement.ts';
import { stretches } from './stretches.ts';
import { isServedByContent } from './wanted-indexes.ts';

/** How a statement finds its records: as the database plans it, by looking up all matches in an index, or by walking along the order. */
export type SearchAccess = 'planned' | 'looked-up' | 'walked';

/**
 * One of the statements that read a stretch of an order: as the database plans it, the matches among the next records of the stretch, all
 * matches of this and the following stretches if they are few, or all matches of the stretch.
 */
export type StretchPart =
  | { readonly kind: 'planned' }
  | { readonly kind: 'walk'; readonly records: number }
  | { readonly kind: 'few'; readonly matches: number }
  | { readonly kind: 'lookup' };

/** How a part of a stretch finds its records. */
export function accessOf({ kind }: StretchPart): SearchAccess {
  if (kind === 'planned') return 'planned';
  return kind === 'walk' ? 'walked' : 'looked-up';
}

/** When a search switches its strategy. The functions receive the number of requested results. */
export interface SearchPace {
  /** Number of records to walk first. */
  readonly firstWalk: (limit: number) => number;
  /** Maximum number of matches to look up immediately. */
  readonly mostLookedUp: (limit: number) => number;
  /** Number of records to walk before looking up more matches than `mostLookedUp`. */
  readonly longestWalk: number;
}

/** The pace for copies of any size. */
export const usualPace: SearchPace = {
  firstWalk: (limit) => 100 + limit,
  mostLookedUp: (limit) => 2000 + limit,
  longestWalk: 10_000,
};

const avoided: Readonly<Record<SearchAccess, readonly string[]>> = {
  planned: [],
  'looked-up': ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan'],
  walked: ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'],
};

/**
 * The statements that read the stretches of an order. The database cannot estimate how many records of one connection contain a word or a
 * value inside JSON, and a wrong guess makes it walk past all of them or sort most of them. If such a condition decides the filter, the
 * database is told how to proceed: a short walk along the order, which is enough if matches are common; an index lookup if they seem rare;
 * otherwise a longer walk, then the index.
 */
export class StretchParts {
  readonly #pace: SearchPace;
  readonly #limit: number;
  readonly #isByContent: boolean;
  #hasMany = false;

  constructor(pace: SearchPace, table: EntityTable, { filter, sort, after, limit }: SearchQuery) {
    this.#pace = pace;
    this.#limit = limit;
    const isOrdered = sort.length === 0 || stretches(table, sort, after)[0]?.kind !== 'whole';
    this.#isByContent = filter !== null && isOrdered && isDecidedByContent(table, filter);
  }

  /** Call this after a walk. The matches among the walked records tell whether a copy of this size is likely to have few. */
  walked(records: number, matches: number, copyRecords: number): void {
    const likely = (matches / Math.min(records, copyRecords)) * copyRecords;
    if (likely > this.#pace.mostLookedUp(this.#limit)) this.#hasMany = true;
  }

  /** Call this if there are more matches than the part `few` looks for. */
  foundMany(): void {
    this.#hasMany = true;
  }

  /** Yields the parts of the next stretch. Stop when enough records are found, or all of them because they are few. */
  *ofStretch(): Generator<StretchPart, void> {
    if (!this.#isByContent) {
      yield { kind: 'planned' };
      return;
    }
    yield { kind: 'walk', records: this.#pace.firstWalk(this.#limit) };
    if (!this.#hasMany) yield { kind: 'few', matches: this.#pace.mostLookedUp(this.#limit) };
    yield { kind: 'walk', records: this.#pace.longestWalk };
    yield { kind: 'lookup' };
  }
}

/** Runs a statement with one kind of access and returns its rows. */
export function runWithAccess<Row>(database: Database, access: SearchAccess, statement: Statement): Promise<Row[]> {
  const { text, parameters } = statement;
  const { pool } = database;
  if (access === 'planned' || pool === null) return run<Row>(database.tables(), text, parameters);
  const settings = avoided[access].map((name) => `${name} = off`);
  return pool.runWithSettings<Row>(settings, text, parameters);
}

function isDecidedByContent(table: EntityTable, condition: Condition): boolean {
  switch (condition.kind) {
    case 'not':
      return false;
    case 'and':
      return condition.conditions.some((one) => isDecidedByContent(table, one));
    case 'or':
      return condition.conditions.length > 0 && condition.conditions.every((one) => isDecidedByContent(table, one));
    default:
      return isServedByContent(table, condition);
  }
}
