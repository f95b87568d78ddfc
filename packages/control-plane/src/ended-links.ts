import type { Kysely } from 'kysely';
import type { ControlPlaneTables } from './tables.ts';

const keptMilliseconds = 30 * 24 * 60 * 60 * 1_000;

/** Deletes the state of ended attempts and at most `most` links that ended 30 days ago. Returns how many were removed. */
export async function removeEndedLinks(tables: Kysely<ControlPlaneTables>, most: number): Promise<number> {
  const now = Date.now();
  await tables
    .updateTable('connect_links')
    .set({ key_id: null, sealed: null, state_hash: null })
    .where('sealed', 'is not', null)
    .where('expires_at', '<', new Date(now).toISOString())
    .execute();
  const { numDeletedRows } = await tables
    .deleteFrom('connect_links')
    .where('id', 'in', (query) =>
      query
        .selectFrom('connect_links')
        .select('id')
        .where('expires_at', '<', new Date(now - keptMilliseconds).toISOString())
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
