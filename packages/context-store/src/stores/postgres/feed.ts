import { parseExactly } from '@connectory/exact-json';
import {
  type Change,
  type ChangeCause,
  type ChangePage,
  type ChangeQuery,
  type ChangeRetention,
  changedFields,
  changesPerRun,
  charactersAtOnce,
  emptyFeed,
  type FeedPosition,
  type FeedState,
  feedStart,
  headOf,
  noChanges,
  parseChanges,
  type StoredChange,
  withoutErased,
  writeChanges,
} from '../change-feed.ts';
import type { StoredRecord, StoreScope } from '../context-store.ts';
import type { CopyScope } from './copy-state.ts';
import type { EntityTable } from './entity-table.ts';
import { documentOf, documentsOf, recordSql } from './records.ts';
import { change, Parameters, type Runner, run } from './statement.ts';

/** Maximum number of runs that one page examines. Most of them may belong to other entities. */
const runsAtOnce = 1_000;

/** A change, with the replaced document as JSON text; null for an added record. */
export interface NotedChange extends StoredChange {
  readonly before: string | null;
}

/** Origin of the changes of a transaction. */
export interface FeedOrigin {
  readonly cause: ChangeCause;
  readonly retention: ChangeRetention;
}

/** Returns the change for a replaced record; null if no field changes. */
export function notedChange({ key, document }: StoredRecord, before: string): NotedChange | null {
  const fields = changedFields(parseExactly(before) as StoredRecord['document'], document);
  return fields.length === 0 ? null : { kind: 'changed', key, fields, before };
}

/** Adds changes to the feed of a connection, in the transaction that makes them. Returns whether there were any changes. */
export async function addToFeed(
  transaction: Runner,
  copy: CopyScope,
  origin: FeedOrigin,
  changes: readonly NotedChange[],
): Promise<boolean> {
  if (changes.length === 0) return false;
  const sizes = changes.map(({ before }) => before?.length ?? 0);
  const first = await storeRuns(transaction, copy, origin, { taken: 0, changes, sizes });
  const replaced = changes.flatMap(({ key, before }, index) =>
    before === null ? [] : [{ until: first + index, key, document: before }],
  );
  if (replaced.length > 0) await storeVersions(transaction, copy, replaced);
  return true;
}

async function storeVersions(
  transaction: Runner,
  copy: CopyScope,
  replaced: readonly { readonly until: number; readonly key: string; readonly document: string }[],
): Promise<void> {
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
}

/** Adds the removal of records to the feed of a connection. Call it before removing them. */
export async function addRemovals(
  transaction: Runner,
  { connectionId, layout }: StoreScope,
  table: EntityTable,
  origin: FeedOrigin,
  keys: readonly string[],
): Promise<boolean> {
  if (keys.length === 0) return false;
  const copy: CopyScope = { connectionId, entityId: table.entityId };
  const first = await takeSequences(transaction, copy, keys.length);
  const parameters = new Parameters();
  const record = recordSql(layout, table, () => true, parameters);
  const connection = parameters.bind(connectionId, 'uuid');
  // The documents can be many and large, so they are copied inside the database.
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
  await storeRuns(transaction, copy, origin, { taken: keys.length, changes, sizes });
  return true;
}

/** Locks the feed of a connection until the end of the transaction and reserves the next sequence numbers. Returns the first one. */
async function takeSequences(transaction: Runner, { connectionId }: CopyScope, count: number): Promise<number> {
  const [feed] = await run<{ last: number }>(
    transaction,
    `insert into context_store_feeds as feed (connection_id, last, floor, floor_at, bytes, at)
      values ($1::uuid, $2::bigint, 0, 0, 0, 0)
      on conflict (connection_id) do update set last = feed.last + $2::bigint
      returning last`,
    [connectionId, count],
  );
  if (feed === undefined) throw new Error('A feed could not be locked.');
  return feed.last - count + 1;
}

interface RunsOfChanges {
  /** Number of sequence numbers reserved already; the remaining ones are reserved now. */
  readonly taken: number;
  readonly changes: readonly StoredChange[];
  /** Size of each replaced document, in characters. */
  readonly sizes: readonly number[];
}

