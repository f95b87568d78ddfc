import type { SearchQuery } from '../../query/condition.ts';
import type { StoreScope } from '../context-store.ts';
import { type EntityTable, indexName } from './entity-table.ts';
import { filterSql } from './filter-sql.ts';
import { type OrderTerm, orderTerms, stretchSql } from './order-sql.ts';
import { recordSql } from './record-sql.ts';
import type { StretchPart } from './search-access.ts';
import { Parameters, type Statement } from './statement.ts';
import type { Stretch } from './stretches.ts';

/** A row of a search: key, record as JSON text, and the sort values `sort0`, `sort1`, … */
export type SearchRow = Readonly<Record<string, string | number | boolean | null>> & {
  readonly key: string;
  readonly record: string;
};

/** The columns of a search row, in order. */
export function searchColumns({ sort }: SearchQuery): readonly string[] {
  return ['key', 'record', ...sort.map((_, index) => `sort${index}`)];
}

/** Whether a row of the part `few` only tells that there are more matches. */
export function tellsOfMore({ key }: { readonly key: string | null }): boolean {
  return key === null;
}

/** Inputs of the statements of a search in addition to the query. */
export interface SearchSurroundings {
  readonly scope: StoreScope;
  readonly table: EntityTable;
  /** Words of the vocabulary near each word of a fuzzy operand (`nearWords`). */
  readonly near: ReadonlyMap<string, readonly string[]>;
}

/** A statement of a search. */
export interface SearchStatement extends Statement {
  /**
   * SQL that is true if the connection has records without a value in the first sort field; undefined if they do not follow the stretch,
   * or if asking is not worth its cost.
   */
  readonly hasNulls?: string | undefined;
}

/**
 * Returns the statement for the first `limit` results of a part of a stretch. That of the part `few` returns a row without a key instead
 * if there are more matches.
 */
export function searchStatement(
  { scope: { connectionId, layout }, table, near }: SearchSurroundings,
  { filter, sort, fields, after }: SearchQuery,
  stretch: Stretch,
  limit: number,
  part: StretchPart,
): SearchStatement {
  const parameters = new Parameters();
  const asked = fields === null ? null : new Set(fields.map(([root]) => root));
  const record = recordSql(layout, table, (name) => asked === null || asked.has(name), parameters);
  const terms = orderTerms(table, sort, parameters);
  const place = part.kind === 'few' ? ({ kind: 'whole', after } as const) : stretch;
  const { condition, orderBy } = stretchSql(place, terms, parameters);
  const columns = [
    'key',
    `${record} as record`,
    ...terms.map(({ expression }, index) => `${expression} as sort${index}`),
  ];
  const ofConnection = `connection_id = ${parameters.bind(connectionId, 'uuid')}`;
  const inPlace = condition === null ? [] : [condition];
  const matched = part.kind === 'walk' ? withoutMembers(table) : table;
  const matching = filter === null ? [] : [filterSql(filter, { table: matched, connectionId, near, parameters })];
  const records = (from: string, conditions: readonly string[]) =>
    `select ${columns.join(', ')} from ${from} where ${conditions.length === 0 ? 'true' : conditions.join(' and ')}
      order by ${orderBy} limit ${parameters.bind(limit, 'integer')}`;
  const inStretch = [ofConnection, ...inPlace];
  const textOfPart = (): string => {
    switch (part.kind) {
      case 'walk': {
        const walked = `(select * from ${table.name} where ${inStretch.join(' and ')}
          order by ${orderBy} limit ${parameters.bind(part.records, 'integer')}) as walked`;
        return records(walked, matching);
      }
      case 'few': {
        const most = parameters.bind(part.matches, 'integer');
        const count = '(select count(*) from matching)';
        return `with matching as materialized (
            select * from ${table.name} where ${[ofConnection, ...matching].join(' and ')} limit ${most} + 1)
          (${records('matching', [`${count} <= ${most}`, ...inPlace])})
          union all select ${columns.map(() => 'null').join(', ')} where ${count} > ${most}`;
      }
      case 'planned':
      case 'page':
      case 'lookup':
        return records(table.name, [...inStretch, ...matching]);
    }
  };
  // Without a filter, most pages are full, and nothing behind them is read.
  const asksForNulls = part.kind === 'planned' && filter !== null;
  const hasNulls = asksForNulls ? nullsBehind(table, ofConnection, stretch, terms) : undefined;
  return { text: textOfPart(), parameters: parameters.values, hasNulls };
}

// The last entry of the index answers it. For `exists`, the database may read the whole table.
function nullsBehind(
  table: EntityTable,
  ofConnection: string,
  { kind }: Stretch,
  [first]: readonly OrderTerm[],
): string | undefined {
  if (first === undefined || (kind !== 'values' && kind !== 'beyond')) return undefined;
  const { expression } = first;
  return `(select ${expression} is null from ${table.name} where ${ofConnection} order by ${expression} desc limit 1)`;
}

// A walk compares the values themselves: computing the entries of the index of values inside JSON takes much longer.
function withoutMembers(table: EntityTable): EntityTable {
  const names = new Set(Array.from(table.columns.values(), (columns) => indexName(table, 'members', columns)));
  return { ...table, indexes: new Set([...table.indexes].filter((name) => !names.has(name))) };
}
