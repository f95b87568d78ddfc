import { change, type Runner, run } from './statement.ts';

/** The copy of one entity of one connection. */
export interface CopyScope {
  readonly connectionId: string;
  readonly entityId: number;
}

/** How many passes may begin before a record must have been met again; older stamps are forgotten. */
const rememberedPasses = 8;

/**
 * Stamps records with the number of a pass. The stamps of a page are one row of their own instead of a column of the records: a record
 * that did not change is then not written at all.
 */
export async function stampRecords(
  runner: Runner,
  { connectionId, entityId }: CopyScope,
  generation: number,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await change(
    runner,
    `insert into context_store_met (connection_id, entity_id, generation, keys)
      values ($1::uuid, $2::integer, $3::bigint, $4::text[])`,
    [connectionId, entityId, generation, keys],
  );
}

/** Forgets the stamps that a pass which begins now makes useless. */
export async function forgetStamps(
  runner: Runner,
  { connectionId, entityId }: CopyScope,
  generation: number,
): Promise<void> {
  await change(
    runner,
    'delete from context_store_met where connection_id = $1::uuid and entity_id = $2::integer and generation < $3::bigint',
    [connectionId, entityId, generation - rememberedPasses],
  );
}

/**
 * Removes the records whose stamp is below `generation`, and gives their number. Throws when `newest`, the newest pass, began so
 * much later that the stamps may be forgotten.
 */
export async function removeUnstamped(
  runner: Runner,
  { connectionId, entityId }: CopyScope,
  tableName: string,
  generation: number,
  newest: number,
): Promise<number> {
  if (generation < newest - rememberedPasses) {
    throw new RangeError(`Pass ${generation} is too old to be ended: pass ${newest} has begun.`);
  }
  // By a database that does not know yet how many records there are, every one would be looked for in all stamps.
  await run(runner, 'set local enable_nestloop = off', []);
  const removed = await change(
    runner,
    `delete from ${tableName} as record where connection_id = $1::uuid and not exists (
      select from (
        select unnest(keys) as key from context_store_met
        where connection_id = $1::uuid and entity_id = $2::integer and generation >= $3::bigint) as met
      where met.key = record.key)`,
    [connectionId, entityId, generation],
  );
  await change(
    runner,
    'delete from context_store_met where connection_id = $1::uuid and entity_id = $2::integer and generation < $3::bigint',
    [connectionId, entityId, generation],
  );
  return removed;
}
