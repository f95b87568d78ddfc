import type { StoredRecord } from '@connectory/context-store';
import SqliteConnection from 'better-sqlite3';
import type { FileIndexes } from './store-file.ts';

/**
 * Baseline for loading: handwritten code that fills the same tables and indexes of one file with better-sqlite3, in this thread and without
 * anything that only a second pass needs.
 */
export class BareLoader {
  readonly #file: SqliteConnection.Database;
  readonly #indexes: FileIndexes;
  readonly #write: (records: readonly StoredRecord[]) => void;

  constructor(path: string, indexes: FileIndexes) {
    this.#indexes = indexes;
    this.#file = new SqliteConnection(path);
    for (const pragma of [
      'journal_mode = WAL',
      'synchronous = NORMAL',
      'wal_autocheckpoint = 16000',
      'cache_size = -65536',
    ]) {
      this.#file.pragma(pragma);
    }
    const columns = Array.from(indexes.order, ([name, { column, type }]) => {
      const value = `document ->> '$.${name}'`;
      return `, ${column} GENERATED ALWAYS AS (${type === 'string' ? `substr(${value}, 1, 200)` : `(${value}) + 0.0`}) VIRTUAL`;
    });
    this.#file.exec(`
      CREATE TABLE tickets_records (id INTEGER PRIMARY KEY, key TEXT NOT NULL, document BLOB NOT NULL${columns.join('')});
      CREATE UNIQUE INDEX tickets_records_by_key ON tickets_records (key);
      CREATE TABLE tickets_stamps (record INTEGER PRIMARY KEY, generation INTEGER NOT NULL) STRICT;
      CREATE TABLE tickets_vocabulary (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
      ${Array.from(
        indexes.words.values(),
        (name) => `CREATE VIRTUAL TABLE ${name} USING fts5(
          content, content='', contentless_delete=1, detail=none, tokenize='ascii');`,
      ).join('\n')}
    `);
    this.#write = this.#file.transaction(this.#writer());
  }

  /** Writes a page of new records in one transaction. */
  write(records: readonly StoredRecord[]): void {
    this.#write(records);
  }

  /** Builds the b-trees and closes the file. */
  end(): void {
    for (const { column, index } of this.#indexes.order.values()) {
      this.#file.exec(`CREATE INDEX ${index} ON tickets_records (${column}, key)`);
    }
    this.#file.close();
  }

  #writer(): (records: readonly StoredRecord[]) => void {
    const insert = this.#file.prepare('INSERT INTO tickets_records (key, document) VALUES (?, jsonb(?))');
    const stamp = this.#file.prepare('INSERT INTO tickets_stamps VALUES (?, 1)');
    const addWord = this.#file.prepare('INSERT OR IGNORE INTO tickets_vocabulary (word) VALUES (?)');
    const texts = Array.from(this.#indexes.words, ([name, table]) => ({
      name,
      insert: this.#file.prepare(`INSERT INTO ${table} (rowid, content) VALUES (?, ?)`),
    }));
    const known = new Set<string>();
    return (records) => {
      for (const { key, document } of records) {
        const { lastInsertRowid } = insert.run(key, JSON.stringify(document));
        stamp.run(lastInsertRowid);
        for (const text of texts) {
          const value = document[text.name];
          if (typeof value !== 'string') continue;
          const words = new Set(value.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu));
          text.insert.run(lastInsertRowid, [...words].join(' '));
          for (const word of words) {
            if (known.has(word) || word.length < 3 || /\p{N}/u.test(word)) continue;
            addWord.run(word);
            known.add(word);
          }
        }
      }
    };
  }
}
