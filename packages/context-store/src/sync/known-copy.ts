import { GatewayError } from '@connectory/errors';
import type { ContextStore, StoreScope } from '../stores/context-store.ts';
import { readCheckpoint } from './checkpoint.ts';
import type { EntityPlan } from './entity-plan.ts';
import { partitionsAfter } from './partitions.ts';
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
  // The stamp outlives the current pass and one that starts at this moment.
  return { plan, scope, constants: checkpoint.constants ?? plan.constants, generation: checkpoint.pass + 1 };
}

/** Looking up more would cost more than the pass that is requested instead. */
const mostPartitions = 1_000;

/**
 * Whether a partition belongs to a copy: the copy has a record of it, or it is one of the first 1,000 that passes read. Any other may be
 * outside the copy, or spelled differently there.
 */
export async function hasPartition(
  store: ContextStore,
  connection: SyncConnection,
  { plan, scope }: KnownCopy,
  partition: Partition,
): Promise<boolean> {
  if (partition.length === 0) return true;
  const prefix = partitionPrefix(partition);
  const [first] = await store.listRecords(scope, prefix, 1);
  if (first?.key.startsWith(prefix) === true) return true;
  let checked = 0;
  for await (const read of partitionsAfter({ store, connection, plan, listed: null }, null)) {
    if (!(read.partition instanceof GatewayError) && partitionPrefix(read.partition) === prefix) return true;
    checked += 1;
    if (checked === mostPartitions) return false;
  }
  return false;
}
