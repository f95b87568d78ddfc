import { type Kysely, sql } from 'kysely';
import type { ControlPlaneTables } from './tables.ts';

/**
 * Marks the entries that processes left started when they died. Nobody will learn how they ended; should such a process live after all,
 * it overwrites the mark.
 */
export async function closeInterrupted(
  tables: Kysely<ControlPlaneTables>,
  isAlive: (processId: string) => Promise<boolean>,
): Promise<void> {
  const owners = await tables
    .selectFrom('audit')
    .select('owner')
    .distinct()
    .where('state', '=', sql.lit('started'))
    .execute();
  for (const { owner } of owners) {
    if (owner !== null && (await isAlive(owner))) continue;
    await tables
      .updateTable('audit')
      .set({ state: 'interrupted' })
      .where('state', '=', sql.lit('started'))
      .where('owner', 'is not distinct from', owner)
      .execute();
  }
}
