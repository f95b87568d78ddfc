import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Database } from './database.ts';
import { DatabaseUnavailableError, type UnavailableReason } from './database-unavailable.ts';
import { endThread } from './end-thread.ts';
import { type InsertColumns, insertRows } from './insert-rows.ts';

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
