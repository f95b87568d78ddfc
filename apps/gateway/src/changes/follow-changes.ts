import type { ChangeWatch } from '@connectory/context-store';
import type { Connection, Policy } from '@connectory/control-plane';
import { type ChangesResponse, type ContextCopy, maySearch, type VisibleCopy } from '@connectory/core';
import { GatewayError } from '@connectory/errors';

/** Options of a stream of changes. */
export interface Following {
  /** Reads a page after a cursor, or since a time. Throws if the stream has to end. */
  readonly read: (from: string | number | null, limit: number) => Promise<ChangesResponse>;
  readonly watch: ChangeWatch;
  readonly from: string | number | null;
  /** Maximum number of changes. */
  readonly limit: number;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Whether the process is draining its connections. */
  readonly isClosing: () => boolean;
}

/** Why a stream of changes ended. */
export type EndReason = 'limit' | 'time' | 'shutting_down' | 'gone';

/** A part of a stream: changes, an empty list after a quiet period, or finally why the stream ended. */
export type FollowedPart = ChangesResponse & { readonly end?: EndReason };

const changesPerPage = 500;
/** Another process may have changed the copy without notifying this one. */
const maxWait = 1_000;
/** Longer streams reconnect, so that their token is checked again. */
const maxStream = 60 * 60_000;

/** Follows the changes of a connection: existing ones first, then each new one. */
export async function* followChanges(following: Following): AsyncGenerator<FollowedPart> {
  const { read, watch, signal, isClosing } = following;
  const until = Date.now() + maxStream;
  let { from, limit } = following;
  for (;;) {
    const page: ChangesResponse = await read(from, Math.min(limit, changesPerPage));
    from = page.cursor;
    limit -= page.changes.length;
    const end = endOf({ limit, until, signal, isClosing: isClosing() });
    yield { ...page, ...(end !== undefined && { end }) };
    if (end !== undefined) return;
    if (!page.hasMore) await watch.changed(maxWait, signal);
  }
}

function endOf(at: { limit: number; until: number; signal: AbortSignal; isClosing: boolean }): EndReason | undefined {
  if (at.signal.aborted) return 'gone';
  if (at.limit === 0) return 'limit';
  if (at.isClosing) return 'shutting_down';
  return Date.now() > at.until ? 'time' : undefined;
}

/** Whose changes to read, and which of them the token may see. */
export interface WantedChanges {
  readonly connection: Connection;
  readonly policy: Policy;
  /** Names of entities; by default, all that the policy allows to search. */
  readonly entities: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads a page after a cursor, or since a time (milliseconds since 1970). */
export type ChangesReader = (from: string | number | null, limit: number) => Promise<ChangesResponse>;

/**
 * Returns a reader of the changes that a policy allows; a page has at most the policy's maximum of records. Throws `forbidden`,
 * `unknown_entity` and `connector_not_found`.
 */
export async function changesReader(
  copies: ContextCopy,
  { connection, policy, entities, signal }: WantedChanges,
): Promise<ChangesReader> {
  const wanted = await wantedCopies(copies, connection, policy, entities);
  const max = policy.maxRecords ?? Number.POSITIVE_INFINITY;
  const { id: connectionId, workspaceId } = connection;
  return (from, limit) =>
    copies.changes(workspaceId, { connectionId, copies: wanted, from, limit: Math.min(limit, max) }, signal);
}

async function wantedCopies(
  copies: ContextCopy,
  connection: Connection,
  policy: Policy,
  wanted: readonly string[] | undefined,
): Promise<readonly VisibleCopy[]> {
  const all = await copies.layouts(connection);
  const visible = await copies.visible(connection, policy);
  for (const entity of wanted ?? []) {
    if (visible.some(({ layout }) => layout.entity === entity)) continue;
    if (!maySearch(policy, connection, entity) || all.some((layout) => layout.entity === entity)) {
      const { name } = connection;
      throw new GatewayError('forbidden', `The policy of this token does not allow searching ${entity} on "${name}".`);
    }
    const known = all.map((layout) => layout.entity).join(', ');
    throw new GatewayError('unknown_entity', `The entity "${entity}" has no copy. Entities with a copy: ${known}.`);
  }
  return visible.filter(({ layout }) => wanted?.includes(layout.entity) ?? true);
}
