import type { CopySize } from './copy-state.ts';
import type { EntityTable } from './entity-table.ts';
import type { CopyScope } from './pass-log.ts';
import { type Runner, run } from './statement.ts';

/**
 * By how many records a copy may be larger than twice what the database knows of: while a pass writes it, and once the pass has ended. Copies
 * of a thousand records are fast to search with any plan.
 */
export const unknownRecords = { duringPass: 10_000, afterPass: 1000 };

/**
 * Whether a copy has grown so much since the database last updated its statistics that its plans may be wrong. Autovacuum updates them when
 * the whole table has grown by a tenth, which one connection among many may never cause: the database then expects almost no records of
 * that connection and reads all of them for every search.
 */
export function hasOutgrownStatistics({ records, analysedRecords }: CopySize, unknown: number): boolean {
  return records > 2 * analysedRecords + unknown;
}

/**
 * Counts anew how the records of a table are distributed over connections, and how many keys are distinct; otherwise, the database would
 * expect most records of a connection for the keys of a page, and read all of them. The statistics of fields are left to autovacuum,
 * because one connection changes them little and reading them takes ten times as long. Does nothing while an index of the table is being
 * built, because that ends with an update of all statistics.
 */
export async function refreshStatistics(
  runner: Runner,
  { name }: Pick<EntityTable, 'name'>,
  { connectionId, entityId }: CopyScope,
  records: number,
): Promise<void> {
  await run(runner, `analyze (skip_locked) ${name} (connection_id, key)`, []);
  await run(
    runner,
    `update context_store_state set analysed_records = $3::bigint
      where connection_id = $1::uuid and entity_id = $2::integer`,
    [connectionId, entityId, records],
  );
}
