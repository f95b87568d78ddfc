import {
  type ContextStore,
  type EntityLayout,
  type EntitySyncState,
  encodeCursor,
  missingMembers,
  type SearchPlan,
  type SearchPosition,
  type SearchQuery,
  type StoredValue,
  type StoreScope,
  storedSyncState,
} from '@connectory/context-store';
import { GatewayError } from '@connectory/errors';
import type { EntityView } from '../data-view/entity-view.ts';
import type { StoredConnection } from './stored-connections.ts';

/** A search, parsed and authorized. */
export interface CopySearch {
  readonly connection: StoredConnection;
  readonly layout: EntityLayout;
  readonly query: SearchQuery;
  /** What the policy of the token shows of the copy; undefined for everything. */
  readonly view?: EntityView | undefined;
  readonly explain: boolean;
  /** Maximum age of the copy in seconds; null for any. */
  readonly maxStaleness: number | null;
  /** Maximum number of records per call, from the token's policy. */
  readonly maxRecords: number | undefined;
  /** Ends the wait for a turn, as when the caller is gone. */
  readonly signal?: AbortSignal | undefined;
}

/** Metadata of a search result (spec/search.md). */
export interface SearchMeta extends Readonly<Record<string, unknown>> {
  /** Number of records that match; present if they were counted. */
  readonly total?: number;
  readonly has_more: boolean;
  readonly cursor: string | null;
  /** Whole milliseconds the store took. */
  readonly took_ms: number;
  readonly synced_at: string | null;
  readonly next_params: { readonly cursor: string } | null;
  /** Present when the policy of the token cut the page. */
  readonly capped_at?: number;
  /** Present if nothing was found and a field may be mistaken. */
  readonly warnings?: readonly string[];
  /** Present if it was requested. */
  readonly plan?: SearchPlan;
}

/** One page of a search, or the rows of an aggregation; `json` is the text of an array. */
export interface SearchResponse {
  readonly json: Buffer;
  /** The keys of the records, in their order. */
  readonly keys: readonly string[];
  readonly count: number;
  readonly meta: SearchMeta;
}

const defaultWaitSeconds = 5;

/**
 * Searches the copy of one entity. Throws `context_store_not_ready` before a first page of it is stored, `copy_too_old` if it is older than
 * allowed, and `search_timeout`.
 */
export async function searchCopy(store: ContextStore, search: CopySearch): Promise<SearchResponse> {
  const { connection, layout, view, explain, maxRecords = Number.POSITIVE_INFINITY } = search;
  const scope = { connectionId: connection.id, layout };
  const asked = { ...search.query, limit: Math.min(search.query.limit, maxRecords) };
  const query = view === undefined ? asked : view.restricted(asked);
  const started = performance.now();
  const { rows, keys, next, hasMore, total, checkpoint } = await found(store, scope, query);
  const tookMs = Math.round(performance.now() - started);
  const state = storedSyncState(connection, layout.entity, checkpoint);
  if (state === null || !state.ready) throw notReady(layout.entity, state);
  requireAge(layout.entity, state, search.maxStaleness);
  // They name members of other records.
  const warnings =
    view === undefined
      ? await missingMembers(query, { rows, total }, (limit) => store.listRecords(scope, null, limit))
      : [];
  // A cursor belongs to the query of the caller.
  const own = next === null ? null : encodeCursor(next, asked);
  const cursor = own === null || view === undefined ? own : view.sealedCursor(own);
  const json = Buffer.from(`[${rows.join(',')}]`);
  const isCapped = hasMore && query.limit < search.query.limit;
  return {
    json: view === undefined ? json : await view.searchResults(json, query),
    keys,
    count: rows.length,
    meta: {
      ...(total !== null && { total }),
      has_more: hasMore,
      cursor,
      took_ms: tookMs,
      synced_at: state.synced_at,
      // As for lists: offering the next page would only invite the caller past the cap.
      next_params: cursor === null || isCapped ? null : { cursor },
      ...(isCapped && { capped_at: query.limit }),
      ...(warnings.length > 0 && { warnings }),
      // A plan has the conditions of the policy, and estimates of hidden records.
      ...(explain && view === undefined && { plan: await store.explain(scope, query) }),
    },
  };
}

/** Records or rows that were found. */
interface Found {
  readonly rows: readonly string[];
  /** The keys of records, in their order. */
  readonly keys: readonly string[];
  /** The position of the last record if more follow. */
  readonly next: SearchPosition | null;
  readonly hasMore: boolean;
  /** Number of records that match; null unless they were counted. */
  readonly total: number | null;
  readonly checkpoint: StoredValue | null;
}

async function found(store: ContextStore, scope: StoreScope, query: SearchQuery): Promise<Found> {
  if (query.aggregate !== null || query.limit === 0)
    return { ...(await store.aggregate(scope, query)), keys: [], next: null };
  const { records, keys, next, checkpoint } = await store.search(scope, query);
  return { rows: records, keys, next, hasMore: next !== null, total: null, checkpoint };
}

/** Throws `copy_too_old` for a copy that is older than a number of seconds; null allows any age. */
export function requireAge(
  entity: string,
  { synced_at: syncedAt, next_run_at: nextRun }: Pick<EntitySyncState, 'synced_at' | 'next_run_at'>,
  max: number | null,
): void {
  if (max === null) return;
  const age = syncedAt === null ? null : Math.max(0, Math.ceil((Date.now() - Date.parse(syncedAt)) / 1000));
  if (age !== null && age <= max) return;
  const is = age === null ? 'has not been completed yet' : `is ${age} s old`;
  throw new GatewayError(
    'copy_too_old',
    `The copy of ${entity} ${is}; max_staleness allows ${max} s. Search with a larger max_staleness or none, request a synchronization, or read the records with list or get.`,
    { retryAfterSeconds: secondsUntil(nextRun) },
  );
}

function secondsUntil(nextRun: string | null): number {
  const wait = nextRun === null ? defaultWaitSeconds : Math.ceil((Date.parse(nextRun) - Date.now()) / 1000);
  return Math.max(defaultWaitSeconds, wait);
}

/** The error of a copy of which no page is stored yet. */
export function notReady(entity: string, state: EntitySyncState | null): GatewayError {
  const { phase = 'idle', errors = [], next_run_at: nextRun = null } = state ?? {};
  const code = errors.at(-1)?.code;
  const retryAfterSeconds = secondsUntil(nextRun);
  const why = {
    idle: 'has not started yet',
    running: 'is running and has not stored a page yet',
    waiting: `waits${code === undefined ? '' : ` (${code})`}`,
    failed: `is paused${code === undefined ? '' : ` (${code})`}; the syncs of the connection show why`,
  }[phase];
  return new GatewayError(
    'context_store_not_ready',
    `The first synchronization of ${entity} ${why}. Search again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
