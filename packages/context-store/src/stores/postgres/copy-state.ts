import { parseExactly, writeExactly } from '@connectory/exact-json';
import { outdatedCheckpoint, requireFollowing, revisionOf } from '../checkpoint-revision.ts';
import type { StoredValue } from '../context-store.ts';
import type { CopyScope } from './pass-log.ts';
import { change, type Runner, run } from './statement.ts';

/** Numbers of records of one copy. */
export interface CopySize {
  readonly records: number;
  /** How many there were when the database last updated its statistics. */
  readonly analysedRecords: number;
}

/** State of one copy, apart from its records. */
export interface CopyState extends CopySize {
  /** Changes when the connection is dropped and read again. */
  readonly incarnation: string;
  /** Number of the newest pass that wrote a page. */
  readonly generation: number;
  /** Revision of the stored checkpoint. */
  readonly revision: number;
}

/**
 * Reads the state and locks it until the end of the transaction. Every write begins with this, so that writers of one copy run one after
 * another and never wait for each other's rows.
 */
export async function lockState(runner: Runner, { connectionId, entityId }: CopyScope): Promise<CopyState> {
  const [state] = await run<CopyState>(
    runner,
    `insert into context_store_state as state (connection_id, entity_id, generation, records)
      values ($1::uuid, $2::integer, 0, 0)
      on conflict (connection_id, entity_id) do update set records = state.records
      returning incarnation, generation, records, analysed_records as "analysedRecords",
        coalesce((checkpoint->>'revision')::double precision, 0) as revision`,
    [connectionId, entityId],
  );
  if (state === undefined) throw new Error('The state of a copy could not be locked.');
  return state;
}

/**
 * Locks the state for a write that stores a checkpoint. Throws `OutdatedCheckpointError` if the checkpoint does not follow the stored one.
 */
export async function lockStateBefore(runner: Runner, copy: CopyScope, checkpoint: StoredValue): Promise<CopyState> {
  const state = await lockState(runner, copy);
  requireFollowing(state.revision, revisionOf(checkpoint));
  return state;
}

/** Stores the state of a locked copy, and a checkpoint unless it is undefined. */
export async function storeState(
  runner: Runner,
  { connectionId, entityId }: CopyScope,
  { generation, records }: Pick<CopyState, 'generation' | 'records'>,
  checkpoint?: StoredValue,
): Promise<void> {
  await run(
    runner,
    `update context_store_state
      set generation = $3::bigint, records = $4::bigint, checkpoint = coalesce($5::json, checkpoint)
      where connection_id = $1::uuid and entity_id = $2::integer`,
    [connectionId, entityId, generation, records, checkpoint === undefined ? null : writeExactly(checkpoint)],
  );
}

/** Stores only a checkpoint. Throws `OutdatedCheckpointError` if it does not follow the stored one. */
export async function storeCheckpoint(
  runner: Runner,
  { connectionId, entityId }: CopyScope,
  checkpoint: StoredValue,
): Promise<void> {
  const revision = revisionOf(checkpoint);
  const stored = await change(
    runner,
    `insert into context_store_state as state (connection_id, entity_id, generation, records, checkpoint)
      select $1::uuid, $2::integer, 0, 0, $3::json where $4::double precision in (0, 1) or exists (
        select from context_store_state where connection_id = $1::uuid and entity_id = $2::integer)
      on conflict (connection_id, entity_id) do update set checkpoint = excluded.checkpoint
        where ${followsText('state', '$4')}`,
    [connectionId, entityId, writeExactly(checkpoint), revision],
  );
  if (stored === 0) throw outdatedCheckpoint();
}

/**
 * Stores the checkpoint of a finished pass, deletes the stamps of earlier passes, and returns the size of the copy. Throws
 * `OutdatedCheckpointError` as `storeCheckpoint` does.
 */
export async function storePassEnd(
  runner: Runner,
  copy: CopyScope,
  generation: number,
  checkpoint: StoredValue,
): Promise<CopySize> {
  const [ended] = await run<CopySize>(
    runner,
    `with ended as (
        update context_store_state as state set checkpoint = $3::json
        where connection_id = $1::uuid and entity_id = $2::integer and ${followsText('state', '$4')}
        returning records, analysed_records),
      forgotten as (
        delete from context_store_met
        where connection_id = $1::uuid and entity_id = $2::integer and generation < $5::bigint and exists (select from ended))
      select records, analysed_records as "analysedRecords" from ended`,
    [copy.connectionId, copy.entityId, writeExactly(checkpoint), revisionOf(checkpoint), generation],
  );
  if (ended !== undefined) return ended;
  // Without stored state there are no stamps to delete.
  await storeCheckpoint(runner, copy, checkpoint);
  return { records: 0, analysedRecords: 0 };
}

// Revision 0 is not checked.
function followsText(state: string, revision: string): string {
  const stored = `coalesce((${state}.checkpoint->>'revision')::double precision, 0)`;
  return `(${revision}::double precision = 0 or ${stored} + 1 = ${revision}::double precision)`;
}

/** Checkpoints of some entities of a connection by entity ID; entities without one are omitted. */
export async function readCheckpoints(
  runner: Runner,
  connectionId: string,
  entityIds: readonly number[],
): Promise<ReadonlyMap<number, StoredValue>> {
  const rows = await run<{ entity: number; checkpoint: string }>(
    runner,
    `select entity_id as entity, checkpoint::text as checkpoint from context_store_state
      where connection_id = $1::uuid and entity_id = any($2::integer[]) and checkpoint is not null`,
    [connectionId, entityIds],
  );
  return new Map(rows.map(({ entity, checkpoint }) => [entity, parseExactly(checkpoint) as StoredValue]));
}

/** Number of records of a copy. */
export async function countRecords(runner: Runner, { connectionId, entityId }: CopyScope): Promise<number> {
  const [row] = await run<{ records: number }>(
    runner,
    'select records from context_store_state where connection_id = $1::uuid and entity_id = $2::integer',
    [connectionId, entityId],
  );
  return row?.records ?? 0;
}
