import { valueAt } from '@connectory/connector-sdk';
import { GatewayError } from '@connectory/errors';
import type { ContextStore, StoreScope } from '../stores/context-store.ts';
import { readCheckpoint } from './checkpoint.ts';
import { type EntityPlan, entityPlans } from './entity-plan.ts';
import { partitionsAfter } from './partitions.ts';
import { keyTexts, type Partition, partitionPrefix } from './record-key.ts';
import type { PageParams, SyncConnection } from './sync-source.ts';

/** A record of a copy. */
export interface CopiedRecord {
  /** The value of a search field, or of a member of one, at a path; undefined if the copy does not keep it. */
  value(path: string): unknown;
  /** The partition of the record: the values of its parameters, as text. */
  readonly partition: Readonly<Record<string, string>>;
}

/** The first records of an entity in a copy, in the order of their keys. Throws a `TypeError` for an entity without a copy. */
export async function copiedRecords(
  store: ContextStore,
  { id, connector }: SyncConnection,
  entity: string,
  limit: number,
): Promise<readonly CopiedRecord[]> {
  const plan = entityPlans(connector).find((one) => one.entity.name === entity);
  if (plan === undefined) throw new TypeError(`connector ${connector.id}: ${entity} has no copy`);
  const records = await store.listRecords({ connectionId: id, layout: plan.layout }, null, limit);
  return records.map((record) => {
    const texts = keyTexts(record.key);
    return {
      value: (path) => storedValue(record, path),
      partition: Object.fromEntries(plan.partitionParams.map((name, position) => [name, texts[position] ?? ''])),
    };
  });
}

/** The value at a path in a stored record. A search field may have dots in its name, so the longest field the path begins with has it. */
export function storedValue(
  { document }: { readonly document: Readonly<Record<string, unknown>> },
  path: string,
): unknown {
  for (let field = path; ; field = field.slice(0, field.lastIndexOf('.'))) {
    if (Object.hasOwn(document, field)) return valueAt(document[field], path.slice(field.length + 1));
    if (!field.includes('.')) return undefined;
  }
}

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
const maxPartitions = 1_000;

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
    if (checked === maxPartitions) return false;
  }
  return false;
}
