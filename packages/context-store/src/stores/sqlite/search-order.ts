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
  /** Whether SQLite sorts the values correctly (`isInOrder`). */
  readonly isInOrder: boolean;
}

const directions = { asc: verbatim('ASC NULLS LAST'), desc: verbatim('DESC NULLS LAST') };

/** Returns the keys of an order, without the record key that ends every order. `row` is the name of the records in the statement. */
export function orderKeys(sort: readonly SortKey[], table: EntityTable, row: string): readonly OrderKey[] {
  return sort.map(({ field, direction }) => ({
    value: orderedValue(row, field),
    direction,
    isInOrder: isInOrder(table, field.type),
  }));
}

/** Returns the index that sorts records by the first key; null if none is ready, or if it sorts the values incorrectly. */
export function orderIndex(sort: readonly SortKey[], table: EntityTable): EntityIndex | null {
  const [first] = sort;
  if (first === undefined || !isInOrder(table, first.field.type)) return null;
  return readyIndex(table, orderTarget(first.field)) ?? null;
}

/** The order of the entries of an index that are equal to a value: by this field, and within it by the record key. */
export interface EqualOrder {
  readonly sort: readonly SortKey[];
  readonly value: Exclude<Scalar, null>;
}

/** Returns the order of an index that serves an equality of the filter, for a search ordered by the record key; null if there is none. */
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

/** Returns the terms of ORDER BY: nulls last in both directions, then the record key. */
export function orderBy(keys: readonly OrderKey[], row: string): Fragment {
  const terms = keys.flatMap(({ value, direction, isInOrder: isOrdered }) => [
    ...(isOrdered ? [] : [sql`${isVeryNegative(value)} ${directions[direction === 'asc' ? 'desc' : 'asc']}`]),
    sql`${value} ${directions[direction]}`,
  ]);
  return joined([...terms, verbatim(`${row}.key`)], ', ');
}

/** Converts a value of an order to one of a position. */
export function positionValue({ type }: FieldReference, value: string | number | null): Scalar {
  if (type === 'boolean') return value === null ? null : value === 1;
  const isKey = typeof value === 'string' && (type === 'integer' || type === 'number');
  return isKey ? integerOfKey(value) : value;
}

/** Returns the condition that a record comes after a position. */
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
