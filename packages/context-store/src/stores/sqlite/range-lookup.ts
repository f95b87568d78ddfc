import type { SearchQuery } from '../../query/condition.ts';
import type { EntityTable } from './entity-table.ts';
import { all, type Fragment, identifier, sql, unpeeked, verbatim } from './fragment.ts';
import type { RangeEnd } from './record-walk.ts';
import { orderIndex } from './search-order.ts';
import { shortDocument } from './short-document.ts';
import { divideFilter } from './sort-range.ts';

/** A range of an index. */
export interface RangeLookup {
  /**
   * Returns key, document and value of one record more than requested, ordered by value and then by key, both in the direction of the
   * search.
   */
  readonly statement: Fragment;
  /** Whether the filter excludes records without a value, which follow all others. */
  readonly isBounded: boolean;
}

/** Whether a search is for the first records in the order of one field, among all records or those with values in a range. */
export function isRangeLookup({ filter, sort, after }: SearchQuery): boolean {
  return sort.length === 1 && after === null && divideFilter(filter, sort).rest.length === 0;
}

/** Returns the lookup of a search that `isRangeLookup`; null without an index. */
export function rangeLookup({ filter, sort, limit }: SearchQuery, table: EntityTable): RangeLookup | null {
  const index = orderIndex(sort, table);
  if (index === null) return null;
  const { lower, upper } = divideFilter(filter, sort).range;
  const column = sql`r.${identifier(index.column)}`;
  const bound = (sign: string, { value, isInclusive }: RangeEnd) =>
    sql`${column} ${verbatim(isInclusive ? `${sign}=` : sign)} ${unpeeked(value)}`;
  const isBounded = lower !== null || upper !== null;
  const where = all([
    ...(isBounded ? [] : [sql`${column} IS NOT NULL`]),
    ...(lower === null ? [] : [bound('>', lower)]),
    ...(upper === null ? [] : [bound('<', upper)]),
  ]);
  // The same direction for both, so that SQLite reads the index in order without sorting.
  const direction = verbatim(sort[0]?.direction === 'desc' ? 'DESC' : 'ASC');
  const statement = sql`SELECT r.key, ${verbatim(shortDocument)}, ${column}
    FROM ${identifier(table.records)} AS r INDEXED BY ${identifier(index.name)}
    WHERE ${where} ORDER BY ${column} ${direction}, r.key ${direction} LIMIT ${unpeeked(limit + 1)}`;
  return { statement, isBounded };
}
