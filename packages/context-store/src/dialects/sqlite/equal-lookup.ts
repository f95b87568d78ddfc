import type { SearchQuery } from '../../query/condition.ts';
import { isExactIn, isOrdered, orderTarget } from './candidates.ts';
import { parameterOf } from './condition-sql.ts';
import { type EntityIndex, type EntityTable, readyIndex } from './entity-table.ts';
import { type Fragment, quoted } from './fragment.ts';
import { shortDocument } from './short-document.ts';

const columns = {
  any: 'r.key, json(r.document)',
  short: `r.key, ${shortDocument}`,
} as const;
const texts = { any: new WeakMap<EntityIndex, string>(), short: new WeakMap<EntityIndex, string>() };

/** Whether a search is of the most common kind: records with a value in one field, ordered by record key. */
export function isEqualLookup({ filter, sort, after }: SearchQuery): boolean {
  return filter?.kind === 'compare' && filter.operator === 'eq' && sort.length === 0 && after === null;
}

/**
 * Returns the statement of a search that `isEqualLookup`, which returns keys and documents; null for any other search, and without an
 * index. A `SearchRun` would take longer to plan such a search than to run it.
 */
export function equalLookup(query: SearchQuery, table: EntityTable, documents: keyof typeof columns): Fragment | null {
  const { filter, limit } = query;
  if (filter?.kind !== 'compare' || !isEqualLookup(query)) return null;
  const { field, value } = filter;
  if (value === null || !isOrdered(field) || !isExactIn(field, value)) return null;
  const index = readyIndex(table, orderTarget(field));
  if (index === undefined) return null;
  return { text: textOf(index, table, documents), parameters: [parameterOf(value), limit + 1] };
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
