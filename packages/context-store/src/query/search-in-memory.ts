import type { SearchPage, StoredRecord } from '../stores/context-store.ts';
import type { EntityLayout } from '../stores/entity-layout.ts';
import { sortedLength } from './bounds.ts';
import type { Scalar, SearchPosition, SearchQuery, SortKey } from './condition.ts';
import { comparedValue, evaluate } from './evaluate.ts';
import { compareNumbers, isNumber } from './exact-number.ts';
import { isKeyed } from './field-type.ts';
import { recordWriter } from './result-record.ts';
import { compareText, firstCodePoints } from './stored-text.ts';

/** Evaluates a query on records in memory: the reference for every store, written for reading, not for speed. */
export function searchInMemory(layout: EntityLayout, records: readonly StoredRecord[], query: SearchQuery): SearchPage {
  const { filter, sort, after, limit } = query;
  const order = positionOrder(sort);
  const remaining = records
    .filter(({ document }) => filter === null || evaluate(filter, document))
    .filter((record) => after === null || order(positionOf(record, sort), after) > 0)
    .sort(compareRecords(sort));
  const page = remaining.slice(0, limit);
  const last = page.at(-1);
  const write = recordWriter(layout, query.fields);
  return {
    records: page.map(({ document }) => write(document)),
    keys: page.map(({ key }) => key),
    next: remaining.length > limit && last !== undefined ? positionOf(last, sort) : null,
  };
}

/** Order of two places: negative when the first one comes first, 0 when they are the same. */
type PositionOrder = (one: SearchPosition, other: SearchPosition) => number;

/** Position of a record in the order of a query: the content of a cursor. */
export function positionOf(record: StoredRecord, sort: readonly SortKey[]): SearchPosition {
  return { values: sort.map((key) => sortValue(key, record)), key: record.key };
}

/**
 * The order of a query: key by key, null after every value in both directions, and the record key (ascending by code points) at
 * last.
 */
function positionOrder(sort: readonly SortKey[]): PositionOrder {
  return (one, other) => {
    for (const [index, { direction }] of sort.entries()) {
      const order = compareValues(one.values[index] ?? null, other.values[index] ?? null, direction);
      if (order !== 0) return order;
    }
    return compareText(one.key, other.key);
  };
}

/** Compares records in the order of a query. */
export function compareRecords(sort: readonly SortKey[]): (one: StoredRecord, other: StoredRecord) => number {
  const order = positionOrder(sort);
  return (one, other) => order(positionOf(one, sort), positionOf(other, sort));
}

// A member of an object is stored as it came, so it may not be of its declared type: such a value is sorted as null.
function sortValue({ field }: SortKey, { document }: StoredRecord): Scalar {
  const value = comparedValue(field, document);
  if (isKeyed(field.type)) return value as string | null;
  switch (field.type) {
    case 'string':
      return typeof value === 'string' ? firstCodePoints(value, sortedLength) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    default:
      return isNumber(value) ? value : null;
  }
}

function compareValues(one: Scalar, other: Scalar, direction: SortKey['direction']): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const order = compareScalars(one, other);
  return direction === 'asc' ? order : -order;
}

function compareScalars(one: NonNullable<Scalar>, other: NonNullable<Scalar>): number {
  if (typeof one === 'string' && typeof other === 'string') return compareText(one, other);
  return isNumber(one) && isNumber(other) ? compareNumbers(one, other) : Number(one) - Number(other);
}
