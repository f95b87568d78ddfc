import { hasChanged, type PartitionSource, parentField, parentsAfter } from './partitions.ts';
import { identityText, noPartition } from './record-key.ts';
import type { PageParams } from './sync-source.ts';

/** Some parents whose children one request reads: its parameter with their values, and the key of the last one. */
export interface Batch {
  readonly params: PageParams;
  readonly last: string;
}

/**
 * The parents of an entity that is read in batches which come after a key (null for the first); null after the last ones. A parent without
 * a value has no children.
 */
export async function batchAfter(source: PartitionSource, after: string | null): Promise<Batch | null> {
  const { plan } = source;
  const [bound] = plan.bound;
  if (plan.batch === null || bound === undefined || plan.origin.from !== 'entity') return null;
  const { size, param } = plan.batch;
  const values = new Set<string>();
  let last = after;
  for await (const record of parentsAfter(source, plan.origin, after)) {
    if (!hasChanged(source, record, noPartition)) continue;
    const value = identityText(bound.value(parentField(plan.origin.parent, record)));
    if (value === null) continue;
    values.add(value);
    last = record.key;
    if (values.size === size) break;
  }
  return last === null || values.size === 0 ? null : { params: { [param]: [...values].join(',') }, last };
}
