import { sortedLength } from '../../query/bounds.ts';
import { timeForm, type ValueType, valueType } from '../../query/field-type.ts';
import { firstCodePoints } from '../../query/stored-text.ts';
import type { LayoutField } from '../entity-layout.ts';

/**
 * How a search field is stored. The value of a decimal or time that can be compared is stored alongside the vendor's, and so are the keys of
 * the times inside JSON.
 */
export type ColumnKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'decimal-text'
  | 'time-text'
  | 'time-number'
  | 'json'
  | 'json-with-times';

const kinds: Readonly<Record<ValueType, 'text' | 'number' | 'boolean' | 'json'>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  object: 'json',
  array: 'json',
  any: 'json',
};

/** The kind of columns that store a field. */
export function columnKind({ type, members, own }: LayoutField): ColumnKind {
  if (type === 'decimal') return 'decimal-text';
  const kind = kinds[valueType(type)];
  if (timeForm(type) !== null) return kind === 'text' ? 'time-text' : 'time-number';
  const hasTimes = own === true || Object.values(members).some((member) => timeForm(member) !== null);
  return kind === 'json' && hasTimes ? 'json-with-times' : kind;
}

/** The columns of one search field. Their names are derived from a number, never from the field name. */
export interface FieldColumns {
  readonly field: LayoutField;
  readonly kind: ColumnKind;
  /** Position in the table's history of fields. It never changes. */
  readonly number: number;
  /**
   * The value: the first 200 code points of a text (`sortedLength`), the number of a decimal, the key of a time, or the unchanged JSON of an
   * object or array.
   */
  readonly value: string;
  /** The remainder of a text of 200 code points or more, null for shorter ones. For a decimal or time, the vendor's whole value. */
  readonly rest: string;
  /** The whole folded text; null if folding only affects A to Z. */
  readonly folded: string;
  /** The searchable texts of a JSON value (`searchableTexts`); null if all are ASCII. */
  readonly texts: string;
  /** The keys of the times inside a JSON value, in an object of the same shape. */
  readonly keys: string;
}

/** Names the columns of a field by its number. */
export function fieldColumns(field: LayoutField, number: number): FieldColumns {
  return {
    field,
    kind: columnKind(field),
    number,
    value: `f${number}`,
    rest: `r${number}`,
    folded: `l${number}`,
    texts: `t${number}`,
    keys: `k${number}`,
  };
}

/** A column definition as written in DDL and `json_to_recordset`. */
export interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
}

/** The columns that exist for a field. */
export function columnDefinitions({
  kind,
  value,
  rest,
  folded,
  texts,
  keys,
}: FieldColumns): readonly ColumnDefinition[] {
  switch (kind) {
    case 'text':
      return [value, rest, folded].map(textColumn);
    case 'number':
      return [{ name: value, type: 'numeric' }];
    case 'decimal-text':
      return [{ name: value, type: 'numeric' }, ...[rest, folded].map(textColumn)];
    case 'time-text':
      return [value, rest, folded].map(textColumn);
    case 'time-number':
      return [textColumn(value), { name: rest, type: 'numeric' }];
    case 'boolean':
      return [{ name: value, type: 'boolean' }];
    case 'json':
      return [value, texts].map(jsonColumn);
    case 'json-with-times':
      return [value, texts, keys].map(jsonColumn);
  }
}

const textColumn = (name: string): ColumnDefinition => ({ name, type: 'text collate "C"' });

const jsonColumn = (name: string): ColumnDefinition => ({ name, type: 'json' });

/** Whether columns hold JSON. */
export function isJson({ kind }: FieldColumns): boolean {
  return kind === 'json' || kind === 'json-with-times';
}

/** Whether columns hold a text that can be searched. */
export function isText({ kind }: FieldColumns): boolean {
  return kind === 'text' || kind === 'decimal-text' || kind === 'time-text';
}

/**
 * Kinds of indexes of a field: values in ascending order, values in descending order with ascending keys (for fields with few distinct
 * values), parts of texts, and values inside JSON.
 */
export type IndexKind = 'ordered' | 'descending' | 'parts' | 'members';

/** The table of one entity, with the columns of a layout. */
export interface EntityTable {
  readonly entityId: number;
  readonly name: string;
  /** Columns by name of the search field, in layout order. */
  readonly columns: ReadonlyMap<string, FieldColumns>;
  /** Identifies the columns that documents are written to; part of every digest. */
  readonly signature: string;
  /** Names of the valid indexes when last read; refreshed while the table is in use. */
  readonly indexes: Set<string>;
}

/** The name of the index of a kind on a field. */
export function indexName(table: Pick<EntityTable, 'name'>, kind: IndexKind, columns: FieldColumns): string {
  return `${table.name}_${kind}_${columns.number}`;
}

/** Whether a field has a valid index of a kind. */
export function hasIndex(table: EntityTable, kind: IndexKind, columns: FieldColumns): boolean {
  return table.indexes.has(indexName(table, kind, columns));
}

/** A text as stored in its two columns. */
export interface HeadAndRest {
  readonly head: string;
  /** Null for a text shorter than the maximum head, so that a short operand never equals the head of a longer text. */
  readonly rest: string | null;
}

/**
 * Splits a text after its first 200 code points (`sortedLength`): texts are sorted by this head, and it fits into an index. Comparing
 * heads, then rests, compares the texts.
 */
export function headAndRest(text: string): HeadAndRest {
  if (text.length < sortedLength) return { head: text, rest: null };
  const head = firstCodePoints(text, sortedLength);
  const isShorter = head.length === text.length && Array.from(head).length < sortedLength;
  return { head, rest: isShorter ? null : text.slice(head.length) };
}

/** SQL of a whole text: head and rest, or the text that a decimal or time keeps. */
export function wholeText({ kind, value, rest }: FieldColumns): string {
  return kind === 'text' ? `(${value} || coalesce(${rest}, ''))` : rest;
}

/** SQL of a whole folded text. Equal to `fold`, because texts without a stored folded form only need A to Z folded. */
export function foldedText(columns: FieldColumns): string {
  return `coalesce(${columns.folded}, lower(${wholeText(columns)} collate "C"))`;
}

/** SQL of a JSON value nested under the connection ID, so that one index serves all connections without mixing them. */
export function scopedJson({ value }: FieldColumns): string {
  return `jsonb_set('{}', array[connection_id::text], ${value}::jsonb)`;
}
