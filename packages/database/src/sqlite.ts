import { mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import SqliteConnection from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { explainedFailure, unavailableReason } from './database-unavailable.ts';

const lockWaitMilliseconds = 5_000;

/**
 * Opens a SQLite file (or `:memory:`) in WAL mode with foreign keys on. A new file, and so its WAL, is readable by its
 * owner only. Waits up to 5 seconds for another process's write lock. Throws an `Error` naming the path when it fails.
 */
export async function openSqlite(path: string): Promise<Kysely<unknown>> {
  try {
    if (path !== ':memory:') await createPrivateFile(resolve(path));
    const connection = new SqliteConnection(path, { timeout: lockWaitMilliseconds });
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = NORMAL');
    connection.pragma('foreign_keys = ON');
    // What is deleted is overwritten in the file as well.
    connection.pragma('secure_delete = ON');
    // A checkpoint every 32 MB, with the pages in memory: a third less time per inserted row than the defaults.
    connection.pragma('wal_autocheckpoint = 8000');
    settle(connection);
    return new Kysely<unknown>({ dialect: new PatientSqliteDialect(connection, readerOf(path)) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice =
      unavailableReason(error) === 'damaged'
        ? 'The file is damaged or no database: restore it from a backup, or name another path.'
        : 'Check that the folder and the file are writable.';
    throw new Error(`Cannot open the SQLite database ${path}: ${reason}. ${advice}`, { cause: error });
  }
}

/** A second connection to a file, whose reads wait for no lock; none to a database in memory, which only one can see. */
function readerOf(path: string): SqliteConnection.Database | null {
  if (path === ':memory:') return null;
  const connection = new SqliteConnection(path, { readonly: true });
  settle(connection);
  return connection;
}

/** Sets what every connection has: 16 MB of pages in memory, and no wait of its own. */
function settle(connection: SqliteConnection.Database): void {
  connection.pragma('cache_size = -16000');
  connection.pragma('trusted_schema = OFF');
  // From here on PatientConnection waits: SQLite's own wait would stop the event loop.
  connection.pragma('busy_timeout = 0');
}

/** Preparing a statement takes longer than running it; the texts of a program repeat. */
function rememberStatements(connection: SqliteConnection.Database): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: 200 });
  return {
    prepare: (text) => {
      const known = statements.get(text);
      if (known !== undefined) return known;
      const statement = connection.prepare(text);
      statements.set(text, statement);
      return statement;
    },
    close: () => connection.close(),
  };
}

async function createPrivateFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a', 0o600);
  await file.close();
}

class PatientSqliteDialect extends SqliteDialect {
  readonly #writer: SqliteDatabase;
  readonly #reader: SqliteDatabase | null;

  constructor(writer: SqliteConnection.Database, reader: SqliteConnection.Database | null) {
    const database = rememberStatements(writer);
    super({ database });
    this.#writer = database;
    this.#reader = reader && rememberStatements(reader);
  }

  override createDriver(): SqliteDriver {
    return new PatientSqliteDriver(this.#writer, this.#reader);
  }

  override createAdapter(): SqliteAdapter {
    return new TurnTakingAdapter();
  }
}

class TurnTakingAdapter extends SqliteAdapter {
  // Otherwise every statement would wait for the one before it, also a read for a write that waits for a lock.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class PatientSqliteDriver extends SqliteDriver {
  readonly #reader: SqliteDriver | null;
  readonly #turns = new Turns();

  constructor(writer: SqliteDatabase, reader: SqliteDatabase | null) {
    super({ database: writer });
    this.#reader = reader && new SqliteDriver({ database: reader });
  }

  override async init(options?: Parameters<SqliteDriver['init']>[0]): Promise<void> {
    await super.init(options);
    await this.#reader?.init(options);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const reader = (await this.#reader?.acquireConnection()) ?? null;
    return new PatientConnection(await super.acquireConnection(), reader, this.#turns);
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof PatientConnection) connection.release();
  }

  override async destroy(): Promise<void> {
    await this.#reader?.destroy();
    await super.destroy();
  }

  /** A deferred transaction that reads before it writes fails at once when another process wrote in between. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk ends the transaction by itself; to complain of that would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch((error: unknown) => {
      if (!(error instanceof Error) || !error.message.includes('no transaction is active')) throw error;
    });
  }
}

/** Gives the connection that writes to one at a time, in the order in which they ask. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves with the function that ends the turn. */
  async next(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = promise;
    await before;
    return resolve;
  }
}

/**
 * Reads at once, and takes its turn with the first statement of another kind: then it keeps it until it is released, and reads what it wrote.
 * Repeats a statement that found the database locked (it had no effect) until the lock is free or 5 seconds are over.
 */
class PatientConnection implements DatabaseConnection {
  readonly #writer: DatabaseConnection;
  readonly #reader: DatabaseConnection | null;
  readonly #turns: Turns;
  #endTurn: (() => void) | undefined;

  constructor(writer: DatabaseConnection, reader: DatabaseConnection | null, turns: Turns) {
    this.#writer = writer;
    this.#reader = reader;
    this.#turns = turns;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const connection = await this.#connectionFor(query);
    const deadline = performance.now() + lockWaitMilliseconds;
    for (;;) {
      try {
        return await connection.executeQuery<Row>(query);
      } catch (error) {
        if (!isLocked(error) || performance.now() > deadline) throw explainedFailure(error);
        await delay(1 + Math.random() * 10);
      }
    }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    // A statement that is being read cannot be run again, so nobody else has a turn meanwhile.
    this.#endTurn ??= await this.#turns.next();
    yield* this.#writer.streamQuery<Row>(query, chunkSize);
  }

  release(): void {
    this.#endTurn?.();
    this.#endTurn = undefined;
  }

  async #connectionFor({ query }: CompiledQuery): Promise<DatabaseConnection> {
    if (this.#endTurn === undefined && this.#reader !== null && SelectQueryNode.is(query)) return this.#reader;
    this.#endTurn ??= await this.#turns.next();
    return this.#writer;
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof SqliteConnection.SqliteError && error.code === 'SQLITE_BUSY';
}
