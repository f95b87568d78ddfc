import type { AggregatePage, StoredRecord } from '../stores/context-store.ts';
import { averageDigits, type Cell, cellOf, rowWriter } from './aggregate-cells.ts';
import type { AggregatedValue, Aggregation, GroupKey, RowOrder, SearchQuery } from './condition.ts';
import { comparedValue, evaluate, fieldValue } from './evaluate.ts';
import { keyOfUnits, quotient, unitsOfKey } from './exact-number.ts';
import { compareText } from './stored-text.ts';
import { bucketOf } from './time-bucket.ts';

type Records = readonly StoredRecord[];

/**
 * Counts and aggregates the records that match a query: the reference for every store, written for reading, not for speed. An aggregation
 * without group keys has exactly one row.
 */
export function aggregateInMemory(
  records: Records,
  { filter, aggregate, limit }: Pick<SearchQuery, 'filter' | 'aggregate' | 'limit'>,
): AggregatePage {
  const matching = records.filter(({ document }) => filter === null || evaluate(filter, document));
  const rows = aggregate === null ? [] : rowsOf(matching, aggregate);
  const write = aggregate === null ? () => '' : rowWriter(aggregate);
  return { rows: rows.slice(0, limit).map(write), total: matching.length, hasMore: rows.length > limit };
}

function rowsOf(records: Records, { groups, values, sort }: Aggregation): readonly (readonly Cell[])[] {
  const keysOf = (record: StoredRecord) => groups.map((group) => groupCell(group, record));
  const found = groups.length === 0 ? [records] : Map.groupBy(records, (one) => JSON.stringify(keysOf(one))).values();
  return Array.from(found, (group) => {
    const keys = group[0] === undefined ? [] : keysOf(group[0]);
    return [...keys, ...values.map((value) => valueCell(value, group))];
  }).sort(rowOrder(sort));
}

function groupCell({ field, bucket }: GroupKey, { document }: StoredRecord): Cell {
  const cell = cellOf(field.type, fieldValue(field, document));
  return cell === null || bucket === null ? cell : bucketOf(cell, bucket);
}

function valueCell({ operator, field }: AggregatedValue, records: Records): Cell {
  if (field === null) return number(records.length);
  if (operator === 'count') {
    return number(records.filter(({ document }) => comparedValue(field, document) !== null).length);
  }
  const cells = records
    .map(({ document }) => cellOf(field.type, fieldValue(field, document)))
    .filter((cell) => cell !== null)
    .sort(compareText);
  if (operator === 'count_distinct') return number(new Set(cells).size);
  if (cells.length === 0) return null;
  switch (operator) {
    case 'min':
      return cells[0] ?? null;
    case 'max':
      return cells.at(-1) ?? null;
    case 'sum':
      return keyOfUnits(sumOf(cells));
    case 'avg':
      return keyOfUnits(quotient(sumOf(cells), cells.length, averageDigits(field.type)));
  }
}

const number = (count: number): Cell => cellOf('integer', count);

function sumOf(keys: readonly string[]) {
  const decimals = keys.map(unitsOfKey);
  const scale = Math.max(...decimals.map((decimal) => decimal.scale));
  const inUnits = decimals.map((decimal) => decimal.units * 10n ** BigInt(scale - decimal.scale));
  return { units: inUnits.reduce((one, other) => one + other), scale };
}

// Null comes last in both directions.
function rowOrder(sort: readonly RowOrder[]): (one: readonly Cell[], other: readonly Cell[]) => number {
  return (one, other) => {
    for (const { column, direction } of sort) {
      const [left = null, right = null] = [one[column], other[column]];
      if (left === right) continue;
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      return direction === 'asc' ? compareText(left, right) : compareText(right, left);
    }
    return 0;
  };
}
