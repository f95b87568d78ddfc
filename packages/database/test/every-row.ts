import { sql } from 'kysely';
import type { Database } from '../src/database.ts';

/** All rows of all tables, each as JSON, by table. The database names its tables, so that a new one is never left out. */
export async function everyRow(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = database.tables();
  const found = new Map<string, readonly string[]>();
  for (const { name } of await tables.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(tables);
    found.set(name, rows.map((row) => JSON.stringify(row)).toSorted());
  }
  return found;
}
