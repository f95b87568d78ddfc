import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { DatabaseUnavailableError, type UnavailableReason } from './database-unavailable.ts';

/** A batch on its way to the worker. */
export interface InsertTask {
  readonly id: number;
  readonly table: string;
  readonly columns: InsertColumns;
  /** The rows as JSON text, which crosses threads faster than objects. */
  readonly rows: string;
  readonly key: readonly string[];
}

/** The worker's response to a batch. */
export interface InsertOutcome {
  readonly id: number;
  readonly error?: string;
  /** Set when the state of the database is at fault. */
  readonly reason?: UnavailableReason | null;
}

interface Waiting {
  resolve(): void;
  reject(error: Error): void;
}

// The package's own name leads to the worker from the sources and from the published files alike.
const workerPath = () => createRequire(import.meta.url).resolve('@connectory/database/insert-worker');

/**
 * Inserts many rows without blocking the event loop: a SQLite file is written by a thread with its own connection, which starts with the
 * first batch. PostgreSQL and `:memory:` are written directly.
 */
export class RowInserter {
  readonly #database: Database;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Like `insertRows`. Rejects when the batch could not be stored, also because the thread died; nothing of it is stored then. */
  insert<Columns extends InsertColumns>(
    table: string,
    columns: Columns,
    rows: readonly { readonly [Name in keyof Columns]: string | number | null }[],
    key: readonly (keyof Columns & string)[] = [],
  ): Promise<void> {
    const { file } = this.#database;
    if (file === null) return insertRows(this.#database, table, columns, rows, key);
    const worker = this.#worker ?? this.#start(file);
    const task: InsertTask = { id: ++this.#lastId, table, columns, rows: JSON.stringify(rows), key };
    return new Promise((resolve, reject) => {
      this.#waiting.set(task.id, { resolve, reject });
      worker.postMessage(task);
    });
  }

  /** Ends the thread once it has stored everything it received. */
  async close(): Promise<void> {
    if (this.#worker !== undefined) await endThread(this.#worker);
  }

  #start(file: string): Worker {
    const worker = new Worker(workerPath(), { workerData: file });
    worker.unref();
    worker.on('message', ({ id, error, reason }: InsertOutcome) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve();
      else waiting?.reject(reason ? new DatabaseUnavailableError(reason, new Error(error)) : new Error(error));
    });
    worker.on('error', (error) => this.#lose(worker, new DatabaseUnavailableError('failing', error)));
    worker.on('exit', () => this.#lose(worker, new Error('The thread that stores rows ended.')));
    this.#worker = worker;
    return worker;
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/**
 * Asks a thread to leave by the message `null`, and resolves once it has. It is never terminated: that aborts the whole process when it
 * happens during a statement of better-sqlite3.
 */
export function endThread(worker: Worker): Promise<void> {
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.ref();
  worker.postMessage(null);
  return ended;
}

/** The columns of `insertRows` and their types. */
export type InsertColumns = Readonly<Record<string, 'text' | 'integer'>>;

// SQLite's prepared statements have a fixed number of rows; few texts serve every batch, so that each is prepared once.
const statementRows = [64, 8, 1];

/**
 * Inserts many rows in one transaction, several times faster than through the query builder. A row with an existing key is replaced, or
 * kept if no key columns are named. Every row has all columns and a unique key; numbers are integers.
 */
export async function insertRows<Columns extends InsertColumns>(
  database: Database,
  table: string,
  columns: Columns,
  rows: readonly { readonly [Name in keyof Columns]: string | number | null }[],
  key: readonly (keyof Columns & string)[] = [],
): Promise<void> {
  const names = Object.keys(columns);
  const conflict = onConflict(names, key);
  const tables = database.tables<unknown>();
  if (database.dialect === 'postgres') {
    const definitions = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
    const list = sql.join(names.map((name) => sql.ref(name)));
    await sql`
      insert into ${sql.table(table)} (${list})
      select ${list} from json_to_recordset(${JSON.stringify(rows)}::json) as rows (${sql.join(definitions)})
      ${conflict}`.execute(tables);
    return;
  }
  await tables.transaction().execute(async (transaction) => {
    let position = 0;
    for (const size of statementRows) {
      const text = insertText(transaction, table, names, size, conflict);
      for (; position + size <= rows.length; position += size) {
        const parameters = rows
          .slice(position, position + size)
          .flatMap((row) => names.map((name) => row[name] ?? null));
        await transaction.executeQuery(CompiledQuery.raw(text, parameters));
      }
    }
  });
}

function onConflict(names: readonly string[], key: readonly string[]): RawBuilder<unknown> {
  if (key.length === 0) return sql`on conflict do nothing`;
  const changes = names
    .filter((name) => !key.includes(name))
    .map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  return sql`on conflict (${sql.join(key.map((name) => sql.ref(name)))}) do update set ${sql.join(changes)}`;
}

function insertText(
  kysely: Kysely<unknown>,
  table: string,
  names: readonly string[],
  rows: number,
  conflict: RawBuilder<unknown>,
): string {
  const list = names.map((name) => sql.ref(name));
  const values = sql.raw(`(${names.map(() => '?').join(', ')})`);
  return sql`
    insert into ${sql.table(table)} (${sql.join(list)})
    values ${sql.join(Array.from({ length: rows }, () => values))} ${conflict}`.compile(kysely).sql;
}
