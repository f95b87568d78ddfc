import { parseExactly } from '@connectory/exact-json';
import { type KeyedPath, keyedPaths, keyTree } from '../../query/key-tree.ts';
import { type RecordWriter as DocumentWriter, recordWriter } from '../../query/result-record.ts';
import { type KeyRange, removedAtOnce, type StoredRecord } from '../context-store.ts';
import type { ChangeStatement, ConnectionFile, RowStatement } from './connection-file.ts';
import type { EntityTable } from './entity-table.ts';
import type { FeedWriter } from './feed.ts';
import { quoted, sql } from './fragment.ts';
import { IndexContent } from './index-content.ts';
import { hasVeryNegative } from './values.ts';
import type { VocabularyWriter } from './vocabulary.ts';

/** Outcome of writing a record. */
export type WriteOutcome = 'added' | 'changed' | 'unchanged';

/** Writes records of one entity and maintains its indexes, within a transaction. */
export class RecordWriter {
  readonly #statements: RecordStatements;
  readonly #content: IndexContent;
  readonly #documentText: DocumentWriter;
  /** The decimals and times, which SQLite cannot compare itself. */
  readonly #keyedPaths: readonly KeyedPath[];
  readonly #feed: FeedWriter | null;
  readonly #noteVeryNegative: () => void;
  #knowsVeryNegative: boolean;
  /** Whether the last record was new: a first pass meets only new records, a later one hardly any. */
  #expectsNew = true;

  /** Without a feed, changes are not recorded. */
  constructor(file: ConnectionFile, table: EntityTable, vocabulary: VocabularyWriter, feed: FeedWriter | null) {
    this.#feed = feed;
    this.#statements = recordStatements(file, table);
    this.#content = new IndexContent(file, table, vocabulary);
    this.#documentText = recordWriter(table.layout, null);
    this.#keyedPaths = keyedPaths(table.layout.fields);
    this.#knowsVeryNegative = table.hasVeryNegative;
    this.#noteVeryNegative = () =>
      file.change(sql`UPDATE connectory_entities SET very_negative = 1 WHERE name = ${table.layout.entity}`);
  }

  /** Stores a record and stamps it with a pass, unless a later pass has stamped it. An unchanged document is not written. */
  write({ key, document }: StoredRecord, generation: number): WriteOutcome {
    const { insert, compare, update, stamp, restamp } = this.#statements;
    const json = this.#documentText(document);
    const tree = keyTree(this.#keyedPaths, document);
    const keys = tree && JSON.stringify(tree);
    if (!this.#knowsVeryNegative && hasVeryNegative(document)) {
      this.#noteVeryNegative();
      this.#knowsVeryNegative = true;
    }
    const found = this.#expectsNew ? undefined : compare.get(json, keys, key);
    if (found === undefined) {
      const { changes, lastInsertRowid } = insert.run(key, json, keys);
      this.#expectsNew = changes === 1;
      if (changes === 1) {
        const added = Number(lastInsertRowid);
        this.#content.add(added, document);
        stamp.run(added, generation);
        this.#feed?.added(key);
        return 'added';
      }
    }
    const [id, isSame] = (found ?? compare.get(json, keys, key) ?? []).map(Number);
    if (id === undefined) throw new Error('A record that cannot be inserted exists.');
    if (isSame !== 1) {
      const [, before] = this.#read(id);
      if (!this.#content.isEmpty) this.#content.replace(id, parsed(before), document);
      this.#feed?.changed(key, before, document);
      update.run(json, keys, id);
    }
    restamp.run(generation, id, generation);
    return isSame === 1 ? 'unchanged' : 'changed';
  }

  /** Whether there is a record with a key. */
  has(key: string): boolean {
    return this.#statements.find.get(key) !== undefined;
  }

  /** Removes the record with a key, and returns whether it existed. */
  remove(key: string): boolean {
    const id = this.#statements.find.get(key)?.[0];
    if (typeof id !== 'number') return false;
    this.#removeById(id);
    return true;
  }

  /** Removes the record with a key, of which the feed does not keep the document, and returns whether it existed. */
  erase(key: string): boolean {
    const id = this.#statements.find.get(key)?.[0];
    if (typeof id !== 'number') return false;
    this.#removeById(id, () => this.#feed?.erased(key));
    return true;
  }

  /** Removes at most `removedAtOnce` records of a range whose stamp is older than a pass, and returns their number. */
  removeUnstamped(range: KeyRange | null, generation: number): number {
    const { unstamped, unstampedWithin } = this.#statements;
    const ids =
      range === null
        ? unstamped.all(generation, removedAtOnce)
        : unstampedWithin.all(range.from, range.below, generation, removedAtOnce);
    for (const [id] of ids) this.#removeById(Number(id));
    return ids.length;
  }

  #removeById(id: number, note = (key: string, before: string) => this.#feed?.removed(key, before)): void {
    const [key, before] = this.#read(id);
    if (!this.#content.isEmpty) this.#content.replace(id, parsed(before), null);
    note(key, before);
    this.#statements.remove.run(id);
    this.#statements.unstamp.run(id);
  }

  #read(id: number): readonly [key: string, document: string] {
    const [key, document] = this.#statements.read.get(id) ?? [];
    return [String(key), String(document)];
  }
}

const parsed = (document: string) => parseExactly(document) as StoredRecord['document'];

interface RecordStatements {
  readonly insert: ChangeStatement;
  /** Returns the ID for a key, and whether its document is the same. */
  readonly compare: RowStatement;
  readonly find: RowStatement;
  readonly read: RowStatement;
  readonly update: ChangeStatement;
  readonly remove: ChangeStatement;
  readonly stamp: ChangeStatement;
  readonly restamp: ChangeStatement;
  readonly unstamp: ChangeStatement;
  readonly unstamped: RowStatement;
  readonly unstampedWithin: RowStatement;
}

function recordStatements(file: ConnectionFile, table: EntityTable): RecordStatements {
  const records = quoted(table.records);
  const stamps = quoted(table.stamps);
  return {
    insert: file.changing(
      `INSERT INTO ${records} (key, document, sort_keys) VALUES (?, jsonb(?), jsonb(?)) ON CONFLICT (key) DO NOTHING`,
    ),
    compare: file.querying(`SELECT id, document = jsonb(?) AND sort_keys IS jsonb(?) FROM ${records} WHERE key = ?`),
    find: file.querying(`SELECT id FROM ${records} WHERE key = ?`),
    read: file.querying(`SELECT key, json(document) FROM ${records} WHERE id = ?`),
    update: file.changing(`UPDATE ${records} SET document = jsonb(?), sort_keys = jsonb(?) WHERE id = ?`),
    remove: file.changing(`DELETE FROM ${records} WHERE id = ?`),
    stamp: file.changing(`INSERT INTO ${stamps} (record, generation) VALUES (?, ?)`),
    restamp: file.changing(`UPDATE ${stamps} SET generation = ? WHERE record = ? AND generation < ?`),
    unstamp: file.changing(`DELETE FROM ${stamps} WHERE record = ?`),
    unstamped: file.querying(`SELECT record FROM ${stamps} WHERE generation < ? LIMIT ?`),
    unstampedWithin: file.querying(
      // CROSS JOIN keeps the tables in this order: along the keys of the range, which are few.
      `SELECT id FROM ${records} CROSS JOIN ${stamps} ON record = id
        WHERE key >= ? AND key < ? AND generation < ? LIMIT ?`,
    ),
  };
}
