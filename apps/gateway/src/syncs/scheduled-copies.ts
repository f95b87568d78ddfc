import type { EntitySyncState } from '@connectory/context-store';
import type { Connection } from '@connectory/control-plane';
import type { ContextCopy } from '@connectory/core';

/** The copy of an entity that is read by schedule. */
export interface ScheduledCopy {
  readonly state: EntitySyncState;
  /** Whether its last pass failed or had errors. */
  readonly isFailing: boolean;
  /** Milliseconds since it was complete, or since the connection was created; null for one that was never begun. */
  readonly age: number | null;
  /** Milliseconds from the end of a pass to the next one. */
  readonly interval: number;
}

/** The copies of a connection that are read by schedule. Throws `connector_not_found` when its connector is not installed. */
export async function scheduledCopies(
  copy: ContextCopy,
  connection: Connection,
  now: number,
): Promise<readonly ScheduledCopy[]> {
  const states = await copy.states(connection);
  const schedules = await Promise.all(states.map(({ entity }) => copy.schedule(connection, entity)));
  return states.flatMap((state, index) => {
    const { phase, errors, synced_at: syncedAt } = state;
    const { enabled = false, intervalSeconds = 0 } = schedules[index] ?? {};
    if (!enabled) return [];
    const isFailing = phase === 'failed' || (phase === 'idle' && errors.length > 0);
    const isBegun = syncedAt !== null || phase !== 'idle' || isFailing;
    const age = isBegun ? now - Date.parse(syncedAt ?? connection.createdAt) : null;
    return [{ state, isFailing, age, interval: intervalSeconds * 1_000 }];
  });
}
