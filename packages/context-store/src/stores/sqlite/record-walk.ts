import type { SearchPosition } from '../../query/condition.ts';
import { compareText } from '../../query/stored-text.ts';
import { parameterOf } from './condition-sql.ts';
import type { ConnectionFile } from './connection-file.ts';
import type { EntityIndex, EntityTable } from './entity-table.ts';
import { all, type Fragment, identifier, sql, unpeeked, verbatim } from './fragment.ts';
import { isAfter, type OrderKey, orderBy } from './search-order.ts';

type IndexValue = string | number;

/** An end of a range of values. */
export interface RangeEnd {
  readonly value: IndexValue;
  readonly isInclusive: boolean;
}

/** The range to which a filter restricts the field that records are ordered by; null where it is unbounded. */
export interface ValueRange {
  readonly lower: RangeEnd | null;
  readonly upper: RangeEnd | null;
}

/** Consecutive records in an order. */
export interface Stretch {
  /** The index that provides this order. */
  readonly index: string;
  readonly where: Fragment;
  readonly orderBy: Fragment;
  /** Whether it can contain any number of records. */
  readonly isUnbounded: boolean;
  /** The value of each record if `orderBy` reverses the keys of equal values; null if it is the order of the query. */
  readonly reversedWithin: Fragment | null;
}

/** Position of a walk: among the records with one value of the first key (`block`; all records if there is no key), or between two values. */
type Place =
  | { readonly at: 'block'; readonly block: Fragment; readonly after: SearchPosition | null; readonly behind: Place }
  | { readonly at: 'range'; readonly from: RangeEnd | null }
  | { readonly at: 'end' };

const end: Place = { at: 'end' };
const row = 'r';
const key = verbatim('r.key');

/**
 * Walks the records of an entity in the order of a query, in stretches of a few records that are each found through an index. A stretch
 * never separates records with the same value of the first key, unless they exceed its size.
 */
export class RecordWalk {
  readonly #file: ConnectionFile;
  readonly #table: EntityTable;
  readonly #keys: readonly OrderKey[];
  readonly #index: EntityIndex | null;
  readonly #range: ValueRange;
  #place: Place;

  /** `index` is that of the first key; if it is null, there are no keys and the walk follows the record key. */
  constructor(
    file: ConnectionFile,
    table: EntityTable,
    order: { readonly keys: readonly OrderKey[]; readonly index: EntityIndex | null; readonly range: ValueRange },
    after: SearchPosition | null,
  ) {
    this.#file = file;
    this.#table = table;
    this.#keys = order.keys;
    this.#index = order.index;
    this.#range = order.range;
    this.#place = this.#start(after);
  }

  /** Returns the next stretch of about `size` records, which may be infinite; null at the end. */
  next(size: number): Stretch | null {
    const place = this.#place;
    switch (place.at) {
      case 'end':
        return null;
      case 'block':
        return this.#keys.length > 1 ? this.#wholeBlock(place) : this.#partOfBlock(place, size);
      case 'range':
        return this.#partOfRange(place.from, size);
    }
  }

  /** Continues with all records that have a value of the first key. */
  continueWith(value: IndexValue): void {
    this.#place = this.#block(value, null);
  }

  #start(after: SearchPosition | null): Place {
    if (this.#index === null) return { at: 'block', block: verbatim('1'), after, behind: end };
    if (after === null) return { at: 'range', from: this.#isDescending ? this.#range.upper : this.#range.lower };
    const [value, ...others] = after.values;
    const rest = { values: others, key: after.key };
    if (value === null || value === undefined) return this.#nulls(rest);
    return this.#block(parameterOf(value), rest);
  }

  get #isDescending(): boolean {
    return this.#keys[0]?.direction === 'desc';
  }

