import { parseExactly } from '@connectory/exact-json';
import type { ChangeCause, ChangeRetention } from '../../store/change-feed.ts';
import type { StoredRecord, StoreScope } from '../../store/context-store.ts';
import { changedFields, changesPerRun, type StoredChange, writeChanges } from '../../store/stored-change.ts';
import type { EntityTable } from './entity-table.ts';
import type { CopyScope } from './pass-log.ts';
import { recordSql } from './record-sql.ts';
import { change, Parameters, type Runner, run } from './statement.ts';

/** A change, with the document that it replaces as JSON text; null for a record that is added. */
export interface NotedChange extends StoredChange {
  readonly before: string | null;
}

/** Where the changes of a transaction come from. */
export interface FeedOrigin {
  readonly cause: ChangeCause;
  readonly retention: ChangeRetention;
}

/** Notes that a record is replaced; null if no field of it changes. */
export function notedChange({ key, document }: StoredRecord, before: string): NotedChange | null {
  const fields = changedFields(parseExactly(before) as StoredRecord['document'], document);
  return fields.length === 0 ? null : { kind: 'changed', key, fields, before };
}

/** Adds changes to the feed of a connection, in the transaction that makes them. Tells whether there were any. */
export async function addToFeed(
  transaction: Runner,
  copy: CopyScope,
  origin: FeedOrigin,
  changes: readonly NotedChange[],
): Promise<boolean> {
  if (changes.length === 0) return false;
  const { first, at } = await reserve(transaction, copy, changes.length);
  const replaced = changes.flatMap(({ key, before }, index) =>
    before === null ? [] : [{ until: first + index, key, document: before }],
  );
  await change(
    transaction,
    `insert into context_store_versions (connection_id, entity_id, until, key, document)
      select $1::uuid, $2::integer, given.* from unnest($3::bigint[], $4::text[], $5::json[]) as given`,
    [
      copy.connectionId,
      copy.entityId,
      replaced.map(({ until }) => until),
      replaced.map(({ key }) => key),
      replaced.map(({ document }) => document),
    ],
  );
  const sizes = changes.map(({ before }) => before?.length ?? 0);
  await storeRuns(transaction, copy, origin, { first, at, changes, sizes });
  return true;
}

/** Adds the removal of records to the feed of a connection, before they are removed. */
export async function addRemovals(
  transaction: Runner,
  { connectionId, layout }: StoreScope,
  table: EntityTable,
  origin: FeedOrigin,
  keys: readonly string[],
): Promise<boolean> {
  if (keys.length === 0) return false;
  const copy: CopyScope = { connectionId, entityId: table.entityId };
  const { first, at } = await reserve(transaction, copy, keys.length);
  const parameters = new Parameters();
  const record = recordSql(layout, table, () => true, parameters);
  const connection = parameters.bind(connectionId, 'uuid');
  // The documents may be many and large, so they do not leave the database.
  const kept = await run<{ until: number; size: number }>(
    transaction,
    `insert into context_store_versions (connection_id, entity_id, until, key, document)
      select ${connection}, ${parameters.bind(copy.entityId, 'integer')}, ${parameters.bind(first - 1, 'bigint')} + gone.number,
        gone.key, (${record})::json
      from unnest(${parameters.bind(keys, 'text[]')}) with ordinality as gone (key, number)
      join ${table.name} as record on record.connection_id = ${connection} and record.key = gone.key
      returning until, octet_length(document::text) as size`,
    parameters.values,
  );
  const sizes = new Array<number>(keys.length).fill(0);
  for (const { until, size } of kept) sizes[until - first] = size;
  const changes = keys.map((key): StoredChange => ({ kind: 'removed', key, fields: [] }));
  await storeRuns(transaction, copy, origin, { first, at, changes, sizes });
  return true;
}

