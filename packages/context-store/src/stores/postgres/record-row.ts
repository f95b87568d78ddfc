import { createHash } from 'node:crypto';
import { writeExactly } from '@connectory/exact-json';
import { decimalOfKey } from '../../query/exact-number.ts';
import { isKeyed, keyOf, timeForm } from '../../query/field-type.ts';
import { type KeyTree, keyedPaths, keyTree } from '../../query/key-tree.ts';
import { fold, words } from '../../query/stored-text.ts';
import type { StoredRecord, StoredValue } from '../context-store.ts';
import type { LayoutField } from '../entity-layout.ts';
import { columnDefinitions, type EntityTable, type FieldColumns, headAndRest, isJson, isText } from './entity-table.ts';
import { indexedWords, wordScope } from './words.ts';

/** One record as input of `json_to_recordset`. Columns without a value are omitted. */
export interface RecordRow {
  readonly values: Readonly<Record<string, unknown>>;
  /** All words of the record, for the vocabulary. */
  readonly words: ReadonlySet<string>;
}

const beyondAscii = /[^\0-\x7f]/;
/** Ends the words of a searchable text; no word contains it. */
const endOfWords = '\u0001';
/** SQL of the character that separates the words of a searchable text from its folded form. */
export const endOfWordsSql = 'chr(1)';

/** Returns a UUID that identifies the content of a document and the columns it is written to. */
export function documentDigest(table: EntityTable, { document }: StoredRecord): string {
  const content = [table.signature];
  for (const [name, { number }] of table.columns) {
    const value = own(document, name);
    if (value !== null) content.push(`${number}:${writeExactly(value)}`);
  }
  const hex = createHash('sha256').update(content.join('\n')).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** Returns the row of a record. */
export function recordRow(table: EntityTable, connectionId: string, record: StoredRecord, digest: string): RecordRow {
  const values: Record<string, unknown> = { key: record.key, digest };
  const scopedWords: string[] = [];
  const allWords = new Set<string>();
  for (const [name, columns] of table.columns) {
    const value = own(record.document, name);
    if (value === null) continue;
    const { type } = columns.field;
    if (isKeyed(type)) {
      const key = keyOf(type, value);
      if (key !== null) values[columns.value] = type === 'decimal' ? decimalOfKey(key) : key;
      values[columns.rest] = value;
    } else if (columns.kind !== 'text') values[columns.value] = value;
    if (isText(columns)) {
      const text = String(value);
      addText(values, columns, text);
      const scope = wordScope(connectionId, columns.number);
      for (const word of new Set(words(text))) {
        scopedWords.push(scope + word);
        allWords.add(word);
      }
    } else if (isJson(columns)) {
      const texts = searchableTexts(value);
      if (texts !== null) values[columns.texts] = texts;
      if (columns.kind === 'json-with-times') values[columns.keys] = timeKeys(columns.field, record.document);
      for (const word of wordsWithin(value)) allWords.add(word);
    }
  }
  const { words: indexed, moreWords } = indexedWords(scopedWords);
  values.words = indexed;
  if (moreWords !== null) values.more_words = moreWords;
  return { values, words: allWords };
}

/**
 * Returns the statement that inserts or replaces rows: `$1` is the connection, `$2` a JSON array of `RecordRow.values` with distinct keys.
 */
export function upsertText(table: EntityTable): string {
  const definitions = [
    { name: 'digest', type: 'uuid' },
    { name: 'words', type: 'tsvector' },
    { name: 'more_words', type: 'text[]' },
    ...[...table.columns.values()].flatMap(columnDefinitions),
  ];
  const names = definitions.map(({ name }) => name);
  return `insert into ${table.name} (connection_id, key, ${names.join(', ')})
    select $1::uuid, given.key, ${names.map((name) => `given.${name}`).join(', ')}
    from json_to_recordset($2::json) as given (key text, ${definitions.map(({ name, type }) => `${name} ${type}`).join(', ')})
    on conflict (connection_id, key) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`;
}

// Decimals inside JSON are computed by the database.
function timeKeys(field: LayoutField, document: StoredRecord['document']): KeyTree[string] | null {
  const times = keyedPaths([field]).filter(({ type }) => timeForm(type) !== null);
  return keyTree(times, document)?.[field.name] ?? null;
}

function addText(values: Record<string, unknown>, { kind, value, rest, folded }: FieldColumns, text: string): void {
  if (kind === 'text') {
    const parts = headAndRest(text);
    values[value] = parts.head;
    if (parts.rest !== null) values[rest] = parts.rest;
  }
  if (beyondAscii.test(text)) {
    const lower = fold(text);
    if (lower !== asciiLower(text)) values[folded] = lower;
  }
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function own(document: StoredRecord['document'], name: string): StoredValue {
  return Object.hasOwn(document, name) ? (document[name] ?? null) : null;
}

/**
 * Precomputes what `fold` and `words` return and PostgreSQL cannot compute: a value of the same shape as a JSON value, in which every text
 * is replaced by its words, separated by spaces, and its folded form. Null if all texts are ASCII, for which SQL computes the same.
 */
function searchableTexts(value: StoredValue): StoredValue {
  return beyondAscii.test(writeExactly(value)) ? withSearchableTexts(value) : null;
}

function withSearchableTexts(value: StoredValue): StoredValue {
  if (typeof value === 'string') return ` ${words(value).join(' ')} ${endOfWords}${fold(value)}`;
  if (typeof value !== 'object' || value === null) return null;
  if (isList(value)) return value.map(withSearchableTexts);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withSearchableTexts(member)]));
}

/** Every word of every text inside a JSON value. */
function wordsWithin(value: StoredValue): readonly string[] {
  if (typeof value === 'string') return words(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(wordsWithin);
}

function isList(value: StoredValue): value is readonly StoredValue[] {
  return Array.isArray(value);
}
