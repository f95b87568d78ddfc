import type { Database } from '@connectory/database';
import { sql } from 'kysely';

/** The tables that hold what belongs to workspaces. */
const workspaceTables = [
  'connections',
  'credentials',
  'tokens',
  'audit',
  'idempotency',
  'oauth_apps',
  'connect_links',
  'event_endpoints',
  'subscriptions',
  'lifecycle_heads',
  'lifecycle_events',
  'reported_states',
] as const;

/** Every row of a workspace in every table, as text that can be compared. */
export async function rowsOf(database: Database, workspaceId: string): Promise<string> {
  const tables = workspaceTables.map(async (table) => {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where workspace_id = ${workspaceId}`.execute(database.tables());
    return [table, ...rows.map((row) => JSON.stringify(row)).sort()].join('\n');
  });
  return (await Promise.all(tables)).join('\n');
}