/** Locks the feed of a connection until the end of the transaction, and takes the next sequences. */
async function reserve(
  transaction: Runner,
  { connectionId }: CopyScope,
  count: number,
): Promise<{ readonly first: number; readonly at: number }> {
  const [feed] = await run<{ last: number; at: number }>(
    transaction,
    `insert into context_store_feeds as feed (connection_id, last, floor, floor_at, bytes, at)
      values ($1::uuid, $2::bigint, 0, 0, 0, $3::bigint)
      on conflict (connection_id) do update set last = feed.last + $2::bigint, at = greatest(feed.at, excluded.at)
      returning last, at`,
    [connectionId, count, Date.now()],
  );
  if (feed === undefined) throw new Error('A feed could not be locked.');
  return { first: feed.last - count + 1, at: feed.at };
}

interface ReservedChanges {
  readonly first: number;
  readonly at: number;
  readonly changes: readonly StoredChange[];
  /** Characters that are kept beside each. */
  readonly sizes: readonly number[];
}

async function storeRuns(
  transaction: Runner,
  copy: CopyScope,
  { cause, retention }: FeedOrigin,
  { first, at, changes, sizes }: ReservedChanges,
): Promise<void> {
  const runs: { first: number; last: number; bytes: number; changes: string }[] = [];
  for (let index = 0; index < changes.length; index += changesPerRun) {
    const some = changes.slice(index, index + changesPerRun);
    const text = writeChanges(some);
    const kept = sizes.slice(index, index + changesPerRun).reduce((sum, size) => sum + size, 0);
    runs.push({
      first: first + index,
      last: first + index + some.length - 1,
      bytes: text.length + kept,
      changes: text,
    });
  }
  const [feed] = await run<{ kept: number; oldest: number | null }>(
    transaction,
    `with added as (
        insert into context_store_changes (connection_id, entity_id, at, cause, first, last, bytes, changes)
        select $1::uuid, $2::integer, $3::bigint, $4::text, given.*
        from unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::text[]) as given
        returning bytes)
      update context_store_feeds set bytes = bytes + (select sum(bytes) from added) where connection_id = $1::uuid
      returning bytes as kept,
        (select at from context_store_changes where connection_id = $1::uuid order by first limit 1) as oldest`,
    [
      copy.connectionId,
      copy.entityId,
      at,
      cause,
      runs.map((one) => one.first),
      runs.map((one) => one.last),
      runs.map((one) => one.bytes),
      runs.map((one) => one.changes),
    ],
  );
  const { kept = 0, oldest = null } = feed ?? {};
  if (kept > retention.bytes || (oldest !== null && oldest < at - retention.milliseconds)) {
    await forgetChanges(transaction, copy, kept, at - retention.milliseconds, retention.bytes);
  }
}

/** The most runs one transaction forgets: more than it usually writes, so that what is kept shrinks to its bounds. */
const mostForgotten = 100;

async function forgetChanges(
  transaction: Runner,
  { connectionId }: CopyScope,
  kept: number,
  since: number,
  most: number,
): Promise<void> {
  const runs = await run<{ last: number; at: number; bytes: number }>(
    transaction,
    'select last, at, bytes from context_store_changes where connection_id = $1::uuid order by first limit $2::integer',
    [connectionId, mostForgotten],
  );
  let left = kept;
  let forgotten = { last: 0, at: 0 };
  for (const { last, at, bytes } of runs) {
    if (left <= most && at >= since) break;
    left -= bytes;
    forgotten = { last, at };
  }
  for (const [table, column] of [
    ['context_store_changes', 'first'],
    ['context_store_versions', 'until'],
  ]) {
    await change(transaction, `delete from ${table} where connection_id = $1::uuid and ${column} <= $2::bigint`, [
      connectionId,
      forgotten.last,
    ]);
  }
  await change(
    transaction,
    'update context_store_feeds set floor = $2::bigint, floor_at = $3::bigint, bytes = $4::bigint where connection_id = $1::uuid',
    [connectionId, forgotten.last, forgotten.at, left],
  );
}
