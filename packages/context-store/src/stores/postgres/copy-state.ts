import { parseExactly, writeExactly } from '@connectory/exact-json';
import { outdatedCheckpoint, requireFollowing, revisionOf } from '../checkpoint-revision.ts';
import type { StoredValue, UnseenQuery } from '../context-store.ts';
import { entityTablesOf } from './entity-catalog.ts';
import { change, type Runner, run } from './statement.ts';

/** The copy of one entity of one connection. */
export interface CopyScope {
  readonly connectionId: string;
  readonly entityId: number;
}

/** State of one copy, apart from its records. */
export interface CopyState {
  readonly records: number;
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
      returning incarnation, generation, records,
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

// Revision 0 is not checked.
const follows = `($4::double precision = 0 or
    coalesce((state.checkpoint->>'revision')::double precision, 0) + 1 = $4::double precision)`;

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
        where ${follows}`,
    [connectionId, entityId, writeExactly(checkpoint), revision],
  );
  if (stored === 0) throw outdatedCheckpoint();
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

/** Numbers of records of some entities of a connection by entity ID; entities without a copy are omitted. */
export async function countRecords(
  runner: Runner,
  connectionId: string,
  entityIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await run<{ entity: number; records: number }>(
    runner,
    `select entity_id as entity, records from context_store_state
      where connection_id = $1::uuid and entity_id = any($2::integer[])`,
    [connectionId, entityIds],
  );
  return new Map(rows.map(({ entity, records }) => [entity, records]));
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
 * Returns the keys of the records of a range whose stamp is below `generation`, in key order. Throws if `newest`, the newest pass, is so
 * much later that the stamps may have been deleted.
 */
export async function unstampedKeys(
  transaction: Runner,
  copy: CopyScope,
  tableName: string,
  query: UnseenQuery,
  newest: number,
): Promise<readonly string[]> {
  if (query.generation < newest - rememberedPasses) {
    throw new RangeError(`Pass ${query.generation} is too old to be ended: pass ${newest} has begun.`);
  }
  const rows = await unstamped<{ key: string }>(
    transaction,
    copy,
    tableName,
    query,
    'key',
    `order by key limit ${query.limit}`,
  );
  return rows.map(({ key }) => key);
}

/** Counts the records of a range whose stamp is below `generation`. */
export async function countUnstamped(
  transaction: Runner,
  copy: CopyScope,
  tableName: string,
  query: UnseenQuery,
): Promise<number> {
  const [row] = await unstamped<{ count: number }>(
    transaction,
    copy,
    tableName,
    query,
    'count(*)::integer as count',
    '',
  );
  return row?.count ?? 0;
}

async function unstamped<Row extends object>(
  transaction: Runner,
  { connectionId, entityId }: CopyScope,
  tableName: string,
  { range, generation }: UnseenQuery,
  columns: string,
  order: string,
): Promise<readonly Row[]> {
  const within = (column: string) => (range === null ? '' : ` and ${column} >= $4::text and ${column} < $5::text`);
  // With missing statistics, the planner would choose a nested loop that compares every record with all stamps.
  await run(transaction, 'set local enable_nestloop = off', []);
  const rows = await run<Row>(
    transaction,
    `select ${columns} from ${tableName} as record where connection_id = $1::uuid${within('key')} and not exists (
        select from (
          select unnest(keys) as key from context_store_met
          where connection_id = $1::uuid and entity_id = $2::integer and generation >= $3::bigint${within('first_key')}
        ) as met
        where met.key = record.key) ${order}`,
    [connectionId, entityId, generation, ...(range === null ? [] : [range.from, range.below])],
  );
  await run(transaction, 'set local enable_nestloop = on', []);
  return rows;
}

const feedTables = ['context_store_versions', 'context_store_changes', 'context_store_feeds'];

const copyTables = ['context_store_met', 'context_store_vocabulary', 'context_store_passes', 'context_store_state'];

const recordsPerTransaction = 10_000;

/** Removes all records and state of a connection, in transactions of bounded size. Call it again to finish an interrupted removal. */
export async function dropConnection(pool: Runner, connectionId: string): Promise<void> {
  for (const { entityId, name } of await entityTablesOf(pool, connectionId)) {
    const copy = { connectionId, entityId };
    while (await pool.transaction().execute((transaction) => dropSomeRecords(transaction, copy, name))) {
      // each turn has committed
    }
    await pool.transaction().execute(async (transaction) => {
      await lockState(transaction, copy);
      for (const shared of copyTables) {
        const condition = 'where connection_id = $1::uuid and entity_id = $2::integer';
        await change(transaction, `delete from ${shared} ${condition}`, [connectionId, entityId]);
      }
    });
  }
  for (const table of feedTables)
    await change(pool, `delete from ${table} where connection_id = $1::uuid`, [connectionId]);
}

async function dropSomeRecords(transaction: Runner, copy: CopyScope, tableName: string): Promise<boolean> {
  const { records } = await lockState(transaction, copy);
  const removed = await change(
    transaction,
    `delete from ${tableName} where connection_id = $1::uuid and key in (
      select key from ${tableName} where connection_id = $1::uuid order by key limit $2::integer)`,
    [copy.connectionId, recordsPerTransaction],
  );
  await change(
    transaction,
    'update context_store_state set records = $3::bigint where connection_id = $1::uuid and entity_id = $2::integer',
    [copy.connectionId, copy.entityId, records - removed],
  );
  return removed === recordsPerTransaction;
}
