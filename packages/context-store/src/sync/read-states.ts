import type { ContextStore, StoredValue } from '../stores/context-store.ts';
import { type Checkpoint, readCheckpoint } from './checkpoint.ts';
import { type EntityPlan, entityPlans } from './entity-plan.ts';
import type { SyncConnection } from './sync-source.ts';
import { type EntitySyncState, syncState } from './sync-state.ts';

/** The checkpoints of all entities of a connection, parents before children; null for those no pass has touched. */
export async function readCheckpoints(
  store: ContextStore,
  { id, connector }: SyncConnection,
): Promise<ReadonlyMap<EntityPlan, Checkpoint | null>> {
  const plans = entityPlans(connector);
  const stored = await store.readCheckpoints(
    id,
    plans.map(({ layout }) => layout),
  );
  return new Map(plans.map((plan, index) => [plan, readCheckpoint(plan, stored[index] ?? null)]));
}

/** The state of every entity of a connection that has a copy, parents before children; the same in every process. */
export async function readSyncStates(
  store: ContextStore,
  connection: SyncConnection,
): Promise<readonly EntitySyncState[]> {
  const checkpoints = await readCheckpoints(store, connection);
  return Array.from(checkpoints, ([{ entity }, checkpoint]) => syncState(entity.name, checkpoint));
}

/** The state of one entity, null when it has no copy. */
export async function readSyncState(
  store: ContextStore,
  connection: SyncConnection,
  entity: string,
): Promise<EntitySyncState | null> {
  const plan = planOf(connection, entity);
  if (plan === undefined) return null;
  const stored = await store.readCheckpoint({ connectionId: connection.id, layout: plan.layout });
  return syncState(entity, readCheckpoint(plan, stored));
}

/** The state of the checkpoint in the copy of an entity; null if the entity has no copy. */
export function storedSyncState(
  connection: SyncConnection,
  entity: string,
  stored: StoredValue | null,
): EntitySyncState | null {
  const plan = planOf(connection, entity);
  return plan === undefined ? null : syncState(entity, readCheckpoint(plan, stored));
}

function planOf({ connector }: SyncConnection, entity: string): EntityPlan | undefined {
  return entityPlans(connector).find((candidate) => candidate.entity.name === entity);
}