/**
 * Stores changes and deletes expired ones. Returns the first sequence number. One statement, because a first pass does this for each page.
 */
async function storeRuns(
  transaction: Runner,
  copy: CopyScope,
  { cause, retention }: FeedOrigin,
  { taken, changes, sizes }: RunsOfChanges,
): Promise<number> {
  const runs: { first: number; last: number; bytes: number; changes: string }[] = [];
  for (let index = 0; index < changes.length; index += changesPerRun) {
    const some = changes.slice(index, index + changesPerRun);
    const text = writeChanges(some);
    const kept = sizes.slice(index, index + changesPerRun).reduce((sum, size) => sum + size, 0);
    runs.push({ first: index + 1, last: index + some.length, bytes: text.length + kept, changes: text });
  }
  const [feed] = await run<{ last: number; at: number; kept: number; oldest: number | null }>(
    transaction,
    `with feed as (
        insert into context_store_feeds as feed (connection_id, last, floor, floor_at, bytes, at)
        values ($1::uuid, $2::bigint, 0, 0, $3::bigint, $4::bigint)
        on conflict (connection_id) do update
        set last = feed.last + $2::bigint, bytes = feed.bytes + $3::bigint, at = greatest(feed.at, excluded.at)
        returning last, bytes, at),
      added as (
        insert into context_store_changes (connection_id, entity_id, at, cause, first, last, bytes, changes)
        select $1::uuid, $5::integer, feed.at, $6::text, feed.last - $7::bigint + run.first, feed.last - $7::bigint + run.last,
          run.bytes, run.changes
        from feed, unnest($8::bigint[], $9::bigint[], $10::bigint[], $11::text[]) as run (first, last, bytes, changes))
      select last, at, bytes as kept,
        (select at from context_store_changes where connection_id = $1::uuid order by first limit 1) as oldest
      from feed`,
    [
      copy.connectionId,
      changes.length - taken,
      runs.reduce((sum, { bytes }) => sum + bytes, 0),
      Date.now(),
      copy.entityId,
      cause,
      changes.length,
      runs.map((one) => one.first),
      runs.map((one) => one.last),
      runs.map((one) => one.bytes),
      runs.map((one) => one.changes),
    ],
  );
  if (feed === undefined) throw new Error('A feed could not be locked.');
  const { last, at, kept, oldest } = feed;
  if (kept > retention.bytes || (oldest !== null && oldest < at - retention.milliseconds)) {
    await forgetChanges(transaction, copy, kept, at - retention.milliseconds, retention.bytes);
  }
  return last - changes.length + 1;
}

/** Adds the removal of records to the feed without their documents. Call it after `eraseFromFeed`. */
export async function addErasures(
  transaction: Runner,
  copy: CopyScope,
  origin: FeedOrigin,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const changes = keys.map((key): StoredChange => ({ kind: 'removed', key, fields: [] }));
  await storeRuns(transaction, copy, origin, { taken: 0, changes, sizes: keys.map(() => 0) });
}

/** Erases what the feed has of records of an entity, except that they were removed. */
export async function eraseFromFeed(
  transaction: Runner,
  { connectionId, entityId }: CopyScope,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  // Locks the feed first, as every writer does.
  await run(transaction, 'select from context_store_feeds where connection_id = $1::uuid for update', [connectionId]);
  const erased = await run<{ until: number; size: number }>(
    transaction,
    `delete from context_store_versions
      where connection_id = $1::uuid and entity_id = $2::integer and key = any($3::text[])
      returning until, octet_length(document::text) as size`,
    [connectionId, entityId, keys],
  );
  const known = new Set(keys);
  let freed = 0;
  for (let after = 0; ; ) {
    const runs = await run<{ first: number; last: number; bytes: number; changes: string }>(
      transaction,
      `select first, last, bytes, changes from context_store_changes
        where connection_id = $1::uuid and entity_id = $2::integer and first > $3::bigint order by first limit $4::integer`,
      [connectionId, entityId, after, runsAtOnce],
    );
    for (const { first, last, bytes, changes } of runs) {
      const text = withoutErased(changes, known) ?? changes;
      const size = erased.reduce((sum, one) => (one.until >= first && one.until <= last ? sum + one.size : sum), 0);
      if (text === changes && size === 0) continue;
      const kept = Math.max(text.length, bytes - size - (changes.length - text.length));
      freed += bytes - kept;
      await change(
        transaction,
        'update context_store_changes set changes = $3::text, bytes = $4::bigint where connection_id = $1::uuid and first = $2::bigint',
        [connectionId, first, text, kept],
      );
    }
    if (runs.length < runsAtOnce) break;
    after = runs.at(-1)?.first ?? after;
  }
  await change(
    transaction,
    'update context_store_feeds set bytes = greatest(0, bytes - $2::bigint) where connection_id = $1::uuid',
    [connectionId, freed],
  );
}

