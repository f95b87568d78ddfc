import type { ChangeWatch } from '@connectory/context-store';
import type { ChangesAnswer } from '@connectory/core';

/** Options of a stream of changes. */
export interface Following {
  /** Reads a page after a cursor, or since a time. Throws if the stream has to end. */
  readonly read: (from: string | number | null, limit: number) => Promise<ChangesAnswer>;
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
export type FollowedPart = ChangesAnswer & { readonly end?: EndReason };

const changesPerPage = 500;
/** Another process may have changed the copy without notifying this one. */
const longestWait = 1_000;
/** Longer streams reconnect, so that their token is checked again. */
const longestStream = 60 * 60_000;

/** Follows the changes of a connection: existing ones first, then each new one. */
export async function* followChanges(following: Following): AsyncGenerator<FollowedPart> {
  const { read, watch, signal, isClosing } = following;
  const until = Date.now() + longestStream;
  let { from, limit } = following;
  for (;;) {
    const page: ChangesAnswer = await read(from, Math.min(limit, changesPerPage));
    from = page.cursor;
    limit -= page.changes.length;
    const end = endOf({ limit, until, signal, isClosing: isClosing() });
    yield { ...page, ...(end !== undefined && { end }) };
    if (end !== undefined) return;
    if (!page.hasMore) await watch.changed(longestWait, signal);
  }
}

function endOf(at: { limit: number; until: number; signal: AbortSignal; isClosing: boolean }): EndReason | undefined {
  if (at.signal.aborted) return 'gone';
  if (at.limit === 0) return 'limit';
  if (at.isClosing) return 'shutting_down';
  return Date.now() > at.until ? 'time' : undefined;
}
