import { stat } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { DatabaseUnavailableError } from './database-unavailable.ts';

/** A file of this size is read in about a tenth of a second. */
const largestToRead = 32 * 1_048_576;

/** Throws a `DatabaseUnavailableError` when a SQLite file is damaged. Of a large one only the list of tables is read. */
export async function verifySqlite(kysely: Kysely<unknown>, path: string): Promise<void> {
  const { size } = await stat(path);
  if (size > largestToRead) {
    await sql`select count(*) from sqlite_schema`.execute(kysely);
    return;
  }
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(kysely);
  const fault = rows[0]?.quick_check ?? 'no answer';
  if (fault !== 'ok') throw new DatabaseUnavailableError('damaged', new Error(fault.replaceAll('\n', ' ')));
}