/** Replaces the earlier versions of records by what they are now. Returns the keys that have no record. */
export async function forgetFormer(
  transaction: Runner,
  scope: StoreScope,
  table: EntityTable,
  keys: readonly string[],
): Promise<readonly string[]> {
  const documents = await documentsOf(transaction, scope, table, keys);
  if (documents.size > 0)
    await change(
      transaction,
      `update context_store_versions as version set document = now.document
        from unnest($3::text[], $4::json[]) as now (key, document)
        where version.connection_id = $1::uuid and version.entity_id = $2::integer and version.key = now.key`,
      [scope.connectionId, table.entityId, [...documents.keys()], [...documents.values()]],
    );
  return keys.filter((key) => !documents.has(key));
}

/** Maximum number of runs that one transaction deletes. It usually writes fewer, so the feed shrinks to its limits. */
const maxForgotten = 100;

async function forgetChanges(
  transaction: Runner,
  { connectionId }: CopyScope,
  kept: number,
  since: number,
  max: number,
): Promise<void> {
  const runs = await run<{ last: number; at: number; bytes: number }>(
    transaction,
    'select last, at, bytes from context_store_changes where connection_id = $1::uuid order by first limit $2::integer',
    [connectionId, maxForgotten],
  );
  let left = kept;
  let forgotten = { last: 0, at: 0 };
  for (const { last, at, bytes } of runs) {
    if (left <= max && at >= since) break;
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

/** An entity whose changes are read, and its table. */
export interface FeedEntity {
  readonly layout: ChangeQuery['layouts'][number];
  readonly table: EntityTable;
}

type FoundChange = StoredChange & Pick<Change, 'sequence' | 'at' | 'cause'> & { readonly source: FeedEntity };

const documentsAtOnce = 100;

/** Reads a page of changes with the documents before and after each. The transaction must see a single snapshot of the database. */
export async function readChanges(
  transaction: Runner,
  connectionId: string,
  entities: readonly FeedEntity[],
  { from, limit }: ChangeQuery,
): Promise<ChangePage> {
  const state = await feedState(transaction, connectionId);
  if (state === null) return noChanges;
  const start =
    from !== null && typeof from === 'object' && 'at' in from
      ? await lastBefore(transaction, connectionId, state, from.at)
      : feedStart(state, from);
  if (start === null) return { state: 'expired', head: headOf(state) };
  const { found, looked } = await findChanges(transaction, connectionId, entities, { after: start, limit });
  const changes: Change[] = [];
  let characters = 0;
  for (let index = 0; index < found.length && characters <= charactersAtOnce; index += documentsAtOnce) {
    const some = found.slice(index, index + documentsAtOnce);
    const documents = await documentsAround(transaction, connectionId, some);
    for (const [number, { source, ...change }] of some.entries()) {
      if (characters > charactersAtOnce) break;
      const { before, after } = documents[number] ?? nothing;
      characters += (before?.length ?? 0) + (after?.length ?? 0);
      changes.push({
        ...change,
        entity: source.layout.entity,
        before: before === null ? null : documentOf(before),
        after: after === null ? null : documentOf(after),
      });
    }
  }
  const isWhole = changes.length === found.length;
  const sequence = isWhole ? (looked ?? state.last) : (changes.at(-1)?.sequence ?? start);
  return {
    state: 'read',
    changes,
    start: { feed: state.id, sequence: start },
    position: { feed: state.id, sequence },
    hasMore: sequence < state.last,
  };
}

/** The end of the feed of a connection. */
export async function readHead(runner: Runner, connectionId: string): Promise<FeedPosition> {
  const state = await feedState(runner, connectionId);
  return state === null ? emptyFeed : headOf(state);
}

async function feedState(runner: Runner, connectionId: string): Promise<FeedState | null> {
  const [state] = await run<FeedState>(
    runner,
    'select feed as id, last, floor, floor_at as "floorAt" from context_store_feeds where connection_id = $1::uuid',
    [connectionId],
  );
  return state ?? null;
}

// Null when changes since that time are no longer kept.
async function lastBefore(
  runner: Runner,
  connectionId: string,
  { last, floorAt }: FeedState,
  at: number,
): Promise<number | null> {
  if (at <= floorAt) return null;
  const [found] = await run<{ first: number }>(
    runner,
    'select first from context_store_changes where connection_id = $1::uuid and at >= $2::bigint order by first limit 1',
    [connectionId, at],
  );
  return found === undefined ? last : found.first - 1;
}

/** Changes in order, and the position up to which the feed was read; null for its end. */
async function findChanges(
  runner: Runner,
  connectionId: string,
  entities: readonly FeedEntity[],
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly found: readonly FoundChange[]; readonly looked: number | null }> {
  const sources = new Map(entities.map((source) => [source.table.entityId, source]));
  // Runs are contiguous, and each has at least one change, so `limit` runs are always enough.
  const runs = await run<{
    first: number;
    last: number;
    entity: number;
    at: number;
    cause: ChangeCause;
    changes: string;
  }>(
    runner,
    `select first, last, entity_id as entity, at, cause, case when entity_id = any($3::integer[]) then changes else '[]' end as changes
      from context_store_changes
      where connection_id = $1::uuid and first >= coalesce((
        select max(first) from context_store_changes where connection_id = $1::uuid and first <= $2::bigint), 0)
      order by first limit $4::integer`,
    [connectionId, after + 1, [...sources.keys()], runsAtOnce],
  );
  const found: FoundChange[] = [];
  for (const { first, entity, at, cause, changes } of runs) {
    const source = sources.get(entity);
    if (source === undefined) continue;
    for (const [index, change] of parseChanges(changes).entries()) {
      const sequence = first + index;
      if (sequence <= after || change === null) continue;
      if (found.length === limit) return { found, looked: sequence - 1 };
      found.push({ ...change, sequence, at, cause, source });
    }
  }
  return { found, looked: runs.length < runsAtOnce ? null : (runs.at(-1)?.last ?? null) };
}

interface Documents {
  readonly before: string | null;
  readonly after: string | null;
}

const nothing: Documents = { before: null, after: null };

// A document is valid until the next change of its record; the latest is the record itself.
async function documentsAround(
  runner: Runner,
  connectionId: string,
  changes: readonly FoundChange[],
): Promise<readonly Documents[]> {
  const versions = await run<Documents>(
    runner,
    `select
        (select document::text from context_store_versions where connection_id = $1::uuid and until = asked.sequence) as before,
        (select document::text from context_store_versions
          where connection_id = $1::uuid and entity_id = asked.entity and key = asked.key and until > asked.sequence
          order by until limit 1) as after
      from unnest($2::bigint[], $3::integer[], $4::text[]) with ordinality as asked (sequence, entity, key, number)
      order by number`,
    [
      connectionId,
      changes.map(({ sequence }) => sequence),
      changes.map(({ source }) => source.table.entityId),
      changes.map(({ key }) => key),
    ],
  );
  const isCurrent = ({ kind }: FoundChange, index: number) => kind !== 'removed' && versions[index]?.after === null;
  const current = new Map<FeedEntity, ReadonlyMap<string, string>>();
  for (const [source, some] of Map.groupBy(changes.filter(isCurrent), (change) => change.source)) {
    const scope = { connectionId, layout: source.layout };
    current.set(
      source,
      await documentsOf(
        runner,
        scope,
        source.table,
        some.map(({ key }) => key),
      ),
    );
  }
  return changes.map(({ kind, key, source }, index) => {
    const { before, after } = versions[index] ?? nothing;
    return { before, after: kind === 'removed' ? null : (after ?? current.get(source)?.get(key) ?? null) };
  });
}
