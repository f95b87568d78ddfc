import { parseExactly, writeExactly } from '@connectory/exact-json';
import { requireFollowing, revisionOf } from '../../store/checkpoint-revision.ts';
import type { StoredValue } from '../../store/context-store.ts';
import type { CopyScope } from './pass-log.ts';
import { type Runner, run } from './statement.ts';

/** What is known of one copy besides its records. */
export interface CopyState {
  /** Changes when the connection is dropped and filled again. */
  readonly incarnation: string;
  /** Number of the newest pass that wrote a page. */
  readonly generation: number;
  readonly records: number;
  /** How many records there were when the database last counted what its plans depend on. */
  readonly analysedRecords: number;
  /** Revision of the stored checkpoint. */
  readonly revision: number;
}

/**
 * Reads the state and locks it until the end of the transaction. Every write begins with it, so that writers of one copy follow each
 * other and never wait for each other's rows.
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

/** Locks the state for a write that stores a checkpoint. Throws `OutdatedCheckpointError` where it does not follow the stored one. */
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

/** The checkpoint of a copy, null when it has none. */
export async function readCheckpoint(
  runner: Runner,
  { connectionId, entityId }: CopyScope,
): Promise<StoredValue | null> {
  const [row] = await run<{ checkpoint: string | null }>(
    runner,
    `select checkpoint::text as checkpoint from context_store_state
      where connection_id = $1::uuid and entity_id = $2::integer`,
    [connectionId, entityId],
  );
  return row?.checkpoint == null ? null : (parseExactly(row.checkpoint) as StoredValue);
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
