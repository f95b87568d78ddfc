import type { Database } from '@connectory/database';
import type { Condition, SearchQuery } from '../../query/condition.ts';
import type { EntityTable } from './entity-table.ts';
import { run, type Statement } from './statement.ts';
import { stretches } from './stretches.ts';
import { isServedByContent } from './wanted-indexes.ts';

/** How a statement finds its records: as the database plans it, by looking up all matches in an index, or by walking along the order. */
export type SearchAccess = 'planned' | 'looked-up' | 'walked';

/**
 * One of the statements that read a stretch of an order: as the database plans it, the next records of a search without a filter, the
 * matches among the next records of the stretch, all matches of this and the following stretches if they are few, or all matches of the
 * stretch.
 */
export type StretchPart =
  | { readonly kind: 'planned' }
  | { readonly kind: 'page' }
  | { readonly kind: 'walk'; readonly records: number }
  | { readonly kind: 'few'; readonly matches: number }
  | { readonly kind: 'lookup' };

/** How a part of a stretch finds its records. */
export function accessOf({ kind }: StretchPart): SearchAccess {
  if (kind === 'planned') return 'planned';
  return kind === 'walk' || kind === 'page' ? 'walked' : 'looked-up';
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

const settings: Readonly<Record<SearchAccess, readonly string[]>> = {
  planned: [],
  'looked-up': ['enable_seqscan = off', 'enable_indexscan = off', 'enable_indexonlyscan = off'],
  // With these settings, the plan is the same for all values, so it is made once.
  walked: [
    'enable_seqscan = off',
    'enable_bitmapscan = off',
    'enable_sort = off',
    'plan_cache_mode = force_generic_plan',
  ],
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
  /** The only part of each stretch; null if the filter is decided by content. */
  readonly #single: StretchPart | null;
  #hasMany = false;

  constructor(pace: SearchPace, table: EntityTable, { filter, sort, after, limit }: SearchQuery) {
    this.#pace = pace;
    this.#limit = limit;
    const isOrdered = sort.length === 0 || stretches(table, sort, after)[0]?.kind !== 'whole';
    if (!isOrdered) this.#single = { kind: 'planned' };
    else if (filter === null) this.#single = { kind: 'page' };
    else this.#single = isDecidedByContent(table, filter) ? null : { kind: 'planned' };
  }

  /**
   * Call this after a walk. The share of matches among the walked records tells how many a copy of this size is likely to have, and how
   * many records a walk to enough of them is likely to read. Walking on is preferred up to twice as many records, because more matches than
   * `mostLookedUp` would be looked up in vain.
   */
  walked(records: number, matches: number, copyRecords: number): void {
    const share = matches / Math.min(records, copyRecords);
    const likely = share * copyRecords;
    if (likely > this.#pace.mostLookedUp(this.#limit) || this.#limit / share < 2 * likely) this.#hasMany = true;
  }

  /** Call this if there are more matches than the part `few` looks for. */
  foundMany(): void {
    this.#hasMany = true;
  }

  /** Yields the parts of the next stretch. Stop when enough records are found, or all of them because they are few. */
  *ofStretch(): Generator<StretchPart, void> {
    if (this.#single !== null) {
      yield this.#single;
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
  return pool.runWithSettings<Row>(settings[access], text, parameters);
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
