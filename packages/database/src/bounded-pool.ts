import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { DatabaseUnavailableError, explainedFailure } from './database-unavailable.ts';
import { PreparedStatements, SeenStatements } from './prepared-statements.ts';

/** How a pool runs statements. */
export interface BoundedPoolOptions {
  /** Milliseconds without a response after which a statement fails; null for no limit. */
  readonly longestStatement: number | null;
  /** Whether connections prepare the statements that they run repeatedly. */
  readonly preparesStatements: boolean;
}

/**
 * A pool with a time limit for statements: after `longestStatement` milliseconds without a response, a statement fails and its connection
 * is closed, because nothing sent on it would arrive. Errors tell whether the server is away.
 */
export class BoundedPool implements PostgresPool {
  readonly options: object;
  /** Null for no limit. */
  longestStatement: number | null;
  readonly #pool: Pool;
  readonly #seen: SeenStatements | undefined;
  readonly #clients = new WeakMap<PoolClient, PostgresPoolClient>();

  constructor(pool: Pool, { longestStatement, preparesStatements }: BoundedPoolOptions) {
    this.#pool = pool;
    this.options = pool.options;
    this.longestStatement = longestStatement;
    this.#seen = preparesStatements ? new SeenStatements() : undefined;
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

  /**
   * Runs a statement in a transaction of its own, whose settings (`enable_seqscan = off`) no other statement sees. All of it is sent at
   * once, so that it takes one round trip. Returns the rows.
   */
  async runWithSettings<Row>(
    settings: readonly string[],
    text: string,
    parameters: readonly unknown[],
  ): Promise<Row[]> {
    const client = await this.connect();
    try {
      const begin = ['begin', ...settings.map((setting) => `set local ${setting}`)].join('; ');
      // After a failed statement, the commit rolls back.
      const results = [
        client.query(begin, []),
        client.query<Row>(text, parameters),
        client.query('commit', []),
      ] as const;
      await Promise.allSettled(results);
      const [, { rows }] = await Promise.all(results);
      return rows;
    } finally {
      client.release();
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  #bounded(client: PoolClient): PostgresPoolClient {
    let isStuck = false;
    const prepared = this.#seen && new PreparedStatements(this.#seen);
    const query = async <Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> => {
      const limit = this.longestStatement;
      let timer: NodeJS.Timeout | undefined;
      // Text without parameters can contain several statements, which cannot be prepared together.
      const name = parameters.length === 0 ? undefined : prepared?.nameOf(text);
      const answer = client.query({ text, values: [...parameters], ...(name !== undefined && { name }) });
      const late =
        limit === null
          ? []
          : [
              new Promise<never>((_resolve, reject) => {
                timer = setTimeout(() => {
                  isStuck = true;
                  reject(new DatabaseUnavailableError('away', new Error(`no answer within ${limit / 1_000} seconds`)));
                }, limit);
              }),
            ];
      try {
        // A late result is discarded.
        answer.catch(() => undefined);
        return (await Promise.race([answer, ...late])) as unknown as PostgresQueryResult<Row>;
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
