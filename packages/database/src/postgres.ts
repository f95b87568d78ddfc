import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import { Pool, type PoolClient, types } from 'pg';
import { DatabaseUnavailableError, explainedFailure } from './database-unavailable.ts';

/** The most connections of one pool. */
export const maxConnections = 10;

/** A query builder and the pool it takes its connections from. */
export interface OpenPostgres {
  readonly kysely: Kysely<unknown>;
  readonly pool: BoundedPool;
}

// A server that cannot tell that its client is gone would keep the locks of a killed gateway.
const sessionSettings = 'set client_connection_check_interval = 2000; set idle_in_transaction_session_timeout = 60000';

/**
 * Opens a pool of at most 10 connections and checks that the server responds. 64-bit integers are read as numbers. A statement that waits
 * 5 seconds for a connection fails. If the server cannot be reached, throws an `Error` with host and database, never with the password.
 */
export async function openPostgres(url: string, maxStatement: number | null): Promise<OpenPostgres> {
  if (!URL.canParse(url)) {
    throw new Error(
      'The PostgreSQL URL cannot be parsed. Use postgres://user:password@host:5432/name, special characters percent-encoded.',
    );
  }
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'connectory',
    pipeline: true,
    types: { getTypeParser },
  });
  // An idle connection that breaks is replaced; without a listener the event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    // The pool listens to idle connections only; the statements of one that is lent out tell of its end.
    client.on('error', () => {});
    // Servers before version 14 do not know the first setting.
    void client.query(sessionSettings).catch(() => {});
  });
  const bounded = new BoundedPool(pool, maxStatement);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: bounded }) });
  try {
    await sql`select 1`.execute(kysely);
    return { kysely, pool: bounded };
  } catch (error) {
    await kysely.destroy();
    const { host, pathname } = new URL(url);
    throw new Error(
      `Cannot open the PostgreSQL database ${host}${pathname}: ${reasonOf(error)}. Check the URL, the password and that the server runs.`,
      { cause: error },
    );
  }
}

const eightByteInteger: number = types.builtins.INT8;

/** Counts are 64-bit in PostgreSQL; the driver would return them as text. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return oid === eightByteInteger ? Number : types.getTypeParser(oid, format);
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/**
 * A pool with a time limit for statements: after `longestStatement` milliseconds without a response, a statement fails and its connection
 * is closed, because nothing sent on it would arrive. Errors tell whether the server is away.
 */
class BoundedPool implements PostgresPool {
  readonly options: object;
  /** Null for no limit. */
  maxStatement: number | null;
  readonly #pool: Pool;
  readonly #clients = new WeakMap<PoolClient, PostgresPoolClient>();

  constructor(pool: Pool, maxStatement: number | null) {
    this.#pool = pool;
    this.options = pool.options;
    this.maxStatement = maxStatement;
  }

  /** Connections that are lent out. */
  get inUse(): number {
    return this.#pool.totalCount - this.#pool.idleCount;
  }

  async connect(): Promise<PostgresPoolClient> {
    try {
      const client = await this.#pool.connect();
      const known = this.#clients.get(client) ?? this.#bounded(client);
      this.#clients.set(client, known);
      return known;
    } catch (error) {
      throw explainedFailure(error);
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  #bounded(client: PoolClient): PostgresPoolClient {
    let isStuck = false;
    const query = async <Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> => {
      const limit = this.maxStatement;
      let timer: NodeJS.Timeout | undefined;
      const response = client.query({ text, values: [...parameters] });
      const late =
        limit === null
          ? []
          : [
              new Promise<never>((_resolve, reject) => {
                timer = setTimeout(() => {
                  isStuck = true;
                  reject(
                    new DatabaseUnavailableError('away', new Error(`no response within ${limit / 1_000} seconds`)),
                  );
                }, limit);
              }),
            ];
      try {
        // A late result is discarded.
        response.catch(() => undefined);
        return (await Promise.race([response, ...late])) as unknown as PostgresQueryResult<Row>;
      } catch (error) {
        throw explainedFailure(error);
      } finally {
        clearTimeout(timer);
      }
    };
    return {
      // Cursors are not used.
      query: query as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy === true || isStuck),
    };
  }
}
