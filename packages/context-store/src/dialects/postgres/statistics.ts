import type { CopyState } from './copy-state.ts';
import type { EntityTable } from './entity-table.ts';
import type { CopyScope } from './pass-log.ts';
import { type Runner, run } from './statement.ts';

/** Copies smaller than this are fast to search with any plan. */
const fewRecords = 10_000;

/**
 * Whether a copy has grown so much since the database last updated its statistics that its plans may be wrong. Autovacuum updates them when
 * the whole table has grown by a tenth, which one connection among many may never cause: the database then expects almost no records of
 * that connection and reads all of them for every search.
 */
export function hasOutgrownStatistics({
  records,
  analysedRecords,
}: Pick<CopyState, 'records' | 'analysedRecords'>): boolean {
  return records > 2 * analysedRecords + fewRecords;
}

/** Updates the statistics of a table. Does nothing while an index of the table is being built, because that ends with the same update. */
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
