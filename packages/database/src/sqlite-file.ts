import { open, stat } from 'node:fs/promises';
import SqliteConnection from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { DatabaseUnavailableError } from './database-unavailable.ts';

const allPages = 0x7fffffff;

/**
 * Copies a SQLite file as it is at one moment, while others read and write it, into a new file that only its owner can read; the copy is then
 * read as a whole. Nobody waits for that. Throws an `Error` that names the file when it cannot be copied, or is damaged.
 */
export async function copySqlite(source: string, target: string): Promise<void> {
  try {
    const file = await open(target, 'wx', 0o600);
    await file.close();
    const connection = new SqliteConnection(source, { fileMustExist: true, timeout: 5_000 });
    try {
      // In one step: an incremental copy restarts whenever there is a write in between.
      await connection.backup(target, { progress: () => allPages });
    } finally {
      connection.close();
    }
    requireWhole(target);
  } catch (error) {
    throw new Error(`${source} could not be copied: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
}

function requireWhole(file: string): void {
  const connection = new SqliteConnection(file, { fileMustExist: true });
  try {
    const problem = connection.pragma('quick_check(1)', { simple: true });
    if (problem !== 'ok') throw new Error(`the file is damaged: ${String(problem).replaceAll('\n', ' ')}`);
    // The copy is a file of its own then, without another one alongside it.
    connection.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    connection.close();
  }
}

/** A file of this size is read in about a tenth of a second. */
const maxToRead = 32 * 1_048_576;

/** Throws a `DatabaseUnavailableError` when a SQLite file is damaged. Of a large one only the list of tables is read. */
export async function verifySqlite(kysely: Kysely<unknown>, path: string): Promise<void> {
  const { size } = await stat(path);
  if (size > maxToRead) {
    await sql`select count(*) from sqlite_schema`.execute(kysely);
    return;
  }
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(kysely);
  const problem = rows[0]?.quick_check ?? 'no answer';
  if (problem !== 'ok') throw new DatabaseUnavailableError('damaged', new Error(problem.replaceAll('\n', ' ')));
}
