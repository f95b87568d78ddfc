import type { Condition, FieldReference, Scalar, SearchPosition, SortKey } from '../../query/condition.ts';
import { integerOfKey } from '../../query/decimal-key.ts';
import { flattened, isExactIn, isOrdered, orderTarget } from './candidates.ts';
import { parameterOf } from './condition-sql.ts';
import { type EntityIndex, type EntityTable, isInOrder, readyIndex } from './entity-table.ts';
import { compareExactly, isVeryNegative } from './exact-number-sql.ts';
import { orderedValue } from './field-sql.ts';
import { all, type Fragment, joined, some, sql, unpeeked, verbatim } from './fragment.ts';

/** One key of an order, as SQL. */
export interface OrderKey {
  readonly value: Fragment;
  readonly direction: SortKey['direction'];
  /** Whether SQLite's order of the values is theirs (`isInOrder`). */
  readonly isInOrder: boolean;
}

const directions = { asc: verbatim('ASC NULLS LAST'), desc: verbatim('DESC NULLS LAST') };

/** The keys of an order, before the record key that ends every order. `row` is the name the records have in the statement. */
export function orderKeys(sort: readonly SortKey[], table: EntityTable, row: string): readonly OrderKey[] {
  return sort.map(({ field, direction }) => ({
    value: orderedValue(row, field),
    direction,
    isInOrder: isInOrder(table, field.type),
  }));
}

/** The index that has the records in the order of the first key; null when none is ready, or has its values in another order. */
export function orderIndex(sort: readonly SortKey[], table: EntityTable): EntityIndex | null {
  const [first] = sort;
  if (first === undefined || !isInOrder(table, first.field.type)) return null;
  return readyIndex(table, orderTarget(first.field)) ?? null;
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

/** The terms of ORDER BY: nulls last in both directions, then the record key. */
export function orderBy(keys: readonly OrderKey[], row: string): Fragment {
  const terms = keys.flatMap(({ value, direction, isInOrder: isOrdered }) => [
    ...(isOrdered ? [] : [sql`${isVeryNegative(value)} ${directions[direction === 'asc' ? 'desc' : 'asc']}`]),
    sql`${value} ${directions[direction]}`,
  ]);
  return joined([...terms, verbatim(`${row}.key`)], ', ');
}

/** A value of an order as a position has it. */
export function positionValue({ type }: FieldReference, value: string | number | null): Scalar {
  if (type === 'boolean') return value === null ? null : value === 1;
  const isKey = typeof value === 'string' && (type === 'integer' || type === 'number');
  return isKey ? integerOfKey(value) : value;
}

/** Whether a record comes after a position. */
export function isAfter(keys: readonly OrderKey[], { values, key }: SearchPosition, row: string): Fragment {
  const equal: Fragment[] = [];
  const alternatives: Fragment[] = [];
  keys.forEach((orderKey, index) => {
    const value = values[index] ?? null;
    if (value !== null) alternatives.push(all([...equal, isBeyond(orderKey, value)]));
    equal.push(sql`${orderKey.value} IS ${unpeeked(parameterOf(value))}`);
  });
  alternatives.push(all([...equal, sql`${verbatim(`${row}.key`)} > ${key}`]));
  return some(alternatives);
}

function isBeyond({ value, direction, isInOrder: isOrdered }: OrderKey, than: Exclude<Scalar, null>): Fragment {
  const sign = direction === 'asc' ? '>' : '<';
  const operand = parameterOf(than);
  const isFarther = isOrdered ? sql`${value} ${verbatim(sign)} ${operand}` : compareExactly(value, sign, operand);
  return sql`(${isFarther} OR ${value} IS NULL)`;
}
