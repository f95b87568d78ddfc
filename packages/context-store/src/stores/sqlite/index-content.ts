import { writeExactly } from '@connectory/exact-json';
import type { Scalar } from '../../query/condition.ts';
import { fieldValue } from '../../query/evaluate.ts';
import { firstCodePoints, fold, words } from '../../query/stored-text.ts';
import type { StoredRecord, StoredValue } from '../context-store.ts';
import type { ChangeStatement, ConnectionFile } from './connection-file.ts';
import type { EntityIndex, EntityTable } from './entity-table.ts';
import { literal, quoted } from './fragment.ts';
import type { VocabularyWriter } from './vocabulary.ts';

type Document = StoredRecord['document'];

/** Returns the definition of the table of an index that writes maintain. */
export function contentTable({ kind, name }: EntityIndex): string {
  switch (kind) {
    // The texts are already split and folded, and word positions are not needed.
    case 'words':
      return textTable(name, 'ascii');
    case 'parts':
      return textTable(name, 'trigram case_sensitive 1');
    default:
      return `CREATE TABLE ${quoted(name)} (
        value ANY NOT NULL, record INTEGER NOT NULL, PRIMARY KEY (value, record)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX ${quoted(`${name}_by_record`)} ON ${quoted(name)} (record)`;
  }
}

function textTable(name: string, tokenizer: string): string {
  return `CREATE VIRTUAL TABLE ${quoted(name)} USING fts5(
    content, content='', contentless_delete=1, detail=none, tokenize=${literal(tokenizer)}
  )`;
}

/** An index with its own table. */
interface KeptIndex {
  readonly index: EntityIndex;
  readonly insert: ChangeStatement;
  readonly remove: ChangeStatement;
}

/** Maintains the indexes of one entity that have their own tables. */
export class IndexContent {
  readonly #kept: readonly KeptIndex[];
  readonly #vocabulary: VocabularyWriter;

  constructor(file: ConnectionFile, table: EntityTable, vocabulary: VocabularyWriter) {
    this.#kept = [...table.indexes.values()]
      .filter(({ kind, state }) => kind !== 'order' && state !== 'planned')
      .map((index) => keptIndex(file, index));
    this.#vocabulary = vocabulary;
  }

  /** Whether there are no such indexes. */
  get isEmpty(): boolean {
    return this.#kept.length === 0;
  }

  /** Adds a new record. */
  add(record: number, document: Document): void {
    for (const kept of this.#kept) this.#insert(kept, record, valueIn(document, kept.index));
  }

  /** Updates the index entries of a record from one document to another; null if the record is removed. */
  replace(record: number, before: Document, after: Document | null): void {
    for (const kept of this.#kept) {
      const from = valueIn(before, kept.index);
      const to = after === null ? null : valueIn(after, kept.index);
      if (writeExactly(from) === writeExactly(to)) continue;
      kept.remove.run(record);
      this.#insert(kept, record, to);
    }
  }

  /** Adds a record to one index, which may already contain it. */
  fill(id: number, record: number, document: Document): void {
    for (const kept of this.#kept) {
      if (kept.index.id !== id) continue;
      kept.remove.run(record);
      this.#insert(kept, record, valueIn(document, kept.index));
    }
  }

  #insert({ index: { kind }, insert }: KeptIndex, record: number, value: StoredValue): void {
    if (kind === 'members') {
      for (const term of memberTerms(value)) insert.run(record, term);
      return;
    }
    if (typeof value !== 'string') return;
    const content = kind === 'words' ? this.#wordsOf(value) : fold(value);
    if (content !== '') insert.run(record, content);
  }

  #wordsOf(text: string): string {
    const words = [...indexedWords(text)];
    this.#vocabulary.add(words);
    return words.join(' ');
  }
}

function keptIndex(file: ConnectionFile, index: EntityIndex): KeptIndex {
  const name = quoted(index.name);
  const [record, content] = index.kind === 'members' ? ['record', 'value'] : ['rowid', 'content'];
  return {
    index,
    insert: file.changing(`INSERT INTO ${name} (${record}, ${content}) VALUES (?, ?)`),
    remove: file.changing(`DELETE FROM ${name} WHERE ${record} = ?`),
  };
}

function valueIn(document: Document, { path: [root, ...below], type }: EntityIndex): StoredValue {
  return fieldValue({ root, below, type }, document);
}

/**
 * Words are indexed up to this many code points. This exceeds an operand of 1000 code points, each of which becomes at most three, plus all
 * allowed edits, so the truncated rest never matters.
 */
const indexedLength = 3003;

/** Returns the distinct words of a text as stored in its word index and the vocabulary. */
function indexedWords(text: string): ReadonlySet<string> {
  return new Set(words(text).map((word) => firstCodePoints(word, indexedLength)));
}

const termLength = 200;

/** Returns a scalar as stored in a `members` index: a number up to 2^53 unchanged, anything else as a text that begins with its type. */
export function memberTerm(value: Scalar): string | number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return `#${value}`;
  return typeof value === 'string' ? `s${firstCodePoints(value, termLength)}` : String(value);
}

/** Returns the terms of a value: its own, or those of the elements of an array. */
function memberTerms(value: StoredValue): ReadonlySet<string | number> {
  const elements = Array.isArray(value) ? (value as readonly StoredValue[]) : value === null ? [] : [value];
  return new Set(elements.flatMap((element) => (isScalar(element) ? [memberTerm(element)] : [])));
}

function isScalar(value: StoredValue): value is Scalar {
  return value === null || typeof value !== 'object';
}
