import { sortedLength } from '../../query/bounds.ts';
import type { FieldReference, FieldType } from '../../query/condition.ts';
import { exactNumberText } from './exact-number-sql.ts';
import { type Fragment, joined, sql, verbatim } from './fragment.ts';

/** The search field a path begins with and the members that lead on from there. */
export type FieldPath = readonly [root: string, ...below: string[]];

/** The path of a field reference below a search field. */
export function pathOf({ root, below }: FieldReference): FieldPath {
  return [root, ...below];
}

/** A path as SQLite's JSON functions take it. */
export function jsonPath(names: readonly string[]): string {
  return ['$', ...names.map((name) => JSON.stringify(name))].join('.');
}

const numberTypes = "('integer', 'real')";

/** The columns of a row with what its fields are: the document, and beside it the keys of its decimals. */
export interface RowColumns {
  readonly document: string;
  readonly decimals: string;
}

/**
 * The value a field is ordered by: a text up to its 200th code point, a number (`exactNumberText`), the key of a decimal, 0 and 1 for
 * false and true, or null. `path` is the text of the path. Members are stored as they came, so their type is looked at.
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

/** The value a field is ordered by, of a row by its name in the statement. */
export function orderedValue(row: string, field: FieldReference): Fragment {
  const columns = { document: `${row}.document`, decimals: `${row}.decimals` };
  return withPath(orderedValueText(columns, '?', field.type, field.below.length > 0), field);
}

/** A number of any field of a document, as `exactNumberText` returns it. */
export function exactNumber(document: Fragment, path: string): Fragment {
  return filledIn(exactNumberText('!', '?'), { '!': document, '?': sql`${path}` });
}

function withPath(text: string, field: FieldReference): Fragment {
  return filledIn(text, { '?': sql`${jsonPath(pathOf(field))}` });
}

// None of these texts has a literal with a mark in it.
function filledIn(text: string, parts: Readonly<Record<string, Fragment>>): Fragment {
  const pieces = text.split(/([?!])/).map((piece) => parts[piece] ?? verbatim(piece));
  return joined(pieces, '');
}

/** The JSON type of the value at a path; a value that is missing counts as null. */
export function typeAt(document: Fragment, path: string): Fragment {
  return sql`ifnull(json_type(${document}, ${path}), 'null')`;
}

function jsonTypes(type: FieldType): string {
  if (type === 'string') return "('text')";
  return type === 'boolean' ? "('true', 'false')" : numberTypes;
}
