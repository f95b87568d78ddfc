import { type ContextStore, type EntityLayout, storedSyncState } from '@connectory/context-store';
import type { Snapshot, SnapshotFormat, SnapshotSource } from '@connectory/snapshots';
import type { EntityView } from '../data-view/entity-view.ts';
import { notReady } from './search-copy.ts';
import type { StoredConnection } from './stored-connections.ts';

/** Which copy is wanted as a file. */
export interface SnapshotRequest {
  readonly connection: StoredConnection;
  readonly layout: EntityLayout;
  readonly format: SnapshotFormat;
  /** What the policy of the token shows of it; undefined for everything. */
  readonly view?: EntityView | undefined;
  /** Ends the wait, as when the caller is gone. */
  readonly signal?: AbortSignal | undefined;
}

/** A file with all records of a copy. Whoever has it releases it. */
export interface CopySnapshot extends Snapshot {
  /** The copy holds everything up to this time. */
  readonly syncedAt: string | null;
}

/** Returns the file of a copy. Throws `context_store_not_ready` before a first page of it is stored, `forbidden`, and like `SnapshotSource.take`. */
export async function snapshotOf(
  store: ContextStore,
  source: SnapshotSource,
  { connection, layout, format, view, signal }: SnapshotRequest,
): Promise<CopySnapshot> {
  const { id: connectionId, workspaceId } = connection;
  const scope = { connectionId, layout };
  view?.requireReadable();
  const state = storedSyncState(connection, layout.entity, await store.readCheckpoint(scope));
  if (state === null || !state.ready) throw notReady(layout.entity, state);
  const snapshot = await source.take({ workspaceId, scope, format, view: view?.snapshot }, signal);
  const { synced_at: syncedAt = null } = storedSyncState(connection, layout.entity, snapshot.checkpoint) ?? {};
  return { ...snapshot, syncedAt };
}
