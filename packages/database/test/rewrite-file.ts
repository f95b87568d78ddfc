import SqliteConnection from 'better-sqlite3';

/** Rewrites a SQLite file without its free pages, which keep what was on them, and empties its log. */
export function rewriteFile(path: string): void {
  const connection = new SqliteConnection(path);
  try {
    connection.exec('VACUUM');
    connection.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    connection.close();
  }
}
