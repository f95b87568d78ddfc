import type { ContextStore, StoreScope } from '../store/context-store.ts';
import { readCheckpoint } from './checkpoint.ts';
import type { EntityPlan } from './entity-plan.ts';
import { type Partition, partitionPrefix } from './record-key.ts';
import type { PageParams, SyncConnection } from './sync-source.ts';

/** A copy in which a single record changes: what it is filled with, and the number of a pass that does not remove the change. */
export interface KnownCopy {
  readonly plan: EntityPlan;
  readonly scope: StoreScope;
  readonly constants: PageParams;
  readonly generation: number;
}

/** The copy of an entity; null before its first pass. */
export async function knownCopy(
  store: ContextStore,
  connection: SyncConnection,
  plan: EntityPlan,
): Promise<KnownCopy | null> {
  const scope: StoreScope = { connectionId: connection.id, layout: plan.layout };
  const checkpoint = readCheckpoint(plan, await store.readCheckpoint(scope));
  if (checkpoint === null || checkpoint.pass === 0) return null;
  // The stamp outlives the pass that runs now and the one that may begin this moment.
  return { plan, scope, constants: checkpoint.constants ?? plan.constants, generation: checkpoint.pass + 1 };
}

/** Whether a copy has records of a partition. One of which nothing is kept may be none of the copy's, or be spelled differently there. */
export async function keepsPartition(store: ContextStore, scope: StoreScope, partition: Partition): Promise<boolean> {
  if (partition.length === 0) return true;
  const prefix = partitionPrefix(partition);
  const [first] = await store.listRecords(scope, prefix, 1);
  return first?.key.startsWith(prefix) === true;
}
