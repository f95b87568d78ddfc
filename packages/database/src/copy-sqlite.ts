import { open } from 'node:fs/promises';
import SqliteConnection from 'better-sqlite3';

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
    const fault = connection.pragma('quick_check(1)', { simple: true });
    if (fault !== 'ok') throw new Error(`the file is damaged: ${String(fault).replaceAll('\n', ' ')}`);
    // The copy is a file of its own then, without another one beside it.
    connection.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    connection.close();
  }
}
