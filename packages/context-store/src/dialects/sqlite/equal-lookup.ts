import type { SearchQuery } from '../../query/condition.ts';
import { isExactIn, isOrdered, orderTarget } from './candidates.ts';
import { parameterOf } from './condition-sql.ts';
import { type EntityIndex, type EntityTable, readyIndex } from './entity-table.ts';
import { type Fragment, quoted } from './fragment.ts';

const texts = new WeakMap<EntityIndex, string>();

/**
 * The statement of the most common question: which records have this value in this field, by record key. It finds keys and documents.
 * Null for any other question, and without an index. A search of its own would take longer to plan this than to run it.
 */
export function equalLookup({ filter, sort, after, limit }: SearchQuery, table: EntityTable): Fragment | null {
  if (filter?.kind !== 'compare' || filter.operator !== 'eq' || sort.length > 0 || after !== null) return null;
  const { field, value } = filter;
  if (value === null || !isOrdered(field) || !isExactIn(field, value)) return null;
  const index = readyIndex(table, orderTarget(field));
  return index === undefined ? null : { text: textOf(index, table), parameters: [parameterOf(value), limit + 1] };
}

function textOf(index: EntityIndex, { records }: EntityTable): string {
  const known = texts.get(index);
  if (known !== undefined) return known;
  const text = `SELECT r.key, json(r.document) FROM ${quoted(records)} AS r INDEXED BY ${quoted(index.name)}
    WHERE r.${quoted(index.column)} = ? ORDER BY r.key LIMIT ?`;
  texts.set(index, text);
  return text;
}
