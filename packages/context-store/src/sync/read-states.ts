import type { ContextStore } from '../store/context-store.ts';
import { readCheckpoint } from './checkpoint.ts';
import { type EntityPlan, entityPlans } from './entity-plan.ts';
import type { SyncConnection } from './sync-source.ts';
import { type EntitySyncState, syncState } from './sync-state.ts';

/** The state of every entity of a connection that has a copy, parents before children; the same in every process. */
export function readSyncStates(store: ContextStore, connection: SyncConnection): Promise<readonly EntitySyncState[]> {
  return Promise.all(entityPlans(connection.connector).map((plan) => read(store, connection, plan)));
}

/** The state of one entity, null when it has no copy. */
export async function readSyncState(
  store: ContextStore,
  connection: SyncConnection,
  entity: string,
): Promise<EntitySyncState | null> {
  const plan = entityPlans(connection.connector).find((candidate) => candidate.entity.name === entity);
  return plan === undefined ? null : read(store, connection, plan);
}

async function read(store: ContextStore, connection: SyncConnection, plan: EntityPlan): Promise<EntitySyncState> {
  const stored = await store.readCheckpoint({ connectionId: connection.id, layout: plan.layout });
  return syncState(plan.entity.name, readCheckpoint(plan, stored));
}