  get #column(): Fragment {
    return this.#index === null ? key : sql`r.${identifier(this.#index.column)}`;
  }

  #block(value: IndexValue, after: SearchPosition | null): Place {
    const behind: Place = { at: 'range', from: { value, isInclusive: false } };
    return { at: 'block', block: sql`${this.#column} = ${unpeeked(value)}`, after, behind };
  }

  #nulls(after: SearchPosition | null): Place {
    const isBounded = this.#range.lower !== null || this.#range.upper !== null;
    return isBounded ? end : { at: 'block', block: sql`${this.#column} IS NULL`, after, behind: end };
  }

  #wholeBlock({ block, after, behind }: Extract<Place, { at: 'block' }>): Stretch {
    const others = this.#keys.slice(1);
    this.#place = behind;
    const where = after === null ? block : all([block, isAfter(others, after, row)]);
    return { ...this.#stretch(where, orderBy(others, row)), isUnbounded: true };
  }

  #partOfBlock({ block, after, behind }: Extract<Place, { at: 'block' }>, size: number): Stretch {
    const where = after === null ? block : all([block, sql`${key} > ${after.key}`]);
    const last = this.#nth(key, where, key, size);
    if (last === null) {
      this.#place = behind;
      return this.#stretch(where, key);
    }
    this.#place = { at: 'block', block, after: { values: [], key: String(last) }, behind };
    return this.#stretch(all([where, sql`${key} <= ${String(last)}`]), key);
  }

  #partOfRange(from: RangeEnd | null, size: number): Stretch | null {
    const to = this.#isDescending ? this.#range.lower : this.#range.upper;
    const where = this.#between(from, to);
    const column = this.#column;
    const order = sql`${column} ${verbatim(this.#isDescending ? 'DESC' : 'ASC')}`;
    const last = this.#nth(column, where, order, size);
    if (last !== null && last === this.#nth(column, where, order, 1)) {
      this.#place = this.#block(last, null);
      return this.next(size);
    }
    this.#place = last === null ? this.#nulls(null) : { at: 'range', from: { value: last, isInclusive: true } };
    const [firstKey, ...others] = this.#keys;
    // With two bounds on one side, SQLite would read on to the farther one.
    const records = last === null ? where : this.#between(from, { value: last, isInclusive: false });
    if (this.#isDescending && others.length === 0) {
      return { ...this.#stretch(records, sql`${order}, ${key} DESC`), reversedWithin: column };
    }
    // The values of a range are not null, so the order of the index applies unchanged.
    return this.#stretch(records, firstKey === undefined ? key : sql`${order}, ${orderBy(others, row)}`);
  }

  #between(from: RangeEnd | null, to: RangeEnd | null): Fragment {
    const [forward, back] = this.#isDescending ? ['<', '>'] : ['>', '<'];
    return all([
      from === null ? sql`${this.#column} IS NOT NULL` : this.#bound(forward, from),
      ...(to === null ? [] : [this.#bound(back, to)]),
    ]);
  }

  #bound(sign: string | undefined, { value, isInclusive }: RangeEnd): Fragment {
    return sql`${this.#column} ${verbatim(`${sign}${isInclusive ? '=' : ''}`)} ${value}`;
  }

  #nth(value: Fragment, where: Fragment, order: Fragment, number: number): IndexValue | null {
    if (!Number.isFinite(number)) return null;
    const nth = sql`SELECT ${value} FROM ${identifier(this.#table.records)} AS r INDEXED BY ${identifier(this.#indexName)}
      WHERE ${where} ORDER BY ${order} LIMIT 1 OFFSET ${number - 1}`;
    return this.#file.row(nth)?.[0] ?? null;
  }

  #stretch(where: Fragment, order: Fragment): Stretch {
    return { index: this.#indexName, where, orderBy: order, isUnbounded: false, reversedWithin: null };
  }

  get #indexName(): string {
    return this.#index?.name ?? this.#table.keyIndex;
  }
}

/** Returns the intersection of two ranges. */
export function commonRange(one: ValueRange, other: ValueRange): ValueRange {
  return {
    lower: inner(one.lower, other.lower, (order) => order > 0),
    upper: inner(one.upper, other.upper, (order) => order < 0),
  };
}

function inner(one: RangeEnd | null, other: RangeEnd | null, isInner: (order: number) => boolean): RangeEnd | null {
  if (one === null || other === null) return one ?? other;
  const order = compare(one.value, other.value);
  if (order === 0) return { value: one.value, isInclusive: one.isInclusive && other.isInclusive };
  return isInner(order) ? one : other;
}

// SQLite's order: numbers before texts.
function compare(one: IndexValue, other: IndexValue): number {
  if (typeof one === 'string') return typeof other === 'string' ? compareText(one, other) : 1;
  return typeof other === 'string' ? -1 : one - other;
}
