import { dropMembers, keepMembers, memberTree } from '@connectory/exact-json';

/** Which fields of each record to keep; `select` wins over `exclude`. Dotted paths reach into nested objects and arrays of objects. */
export interface FieldChoice {
  readonly select: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
}

/** Splits a dotted path into the names of members. */
export type PathSplitter = (path: string) => readonly string[];

/**
 * Reduces the JSON text of one record, or of an array of records, to the chosen fields, whose values stay the bytes they are. Throws
 * `JsonSyntaxError` for text that is not JSON where it is looked at.
 */
export type FieldChooser = (json: Buffer) => Buffer;

/**
 * Prepares a choice; undefined when it changes nothing, so that records can stay the bytes they are. Names that do not occur
 * are ignored.
 */
export function fieldChooser(
  { select = [], exclude = [] }: FieldChoice,
  split: PathSplitter = (path) => path.split('.'),
): FieldChooser | undefined {
  const [paths, cut] = select.length > 0 ? [select, keepMembers] : [exclude, dropMembers];
  if (paths.length === 0) return undefined;
  const tree = memberTree(paths.map(split));
  return (json) => cut(json, tree);
}
