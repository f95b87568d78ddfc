import { mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import SqliteConnection from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
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
    // 16 MB of pages in memory and a checkpoint every 32 MB: a third less time per inserted row than the defaults.
    connection.pragma('cache_size = -16000');
    connection.pragma('wal_autocheckpoint = 8000');
    connection.pragma('trusted_schema = OFF');
    // From here on PatientConnection waits: SQLite's own wait would stop the event loop.
    connection.pragma('busy_timeout = 0');
    return new Kysely<unknown>({ dialect: new PatientSqliteDialect({ database: rememberStatements(connection) }) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice =
      unavailableReason(error) === 'damaged'
        ? 'The file is damaged or no database: restore it from a backup, or name another path.'
        : 'Check that the folder and the file are writable.';
    throw new Error(`Cannot open the SQLite database ${path}: ${reason}. ${advice}`, { cause: error });
  }
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
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new PatientSqliteDriver(this.#config);
  }
}

class PatientSqliteDriver extends SqliteDriver {
  readonly #patient = new WeakMap<DatabaseConnection, PatientConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    const known = this.#patient.get(connection);
    if (known !== undefined) return known;
    const patient = new PatientConnection(connection);
    this.#patient.set(connection, patient);
    return patient;
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

/** Repeats a statement that found the database locked (it had no effect) until the lock is free or 5 seconds are over. */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const deadline = performance.now() + lockWaitMilliseconds;
    for (;;) {
      try {
        return await this.#connection.executeQuery<Row>(query);
      } catch (error) {
        if (!isLocked(error) || performance.now() > deadline) throw explainedFailure(error);
        await delay(1 + Math.random() * 10);
      }
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof SqliteConnection.SqliteError && error.code === 'SQLITE_BUSY';
}
