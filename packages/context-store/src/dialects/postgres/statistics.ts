import type { CopyState } from './copy-state.ts';
import type { EntityTable } from './entity-table.ts';
import type { CopyScope } from './pass-log.ts';
import { type Runner, run } from './statement.ts';

/** Copies smaller than this are searched fast by any plan. */
const fewRecords = 10_000;

/**
 * Whether a copy has so many more records than when the database last looked that its plans may be wrong. Autovacuum looks when the
 * whole table has grown by a tenth, which one connection among many never makes it do: the database then expects next to nothing of
 * the connection and reads all of it for every search.
 */
export function hasOutgrownStatistics({
  records,
  analysedRecords,
}: Pick<CopyState, 'records' | 'analysedRecords'>): boolean {
  return records > 2 * analysedRecords + fewRecords;
}

/**
 * Lets the database look at a table again. Does nothing while an index of the table is being built, which ends with the same.
 */
export async function refreshStatistics(
  runner: Runner,
  { name }: Pick<EntityTable, 'name'>,
  { connectionId, entityId }: CopyScope,
  records: number,
): Promise<void> {
  await run(runner, `analyze (skip_locked) ${name}`, []);
  await run(
    runner,
    `update context_store_state set analysed_records = $3::bigint
      where connection_id = $1::uuid and entity_id = $2::integer`,
    [connectionId, entityId, records],
  );
}
