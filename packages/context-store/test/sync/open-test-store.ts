import type { ContextStore } from '../../src/stores/context-store.ts';

/** Opens the store a test names: the URL of a PostgreSQL database, or a directory. Loads no more than that takes. */
export async function openTestStore(name: string): Promise<ContextStore> {
  if (name.startsWith('postgres')) {
    const { openPostgresStore } = await import('../../src/stores/postgres/postgres-store.ts');
    return openPostgresStore(name);
  }
  const { openSqliteStore } = await import('../../src/stores/sqlite/sqlite-store.ts');
  return openSqliteStore(name);
}
