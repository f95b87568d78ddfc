import { sortedLength } from '../../query/bounds.ts';
import type { FieldReference, FieldType } from '../../query/condition.ts';
import { exactNumberText } from './exact-number-sql.ts';
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

/** The columns of a row that contain its fields: the document, and the keys of its decimals. */
export interface RowColumns {
  readonly document: string;
  readonly decimals: string;
}

/**
 * Returns the SQL text of the value that a field is ordered by: the first 200 code points of a text, a number (`exactNumberText`), the key
 * of a decimal, 0 and 1 for false and true, or null. `path` is the text of the path. Members are stored unchanged, so their type is
 * checked.
 */
export function orderedValueText(
  { document, decimals }: RowColumns,
  path: string,
  type: FieldType,
  isMember: boolean,
): string {
  if (type === 'decimal') return `${decimals} ->> ${path}`;
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
  const columns = { document: `${row}.document`, decimals: `${row}.decimals` };
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
