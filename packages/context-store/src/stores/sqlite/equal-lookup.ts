import type { SearchQuery } from '../../query/condition.ts';
import { isExactIn, isOrdered, orderTarget } from './candidates.ts';
import { parameterOf } from './condition-sql.ts';
import { type EntityIndex, type EntityTable, readyIndex } from './entity-table.ts';
import { type Fragment, identifier, type Parameter, quoted, sql, unpeeked, verbatim } from './fragment.ts';
import { orderBy, orderKeys } from './search-order.ts';
import { mostCharacters, shortDocument } from './short-document.ts';

const columns = {
  any: 'r.key, json(r.document)',
  short: `r.key, ${shortDocument}`,
} as const;
const texts = { any: new WeakMap<EntityIndex, string>(), short: new WeakMap<EntityIndex, string>() };

/** Whether a search is of the most common kind: the first records with a value in one field. */
export function isEqualLookup({ filter, after }: SearchQuery): boolean {
  return filter?.kind === 'compare' && filter.operator === 'eq' && after === null;
}

/**
 * Returns the statement of a search that `isEqualLookup` ordered by record key, which returns keys and documents; null for any other search,
 * and without an index. A `SearchRun` would take longer to plan such a search than to run it.
 */
export function equalLookup(query: SearchQuery, table: EntityTable, documents: keyof typeof columns): Fragment | null {
  const equal = query.sort.length === 0 ? equalIndex(query, table) : null;
  if (equal === null) return null;
  return { text: textOf(equal.index, table, documents), parameters: [equal.value, query.limit + 1] };
}

/** The statements of a sorted lookup. */
export interface SortedLookup {
  /** Counts the records, up to one more than the most. */
  readonly count: Fragment;
  /** Returns keys and documents in the order of the search, without those that are too long to be sorted quickly. */
  readonly records: Fragment;
}

/** Returns the statements of a search that `isEqualLookup`, for at most `most` records in any order; null without an index. */
export function sortedLookup(query: SearchQuery, table: EntityTable, most: number): SortedLookup | null {
  const equal = equalIndex(query, table);
  if (equal === null) return null;
  const { index, value } = equal;
  const records = identifier(table.records);
  const ids = sql`SELECT id FROM ${records} INDEXED BY ${identifier(index.name)}
    WHERE ${identifier(index.column)} = ${unpeeked(value)} LIMIT ${unpeeked(most + 1)}`;
  return {
    count: sql`SELECT count(*) FROM (${ids})`,
    records: sql`SELECT ${verbatim(columns.any)} FROM (${ids}) AS found CROSS JOIN ${records} AS r ON r.id = found.id
      WHERE length(r.document) <= ${mostCharacters} ORDER BY ${orderBy(orderKeys(query.sort, table, 'r'), 'r')}`,
  };
}

function equalIndex(
  query: SearchQuery,
  table: EntityTable,
): { readonly index: EntityIndex; readonly value: Parameter } | null {
  const { filter } = query;
  if (filter?.kind !== 'compare' || !isEqualLookup(query)) return null;
  const { field, value } = filter;
  if (value === null || !isOrdered(field) || !isExactIn(field, value)) return null;
  const index = readyIndex(table, orderTarget(field));
  return index === undefined ? null : { index, value: parameterOf(value) };
}

function textOf(index: EntityIndex, { records }: EntityTable, documents: keyof typeof columns): string {
  const known = texts[documents].get(index);
  if (known !== undefined) return known;
  // The parameters are `unpeeked`.
  const text = `SELECT ${columns[documents]} FROM ${quoted(records)} AS r INDEXED BY ${quoted(index.name)}
    WHERE r.${quoted(index.column)} = +? ORDER BY r.key LIMIT +?`;
  texts[documents].set(index, text);
  return text;
}
