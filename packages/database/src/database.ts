import { type Kysely, sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import { appliedMigrations, type Migration, runMigrations } from './migrations.ts';
import { openSqlite } from './sqlite.ts';
import { verifySqlite } from './sqlite-file.ts';

/** One open SQLite file or PostgreSQL database; the same queries run on both through Kysely. */
export interface Database {
  readonly dialect: Dialect;
  /** Path of the SQLite file; null for PostgreSQL and `:memory:`. */
  readonly file: string | null;
  /** The query builder, typed with the tables of the calling package. Transactions take the write lock at once on SQLite. */
  tables<Tables>(): Kysely<Tables>;
  /**
   * Runs the steps of `owner` that this database has not seen, in order, each in its own transaction. Safe when several
   * processes start at once. Throws when the database was migrated by a newer program.
   */
  migrate(owner: string, migrations: readonly Migration[]): Promise<void>;
  /** The names of the steps of `owner` that this database has seen, in order. Changes nothing. */
  appliedMigrations(owner: string): Promise<readonly string[]>;
  /** The connections to PostgreSQL; null for SQLite, which has one. */
  readonly pool: ConnectionPool | null;
  /** Checks the integrity of a SQLite file, thoroughly if it is small. Throws `DatabaseUnavailableError` if it is damaged. */
  verify(): Promise<void>;
  /** Empties the log of a SQLite file into the file, so that what was deleted is not in the log either. */
  truncateLog(): Promise<void>;
  /** Closes all connections; a second call does nothing. */
  close(): Promise<void>;
}

/** The connections of one open PostgreSQL database. */
export interface ConnectionPool {
  /** How many connections there may be. */
  readonly limit: number;
  /** How many connections are lent out now. */
  inUse(): number;
}

/** How a database behaves. */
export interface DatabaseOptions {
  /** Seconds without a response after which a statement on PostgreSQL fails, except migrations. By default, there is no limit. */
  readonly maxStatementSeconds?: number;
}

/**
 * Opens a database by its URL: `postgres://…` or `postgresql://…`, a file path (created with mode 0600 if absent), or `:memory:`. If it
 * cannot be opened, throws an `Error` with what to check, never with the password.
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  if (isPostgresUrl(url)) return openPostgresDatabase(url, options);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1];
  if (scheme !== undefined) {
    throw new Error(
      `Unsupported database URL scheme "${scheme}". Use postgres://user:password@host/name or a file path.`,
    );
  }
  if (url.trim() === '')
    throw new Error('The database URL is empty. Use postgres://user:password@host/name or a file path.');
  return createDatabase('sqlite', url === ':memory:' ? null : url, await openSqlite(url));
}

/** Whether a database URL leads to a PostgreSQL server. */
export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//i.test(url);
}

async function openPostgresDatabase(url: string, { maxStatementSeconds }: DatabaseOptions): Promise<Database> {
  // Loaded here and not with the module: a gateway on SQLite needs no client of PostgreSQL.
  const { maxConnections, openPostgres } = await import('./postgres.ts');
  const maxStatement = maxStatementSeconds === undefined ? null : maxStatementSeconds * 1_000;
  const { kysely, pool } = await openPostgres(url, maxStatement);
  const database = createDatabase('postgres', null, kysely);
  return {
    ...database,
    pool: { limit: maxConnections, inUse: () => pool.inUse },
    migrate: async (owner, migrations) => {
      pool.maxStatement = null;
      try {
        await database.migrate(owner, migrations);
      } finally {
        pool.maxStatement = maxStatement;
      }
    },
  };
}

function createDatabase(dialect: Dialect, file: string | null, kysely: Kysely<unknown>): Database {
  let closing: Promise<void> | undefined;
  return {
    dialect,
    file,
    pool: null,
    verify: async () => {
      if (file !== null) await verifySqlite(kysely, file);
    },
    truncateLog: async () => {
      if (dialect === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(kysely);
    },
    tables: <Tables>() => kysely as Kysely<Tables>,
    migrate: (owner, migrations) => runMigrations(kysely, dialect, owner, migrations),
    appliedMigrations: (owner) => appliedMigrations(kysely, owner),
    close: () => {
      closing ??= kysely.destroy();
      return closing;
    },
  };
}
