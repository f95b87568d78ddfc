import type { ChangeWatch } from '@connectory/context-store';
import type { ChangesAnswer } from '@connectory/core';

/** What a stream of changes is made from. */
export interface Following {
  /** Reads a page after a cursor, or since a time. Throws when the stream has to end. */
  readonly read: (from: string | number | null, limit: number) => Promise<ChangesAnswer>;
  readonly watch: ChangeWatch;
  readonly from: string | number | null;
  /** The most changes of the stream. */
  readonly limit: number;
  /** Aborts when nobody listens any more. */
  readonly signal: AbortSignal;
  /** Whether the process lets its connections end. */
  readonly isLeaving: () => boolean;
}

/** Why a stream of changes ended. */
export type EndReason = 'limit' | 'time' | 'shutting_down' | 'gone';

/** A part of a stream of changes: what was found, empty after a while without changes, and at last why it ended. */
export type FollowedPart = ChangesAnswer & { readonly end?: EndReason };

const changesPerPage = 500;
/** Another process may have changed the copy without this one being told. */
const longestWait = 1_000;
/** Whoever follows for longer connects again, with a token that is then looked at again. */
const longestStream = 60 * 60_000;

/** Follows the changes of a connection: what is there, and then each change as it comes. */
export async function* followChanges(following: Following): AsyncGenerator<FollowedPart> {
  const { read, watch, signal, isLeaving } = following;
  const until = Date.now() + longestStream;
  let { from, limit } = following;
  for (;;) {
    const page: ChangesAnswer = await read(from, Math.min(limit, changesPerPage));
    from = page.cursor;
    limit -= page.changes.length;
    const end = endOf({ limit, until, signal, isLeaving: isLeaving() });
    yield { ...page, ...(end !== undefined && { end }) };
    if (end !== undefined) return;
    if (!page.hasMore) await watch.changed(longestWait, signal);
  }
}

function endOf(at: { limit: number; until: number; signal: AbortSignal; isLeaving: boolean }): EndReason | undefined {
  if (at.signal.aborted) return 'gone';
  if (at.limit === 0) return 'limit';
  if (at.isLeaving) return 'shutting_down';
  return Date.now() > at.until ? 'time' : undefined;
}
