import {
  type Change,
  type ChangeCause,
  type ChangePage,
  type ChangeQuery,
  charactersAtOnce,
  emptyFeed,
  type FeedPosition,
  type FeedState,
  feedStart,
  headOf,
  noChanges,
  parseChanges,
  type StoredChange,
} from '../change-feed.ts';
import type { EntityTable } from './entity-table.ts';
import { documentOf, documentsOf } from './list-records.ts';
import { type Runner, run } from './statement.ts';

/** An entity whose changes are read, and its table. */
export interface FeedEntity {
  readonly layout: ChangeQuery['layouts'][number];
  readonly table: EntityTable;
}

type FoundChange = StoredChange & Pick<Change, 'sequence' | 'at' | 'cause'> & { readonly source: FeedEntity };

/** Maximum number of runs that one page examines. Most of them may belong to other entities. */
const runsAtOnce = 1_000;
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
    from !== null && 'at' in from
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
      if (sequence <= after) continue;
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
