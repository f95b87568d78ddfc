import { GatewayError } from '@connectory/errors';
import type { KeyRange, StoreScope } from '../stores/context-store.ts';
import { type PartitionSource, partitionsAfter } from './partitions.ts';
import { keyFields, partitionRange, rangeOfKey } from './record-key.ts';

/** Partitions compared with what there is at a time: a bound for the memory this takes. */
const comparedAtOnce = 100_000;

/**
 * The partitions with records in the copy that no longer exist: their parent record or setting entry is gone or names something else.
 * Partitions with keys up to `after` are omitted.
 */
export async function* vanishedPartitions(
  source: PartitionSource,
  after: string | null,
  atOnce = comparedAtOnce,
): AsyncGenerator<KeyRange> {
  for (let reached = after; ; ) {
    const kept = await keptPartitions(source, reached, atOnce);
    const last = [...kept.values()].at(-1);
    if (last === undefined) return;
    for await (const { partition } of partitionsAfter(source, null)) {
      if (!GatewayError.is(partition)) kept.delete(partitionRange(partition).from);
      if (kept.size === 0) break;
    }
    yield* kept.values();
    reached = last.below;
  }
}

// No key equals the end of a range, so that the next key behind it is the first of the next partition.
async function keptPartitions(
  { store, connection, plan }: PartitionSource,
  after: string | null,
  most: number,
): Promise<Map<string, KeyRange>> {
  const scope: StoreScope = { connectionId: connection.id, layout: plan.layout };
  const kept = new Map<string, KeyRange>();
  for (let reached = after; kept.size < most; ) {
    const [first] = await store.listRecords(scope, reached, 1);
    if (first === undefined) break;
    const range = rangeOfKey(first.key, plan.partitionParams.length, keyFields(plan.entity).length);
    kept.set(range.from, range);
    reached = range.below;
  }
  return kept;
}
