import type { SearchQuery } from '../../query/condition.ts';
import type { StoreScope } from '../../store/context-store.ts';
import { type EntityTable, indexName } from './entity-table.ts';
import { filterSql } from './filter-sql.ts';
import { orderTerms, stretchSql } from './order-sql.ts';
import { recordSql } from './record-sql.ts';
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

/** Inputs of the statements of a search in addition to the query. */
export interface SearchSurroundings {
  readonly scope: StoreScope;
  readonly table: EntityTable;
  /** Words of the vocabulary near each word of a fuzzy operand (`nearWords`). */
  readonly near: ReadonlyMap<string, readonly string[]>;
}

/**
 * Returns the statement for the first `limit` results of one stretch of a query's order, restricted to the first `walked` records of the
 * stretch unless that is null.
 */
export function searchStatement(
  { scope: { connectionId, layout }, table, near }: SearchSurroundings,
  { filter, sort, fields }: SearchQuery,
  stretch: Stretch,
  limit: number,
  walked: number | null = null,
): Statement {
  const parameters = new Parameters();
  const asked = fields === null ? null : new Set(fields.map(([root]) => root));
  const record = recordSql(layout, table, (name) => asked === null || asked.has(name), parameters);
  const terms = orderTerms(table, sort, parameters);
  const { condition, orderBy } = stretchSql(stretch, terms, parameters);
  const columns = [
    'key',
    `${record} as record`,
    ...terms.map(({ expression }, index) => `${expression} as sort${index}`),
  ];
  const inStretch = [
    `connection_id = ${parameters.bind(connectionId, 'uuid')}`,
    ...(condition === null ? [] : [condition]),
  ];
  const matched = walked === null ? table : withoutMembers(table);
  const matching = filter === null ? [] : [filterSql(filter, { table: matched, connectionId, near, parameters })];
  const records =
    walked === null
      ? `${table.name} where ${[...inStretch, ...matching].join(' and ')}`
      : `(select * from ${table.name} where ${inStretch.join(' and ')}
          order by ${orderBy} limit ${parameters.bind(walked, 'integer')}) as walked where ${['true', ...matching].join(' and ')}`;
  const text = `select ${columns.join(', ')} from ${records}
    order by ${orderBy} limit ${parameters.bind(limit, 'integer')}`;
  return { text, parameters: parameters.values };
}

// A walk compares the values themselves: computing the entries of the index of values inside JSON takes much longer.
function withoutMembers(table: EntityTable): EntityTable {
  const names = new Set(Array.from(table.columns.values(), (columns) => indexName(table, 'members', columns)));
  return { ...table, indexes: new Set([...table.indexes].filter((name) => !names.has(name))) };
}
