import type { Database } from '@connectory/database';
import type { Condition, SearchQuery } from '../../query/condition.ts';
import type { EntityTable } from './entity-table.ts';
import { filterSql } from './filter-sql.ts';
import type { SearchSurroundings } from './search-sql.ts';
import { Parameters, run, type Statement } from './statement.ts';
import { stretches } from './stretches.ts';
import { isServedByContent } from './wanted-indexes.ts';

/** How a statement finds its records: as the database plans it, by looking up all matches in an index, or by walking along the order. */
export type SearchAccess = 'planned' | 'looked-up' | 'walked';

/** One of the statements that read a stretch of an order. */
export interface StretchPart {
  readonly access: SearchAccess;
  /** Maximum number of records to walk; null for no walk. */
  readonly walk: number | null;
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
  firstWalk: (limit) => 200 + 2 * limit,
  mostLookedUp: (limit) => 500 + limit,
  longestWalk: 10_000,
};

const avoided: Readonly<Record<SearchAccess, readonly string[]>> = {
  planned: [],
  'looked-up': ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan'],
  walked: ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'],
};

/**
 * Yields the statements that read a stretch, until enough records are found. The database cannot estimate how many records of one
 * connection contain a word or a value inside JSON, and a wrong guess makes it walk past all of them or sort most of them. If such a
 * condition decides the filter, the database is told how to proceed: a short walk along the order, which is enough if matches are common;
 * an index lookup if they are rare; otherwise a longer walk, then the index.
 */
export class StretchParts {
  readonly #database: Database;
  readonly #pace: SearchPace;
  readonly #surroundings: SearchSurroundings;
  readonly #query: SearchQuery;
  #hasMany: Promise<boolean> | undefined;

  constructor(database: Database, pace: SearchPace, surroundings: SearchSurroundings, query: SearchQuery) {
    this.#database = database;
    this.#pace = pace;
    this.#surroundings = surroundings;
    this.#query = query;
  }

  /** Yields the parts of any stretch of the query's order. */
  async *ofStretch(): AsyncGenerator<StretchPart, void> {
    const { table } = this.#surroundings;
    const { filter, sort, after, limit } = this.#query;
    const isOrdered = sort.length === 0 || stretches(table, sort, after)[0]?.kind !== 'whole';
    if (filter === null || !isOrdered || !isDecidedByContent(table, filter)) {
      yield { access: 'planned', walk: null };
      return;
    }
    yield { access: 'walked', walk: this.#pace.firstWalk(limit) };
    this.#hasMany ??= this.#hasMore(filter, this.#pace.mostLookedUp(limit));
    if (await this.#hasMany) yield { access: 'walked', walk: this.#pace.longestWalk };
    yield { access: 'looked-up', walk: null };
  }

  async #hasMore(filter: Condition, most: number): Promise<boolean> {
    const { scope, table, near } = this.#surroundings;
    const { connectionId } = scope;
    const parameters = new Parameters();
    const connection = parameters.bind(connectionId, 'uuid');
    const condition = filterSql(filter, { table, connectionId, near, parameters });
    const text = `select count(*) as matches from (
      select from ${table.name} where connection_id = ${connection} and ${condition} limit ${parameters.bind(most + 1, 'integer')}) as matching`;
    const [counted] = await runWithAccess<{ matches: number }>(this.#database, 'looked-up', {
      text,
      parameters: parameters.values,
    });
    return counted !== undefined && counted.matches > most;
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
