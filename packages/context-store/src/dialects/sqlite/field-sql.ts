import { sortedLength } from '../../query/bounds.ts';
import type { FieldReference, FieldType } from '../../query/condition.ts';
import { type Fragment, sql } from './fragment.ts';

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

/**
 * The value a field is ordered by: a text up to its 200th code point, a number, 0 and 1 for false and true, or null. `document` and
 * `path` are the texts of the JSON and of the path. Members are stored as they came, so their type is looked at.
 */
export function orderedValueText(document: string, path: string, type: FieldType, isMember: boolean): string {
  // Whole numbers become doubles, as they compare.
  const value =
    type === 'string' ? `substr(${document} ->> ${path}, 1, ${sortedLength})` : `(${document} ->> ${path}) + 0.0`;
  if (!isMember) return value;
  return `CASE WHEN json_type(${document}, ${path}) IN ${jsonTypes(type)} THEN ${value} END`;
}

/** The value a field is ordered by, of the document of a row. */
export function orderedValue(document: string, field: FieldReference): Fragment {
  const text = orderedValueText(document, '?', field.type, field.below.length > 0);
  const path = jsonPath(pathOf(field));
  return { text, parameters: [...text].filter((character) => character === '?').map(() => path) };
}

/** The JSON type of the value at a path; a value that is missing counts as null. */
export function typeAt(document: Fragment, path: string): Fragment {
  return sql`ifnull(json_type(${document}, ${path}), 'null')`;
}

function jsonTypes(type: FieldType): string {
  if (type === 'string') return "('text')";
  return type === 'boolean' ? "('true', 'false')" : numberTypes;
}
