import { type Expression, type RawBuilder, sql } from 'kysely';

/** The two databases Connectory runs on. */
export type Dialect = 'sqlite' | 'postgres';

/** The column type of byte strings; both drivers read and write them as `Buffer`. */
export function bytesColumn(dialect: Dialect): RawBuilder<unknown> {
  return dialect === 'sqlite' ? sql`blob` : sql`bytea`;
}

/**
 * The database's own clock, moved by `offsetSeconds`, as a UTC ISO string of fixed width (`2026-01-31T12:00:00.000Z`), so
 * that processes with different clocks agree and text comparison is time comparison.
 */
export function databaseTime(dialect: Dialect, offsetSeconds = 0): Expression<string> {
  return dialect === 'sqlite'
    ? sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${offsetSeconds.toFixed(3)} seconds`})`
    : sql<string>`to_char((clock_timestamp() + make_interval(secs => ${offsetSeconds}::double precision)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * Which constraint a failed statement broke, on either dialect: `unique` (also primary keys), `foreign_key`, or null when
 * the error is something else.
 */
export function constraintViolation(error: unknown): 'unique' | 'foreign_key' | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  switch (code) {
    case '23505':
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
      return 'unique';
    case '23503':
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return 'foreign_key';
    default:
      return null;
  }
}
