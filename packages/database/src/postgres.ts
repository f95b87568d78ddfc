import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, types } from 'pg';

/**
 * Opens a pool of at most 10 connections and checks that the server answers. 64-bit integers arrive as numbers. Throws an
 * `Error` naming host and database, never the password, when the server cannot be reached within 10 seconds.
 */
export async function openPostgres(url: string): Promise<Kysely<unknown>> {
  if (!URL.canParse(url)) {
    throw new Error(
      'The PostgreSQL URL cannot be parsed. Use postgres://user:password@host:5432/name, special characters percent-encoded.',
    );
  }
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    application_name: 'connectory',
    types: { getTypeParser },
  });
  // An idle connection that breaks is replaced; without a listener the event would end the process.
  pool.on('error', () => {});
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`select 1`.execute(kysely);
    return kysely;
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
