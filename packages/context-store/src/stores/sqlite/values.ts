import { sortedLength } from '../../query/bounds.ts';
import type { FieldReference } from '../../query/condition.ts';
import { type FieldType, isKeyed } from '../../query/field-type.ts';
import type { StoredRecord, StoredValue } from '../context-store.ts';
import { type Fragment, joined, sql, verbatim } from './fragment.ts';

/** A search field, and the members below it that the path leads through. */
export type FieldPath = readonly [root: string, ...below: string[]];

/** Returns the path of a field reference. */
export function pathOf({ root, below }: FieldReference): FieldPath {
  return [root, ...below];
}

/** Returns a path in the syntax of SQLite's JSON functions. */
export function jsonPath(names: readonly string[]): string {
  return ['$', ...names.map((name) => JSON.stringify(name))].join('.');
}

const numberTypes = "('integer', 'real')";

/** The columns of a row that contain its fields: the document, and the keys of its decimals and times. */
export interface RowColumns {
  readonly document: string;
  readonly keys: string;
}

/**
 * Returns the SQL text of the value that a field is ordered by: the first 200 code points of a text, a number (`exactNumberText`), the key
 * of a decimal or time, 0 and 1 for false and true, or null. `path` is the text of the path. Members are stored unchanged, so their type is
 * checked.
 */
export function orderedValueText(
  { document, keys }: RowColumns,
  path: string,
  type: FieldType,
  isMember: boolean,
): string {
  if (isKeyed(type)) return `${keys} ->> ${path}`;
  const value = scalarText(document, path, type);
  if (!isMember) return value;
  return `CASE WHEN json_type(${document}, ${path}) IN ${jsonTypes(type)} THEN ${value} END`;
}

function scalarText(document: string, path: string, type: FieldType): string {
  if (type === 'string') return `substr(${document} ->> ${path}, 1, ${sortedLength})`;
  return type === 'boolean' ? `(${document} ->> ${path}) + 0.0` : exactNumberText(document, path);
}

/** Returns the value that a field of a row is ordered by. `row` is the row's name in the statement. */
export function orderedValue(row: string, field: FieldReference): Fragment {
  const columns = { document: `${row}.document`, keys: `${row}.sort_keys` };
  return withPath(orderedValueText(columns, '?', field.type, field.below.length > 0), field);
}

/** Returns a number in any field of a document, as `exactNumberText` does. */
export function exactNumber(document: Fragment, path: string): Fragment {
  return filledIn(exactNumberText('!', '?'), { '!': document, '?': sql`${path}` });
}

function withPath(text: string, field: FieldReference): Fragment {
  return filledIn(text, { '?': sql`${jsonPath(pathOf(field))}` });
}

// None of these texts contains a literal with a question mark.
function filledIn(text: string, parts: Readonly<Record<string, Fragment>>): Fragment {
  const pieces = text.split(/([?!])/).map((piece) => parts[piece] ?? verbatim(piece));
  return joined(pieces, '');
}

/** Returns the JSON type of the value at a path; a missing value counts as null. */
export function typeAt(document: Fragment, path: string): Fragment {
  return sql`ifnull(json_type(${document}, ${path}), 'null')`;
}

function jsonTypes(type: FieldType): string {
  if (type === 'string') return "('text')";
  return type === 'boolean' ? "('true', 'false')" : numberTypes;
}

const minPlain = Number.MIN_SAFE_INTEGER;
const maxPlain = Number.MAX_SAFE_INTEGER;

/**
 * SQL text of a number of a document in comparable form: a double up to 2^53, and beyond it the `decimalKey` of the integer, because SQLite
 * has no integers beyond 2^63. Positive keys therefore sort after everything else and negative ones before them, after the doubles, so the
 * order is wrong once there are negative keys (`hasVeryNegative`).
 */
function exactNumberText(document: string, path: string): string {
  const value = `${document} ->> ${path}`;
  const digits = `(${document} -> ${path})`;
  const positive = `'2' || (5000 + length(${digits})) || rtrim(${digits}, '0')`;
  const negative = `'0' || (5000 - length(${digits})) || ${complemented(`rtrim(substr(${digits}, 2), '0')`)} || '~'`;
  return `CASE WHEN ${value} BETWEEN ${minPlain} AND ${maxPlain} THEN (${value}) + 0.0
    WHEN ${value} > 0 THEN ${positive} WHEN ${value} < 0 THEN ${negative} END`;
}

/** Whether a number of `exactNumberText` is below -2^53: it sorts after the doubles but belongs before them. */
export function isVeryNegative(value: Fragment): Fragment {
  return sql`(${value} >= '' AND ${value} < '1')`;
}

/** Compares numbers of `exactNumberText` by value. */
export function compareExactly(value: Fragment, sign: '>' | '>=' | '<' | '<=', operand: string | number): Fragment {
  const compared = sql`${value} ${verbatim(sign)} ${operand}`;
  const isUp = sign === '>' || sign === '>=';
  if (typeof operand === 'number') {
    return isUp ? sql`(${compared} AND NOT ${isVeryNegative(value)})` : sql`(${compared} OR ${isVeryNegative(value)})`;
  }
  if (operand.startsWith('2')) return compared;
  // Doubles are less than every text.
  return isUp ? sql`(${compared} OR ${value} < '')` : sql`(${compared} AND ${value} >= '')`;
}

function complemented(digits: string): string {
  return Array.from({ length: 10 }, (_, digit) => digit).reduce(
    (text, digit) => `replace(${text}, '${digit}', '${String.fromCharCode(106 - digit)}')`,
    digits,
  );
}

/** Whether a document has a number below -2^53 in a field or a nested member. */
export function hasVeryNegative(document: StoredRecord['document']): boolean {
  for (const name in document) if (isOrHas(document[name] ?? null)) return true;
  return false;
}

function isOrHas(value: StoredValue): boolean {
  if (typeof value === 'bigint') return value < 0n;
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    hasVeryNegative(value as StoredRecord['document'])
  );
}
