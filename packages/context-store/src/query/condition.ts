import type { FieldType } from './field-type.ts';

/**
 * A value a field can be compared with. Integers beyond 2^53 are `bigint`, all other numbers are not (`exactNumber`); what a decimal or time
 * is compared with is the key of its value (`keyOf`).
 */
export type Scalar = string | number | bigint | boolean | null;

/** A field a query names: the search field it begins with, the whole dotted path, and the type found there. */
export interface FieldReference {
  /** Name of the search field; it may contain dots itself (`customer.id`). */
  readonly root: string;
  /** Members below the root, empty for the search field itself. */
  readonly below: readonly string[];
  readonly type: FieldType;
}

/** The operators that compare a field with one value. */
export type ComparisonOperator = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte';

/**
 * A filter as a frozen tree (spec/search.md). Inside `any` the references are relative to one element of the array: `root` is
 * empty and `below` leads from the element.
 */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'not'; readonly condition: Condition }
  | {
      readonly kind: 'compare';
      readonly operator: ComparisonOperator;
      readonly field: FieldReference;
      readonly value: Scalar;
    }
  | { readonly kind: 'in'; readonly field: FieldReference; readonly values: readonly Scalar[] }
  | { readonly kind: 'like'; readonly field: FieldReference; readonly pattern: LikePattern }
  | { readonly kind: 'keyword' | 'fuzzy'; readonly field: FieldReference; readonly words: readonly string[] }
  | { readonly kind: 'contains'; readonly field: FieldReference; readonly value: Scalar }
  | { readonly kind: 'any'; readonly field: FieldReference; readonly condition: Condition };

/** A like operand taken apart, folded to compare without case: texts, any one code point, any run of them. */
export type LikePattern = readonly (string | { readonly wildcard: 'one' | 'many' })[];

/** One sort condition. */
export interface SortKey {
  readonly field: FieldReference;
  readonly direction: 'asc' | 'desc';
}

/** Periods that times are grouped by, in the order of their length; a week is one of ISO 8601 and starts on Monday. */
export const bucketUnits = ['day', 'week', 'month', 'year'] as const;

/** The period of a time in a time zone, identified by its first day. */
export interface TimeBucket {
  readonly unit: (typeof bucketUnits)[number];
  /** A name of the IANA database. */
  readonly timeZone: string;
}

/** One field that records are grouped by: by its value, or by the period that its time is in. */
export interface GroupKey {
  /** The path as requested, which is its name in the rows. */
  readonly name: string;
  readonly field: FieldReference;
  readonly bucket: TimeBucket | null;
}

/** What is computed of the records of a group. */
export const aggregateOperators = ['count', 'count_distinct', 'sum', 'avg', 'min', 'max'] as const;

/** One computed value of each group. */
export interface AggregatedValue {
  readonly name: string;
  readonly operator: (typeof aggregateOperators)[number];
  /** Null to count records. */
  readonly field: FieldReference | null;
}

/** A column of the rows, group keys first and then values, and its direction. */
export interface RowOrder {
  readonly column: number;
  readonly direction: 'asc' | 'desc';
}

/** Groups of records and what to compute of each. Without keys, all records are one group. */
export interface Aggregation {
  readonly groups: readonly GroupKey[];
  readonly values: readonly AggregatedValue[];
  /** Contains every group key, so that the order is total. */
  readonly sort: readonly RowOrder[];
}

/** A parsed search: the filter, the order, the limit, the position, and which fields of each result to return. */
export interface SearchQuery {
  /** Null finds everything. */
  readonly filter: Condition | null;
  /** The record key ends every order, ascending. */
  readonly sort: readonly SortKey[];
  /** Maximum number of records or groups; 0 only counts the records. */
  readonly limit: number;
  /** The sort values and the key of the last record of the previous page. */
  readonly after: SearchPosition | null;
  /** Null returns every search field. */
  readonly fields: readonly (readonly string[])[] | null;
  /** Null finds records. */
  readonly aggregate: Aggregation | null;
  readonly connector: string;
  readonly entity: string;
}

/** A place in the order of a query. Texts are cut to the code points that the order looks at (`sortedLength`). */
export interface SearchPosition {
  readonly values: readonly Scalar[];
  readonly key: string;
}

/** The fields that a condition is about; those of elements of an array count as the array. */
export function fieldsOf(condition: Condition): readonly FieldReference[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap(fieldsOf);
    case 'not':
      return fieldsOf(condition.condition);
    default:
      return [condition.field];
  }
}

/** The paths of the fields that a condition is about, through arrays. */
export function pathsOf(condition: Condition): readonly (readonly string[])[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap(pathsOf);
    case 'not':
      return pathsOf(condition.condition);
    case 'any': {
      const array = pathOf(condition.field);
      return pathsOf(condition.condition).map((path) => [...array, ...path]);
    }
    default:
      return [pathOf(condition.field)];
  }
}

/** The steps of the path of a field; those in an element of an array begin there. */
export const pathOf = ({ root, below }: FieldReference): readonly string[] => (root === '' ? below : [root, ...below]);
