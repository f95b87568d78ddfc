import type { Condition, Scalar, SearchPosition, SortKey } from '../../query/condition.ts';
import { flattened, isExactIn, isOrdered, orderTarget } from './candidates.ts';
import { parameterOf } from './condition-sql.ts';
import { type EntityIndex, type EntityTable, readyIndex } from './entity-table.ts';
import { orderedValue } from './field-sql.ts';
import { all, type Fragment, joined, some, sql, verbatim } from './fragment.ts';

/** One key of an order, as SQL. */
export interface OrderKey {
  readonly value: Fragment;
  readonly direction: SortKey['direction'];
}

const directions = { asc: verbatim('ASC'), desc: verbatim('DESC') };

/** The keys of an order, before the record key that ends every order. `row` is the name the records have in the statement. */
export function orderKeys(sort: readonly SortKey[], row: string): readonly OrderKey[] {
  return sort.map(({ field, direction }) => ({ value: orderedValue(`${row}.document`, field), direction }));
}

/** The index that has the records in the order of the first key. */
export function orderIndex(sort: readonly SortKey[], table: EntityTable): EntityIndex | null {
  const [first] = sort;
  return first === undefined ? null : (readyIndex(table, orderTarget(first.field)) ?? null);
}

/**
 * The order in which the index of a field has what is equal to a value: the order by this field, and from there the same as the one by
 * the record key.
 */
export interface EqualOrder {
  readonly sort: readonly SortKey[];
  readonly value: Exclude<Scalar, null>;
}

/** The order of an index that finds what a filter wants to be equal, for a search that is ordered by the record key. Null when there is none. */
export function equalOrder(filter: Condition | null, table: EntityTable): EqualOrder | null {
  for (const condition of filter === null ? [] : flattened(filter)) {
    if (condition.kind !== 'compare' || condition.operator !== 'eq') continue;
    const { field, value } = condition;
    if (value === null || !isOrdered(field) || !isExactIn(field, value)) continue;
    const sort: readonly SortKey[] = [{ field, direction: 'asc' }];
    if (orderIndex(sort, table) !== null) return { sort, value };
  }
  return null;
}

/** What stands behind ORDER BY: nulls last in both directions, the record key at the end. */
export function orderBy(keys: readonly OrderKey[], row: string): Fragment {
  const terms = keys.flatMap(({ value, direction }) => [sql`${value} IS NULL`, sql`${value} ${directions[direction]}`]);
  return joined([...terms, verbatim(`${row}.key`)], ', ');
}

/** Whether a record stands behind a position. */
export function isAfter(keys: readonly OrderKey[], { values, key }: SearchPosition, row: string): Fragment {
  const equal: Fragment[] = [];
  const alternatives: Fragment[] = [];
  keys.forEach((orderKey, index) => {
    const value = values[index] ?? null;
    if (value !== null) alternatives.push(all([...equal, isBeyond(orderKey, value)]));
    equal.push(sql`${orderKey.value} IS ${parameterOf(value)}`);
  });
  alternatives.push(all([...equal, sql`${verbatim(`${row}.key`)} > ${key}`]));
  return some(alternatives);
}

function isBeyond({ value, direction }: OrderKey, than: Exclude<Scalar, null>): Fragment {
  const sign = verbatim(direction === 'asc' ? '>' : '<');
  return sql`(${value} ${sign} ${parameterOf(than)} OR ${value} IS NULL)`;
}
