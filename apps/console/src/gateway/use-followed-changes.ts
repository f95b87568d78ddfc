import type { Change } from '@connectory/client';
import { useEffect, useState } from 'react';
import { useWorkspace } from './use-workspace.ts';

/** Maximum changes to keep: older ones are dropped. */
export const mostChanges = 200;

/** The state of a feed that is being followed. */
export interface FollowedChanges {
  /** Newest first. */
  readonly changes: readonly Change[];
  /** Number of changes read in total. */
  readonly count: number;
  /** Why it is no longer followed; null while it is. */
  readonly error: Error | null;
}

const nothing: FollowedChanges = { changes: [], count: 0, error: null };
const whileReading = 250;

/** Follows the changes of a connection since a time (ISO 8601) for as long as it is shown. */
export function useFollowedChanges(id: string, since: string): FollowedChanges {
  const { client } = useWorkspace();
  const [followed, setFollowed] = useState(nothing);
  // The workspace's client is created anew on each render.
  const [{ changes }] = useState(client);
  useEffect(() => {
    const ending = new AbortController();
    let newest: Change[] = [];
    let count = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (error: Error | null = null) => {
      clearTimeout(timer);
      timer = undefined;
      if (!ending.signal.aborted) setFollowed({ changes: newest, count, error });
    };
    setFollowed(nothing);
    const follow = async () => {
      for await (const change of changes.follow(id, { since, signal: ending.signal })) {
        newest = [change, ...newest.slice(0, mostChanges - 1)];
        count += 1;
        // Batched, because a thousand changes may arrive at once.
        timer ??= setTimeout(show, whileReading);
      }
    };
    follow().catch((error: unknown) => show(error instanceof Error ? error : new Error(String(error))));
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [changes, id, since]);
  return followed;
}
