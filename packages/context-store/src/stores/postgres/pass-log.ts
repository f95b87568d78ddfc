import { type PartitionEnd, removedAtOnce } from '../context-store.ts';
import { change, type Runner, run } from './statement.ts';

/** The copy of one entity of one connection. */
export interface CopyScope {
  readonly connectionId: string;
  readonly entityId: number;
}

/** Number of passes within which a record must be stamped again; older stamps are deleted. */
export const rememberedPasses = 8;

/**
 * Stamps the records of a page, all of one partition, with the number of a pass. The stamps of a page are stored as one separate row
 * instead of a column of the records, so that unchanged records are not written at all. The first key identifies the partition.
 */
export async function stampPage(
  runner: Runner,
  { connectionId, entityId }: CopyScope,
  generation: number,
  keys: readonly string[],
): Promise<void> {
  const [first] = keys;
  if (first === undefined) return;
  await change(
    runner,
    `insert into context_store_met (connection_id, entity_id, generation, first_key, keys)
      values ($1::uuid, $2::integer, $3::bigint, $4::text, $5::text[])`,
    [connectionId, entityId, generation, first, keys],
  );
}

/** Deletes the stamps of passes before a pass. */
export async function forgetStamps(
  runner: Runner,
  { connectionId, entityId }: CopyScope,
  generation: number,
): Promise<void> {
  await change(
    runner,
    'delete from context_store_met where connection_id = $1::uuid and entity_id = $2::integer and generation < $3::bigint',
    [connectionId, entityId, generation],
  );
}

/**
 * Returns the keys of records of a range whose stamp is below `generation`, at most `removedAtOnce`. Throws if `newest`, the newest pass,
 * is so much later that the stamps may have been deleted.
 */
export async function unstampedKeys(
  runner: Runner,
  { connectionId, entityId }: CopyScope,
  tableName: string,
  { range, generation }: Pick<PartitionEnd, 'range' | 'generation'>,
  newest: number,
): Promise<readonly string[]> {
  if (generation < newest - rememberedPasses) {
    throw new RangeError(`Pass ${generation} is too old to be ended: pass ${newest} has begun.`);
  }
  // With missing statistics, the planner would choose a nested loop that compares every record with all stamps.
  await run(runner, 'set local enable_nestloop = off', []);
  const within = (column: string) => (range === null ? '' : ` and ${column} >= $5::text and ${column} < $6::text`);
  const rows = await run<{ key: string }>(
    runner,
    `select key from ${tableName} as record where connection_id = $1::uuid${within('key')} and not exists (
        select from (
          select unnest(keys) as key from context_store_met
          where connection_id = $1::uuid and entity_id = $2::integer and generation >= $3::bigint${within('first_key')}
        ) as met
        where met.key = record.key)
      limit $4::integer`,
    [connectionId, entityId, generation, removedAtOnce, ...(range === null ? [] : [range.from, range.below])],
  );
  await run(runner, 'set local enable_nestloop = on', []);
  return rows.map(({ key }) => key);
}
