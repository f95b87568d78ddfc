import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { StoredRecord } from '@connectory/context-store';
import SqliteConnection from 'better-sqlite3';
import {
  conditionOf,
  type HandWritten,
  orderedFields,
  type Statement,
  signs,
  wordFields,
  wordsOf,
} from './hand-written.ts';
import { type Ask, wordsNear } from './questions.ts';

const quoted = (text: string) => `"${text}"`;
const trigrams = (text: string) =>
  Array.from({ length: text.length - 2 }, (_, index) => quoted(text.slice(index, index + 3)));

/** Tickets in one SQLite file with better-sqlite3: JSONB documents, generated columns, b-trees and full-text indexes. */
export class HandWrittenSqlite implements HandWritten {
  readonly #path: string;
  readonly #file: SqliteConnection.Database;
  readonly #write: (records: readonly StoredRecord[]) => void;
  #reader: Worker | null = null;

  constructor(directory: string) {
    this.#path = join(directory, 'hand-written.sqlite');
    this.#file = new SqliteConnection(this.#path);
    const pragmas = ['journal_mode = WAL', 'synchronous = NORMAL', 'wal_autocheckpoint = 16000', 'cache_size = -65536'];
    for (const pragma of pragmas) this.#file.pragma(pragma);
    const columns = [...Object.keys(orderedFields), 'has_incidents', 'subject', 'custom.region', 'custom.contract'].map(
      (name) => `, ${quoted(name)} GENERATED ALWAYS AS (document ->> '$.${name}') VIRTUAL`,
    );
    this.#file.exec(`
      CREATE TABLE tickets (record INTEGER PRIMARY KEY, key TEXT NOT NULL, document BLOB NOT NULL${columns.join('')});
      CREATE UNIQUE INDEX by_key ON tickets (key);
      CREATE TABLE vocabulary (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
      ${wordFields
        .map(
          (field) =>
            `CREATE VIRTUAL TABLE words_${field} USING fts5(content, content='', contentless_delete=1, detail=none, tokenize='ascii');`,
        )
        .join('\n')}
    `);
    this.#write = this.#file.transaction(this.#writer());
  }

  write(records: readonly StoredRecord[]): void {
    this.#write(records);
  }

  endLoad(): void {
    for (const field of Object.keys(orderedFields)) {
      this.#file.exec(`CREATE INDEX ${quoted(`by_${field}`)} ON tickets (${quoted(field)}, key)`);
    }
  }

  prepareQuestions(): void {
    this.#file.exec(`
      CREATE INDEX "by_custom.region" ON tickets ("custom.region", key);
      CREATE INDEX "by_custom.contract" ON tickets ("custom.contract", key);
      CREATE VIRTUAL TABLE parts_subject USING fts5(content, content='', detail=none, tokenize='trigram');
      INSERT INTO parts_subject (rowid, content) SELECT record, subject FROM tickets;
      PRAGMA analysis_limit = 1000;
      ANALYZE;
    `);
    this.#reader = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData: this.#path });
  }

  // A walk in sort order soon finds what is common; what is rare is found through its index.
  statements(ask: Ask): readonly Statement[] {
    const found = this.#statement(ask, '', '');
    return ask.sort === undefined ? [found] : [found, this.#statement(ask, `INDEXED BY "by_${ask.sort}"`, '+')];
  }

  async run(statement: Statement): Promise<readonly string[]> {
    if (this.#reader === null) throw new Error('The questions are not prepared.');
    const response = once(this.#reader, 'message');
    this.#reader.postMessage(statement);
    return (await response)[0] as readonly string[];
  }

  async close(): Promise<void> {
    await this.#reader?.terminate();
    this.#file.close();
  }

  #statement({ filter, sort, limit, after }: Ask, hint: string, plus: string): Statement {
    const parameters: (string | number)[] = [];
    const bind = (value: unknown) => {
      parameters.push(typeof value === 'boolean' ? Number(value) : (value as string | number));
      return '?';
    };
    const within = (table: string, match: string) =>
      `${plus}record IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ${bind(match)})`;
    const comparison = (operator: string, field: string, operand: unknown): string => {
      const text = String(operand);
      switch (operator) {
        case 'in':
          return `${quoted(field)} IN (${(operand as readonly unknown[]).map(bind).join(', ')})`;
        case 'like': {
          const parts = trigrams(text.replaceAll('%', '')).join(' AND ');
          // A walk reads the texts; only without one does the index help.
          return `${plus === '' ? `${within(`parts_${field}`, parts)} AND ` : ''}${quoted(field)} LIKE ${bind(text)}`;
        }
        case 'keyword':
          return within(`words_${field}`, quoted(text));
        case 'fuzzy':
          return within(`words_${field}`, [`${quoted(text)} *`, ...wordsNear(text).map(quoted)].join(' OR '));
        default:
          return `${quoted(field)} ${signs[operator]} ${bind(operand)}`;
      }
    };
    const where = [
      ...(plus === '' ? [] : [`${quoted(sort ?? '')} IS NOT NULL`]),
      ...(filter === undefined ? [] : [conditionOf(filter, comparison)]),
    ];
    if (after !== undefined) {
      const [value] = after.values;
      const column = quoted(sort ?? '');
      where.push(`${column} <= ${bind(value)} AND NOT (${column} = ${bind(value)} AND key <= ${bind(after.key)})`);
    }
    const order = sort === undefined ? 'key' : `${quoted(sort)} DESC, key`;
    const condition = where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`;
    const text = `SELECT json(document) FROM tickets ${hint} ${condition} ORDER BY ${order} LIMIT ${limit + 1}`;
    return { text, parameters };
  }

  #writer(): (records: readonly StoredRecord[]) => void {
    const insert = this.#file.prepare('INSERT INTO tickets (key, document) VALUES (?, jsonb(?))');
    const addWord = this.#file.prepare('INSERT OR IGNORE INTO vocabulary (word) VALUES (?)');
    const texts = wordFields.map((field) => ({
      field,
      insert: this.#file.prepare(`INSERT INTO words_${field} (rowid, content) VALUES (?, ?)`),
    }));
    const known = new Set<string>();
    return (records) => {
      for (const { key, document } of records) {
        const { lastInsertRowid } = insert.run(key, JSON.stringify(document));
        for (const text of texts) {
          const value = document[text.field];
          if (typeof value !== 'string') continue;
          const words = wordsOf(value);
          text.insert.run(lastInsertRowid, [...words].join(' '));
          for (const word of words) {
            if (known.has(word)) continue;
            addWord.run(word);
            known.add(word);
          }
        }
      }
    };
  }
}
