import { type EventHint, type RawValue, valueAt } from '@connectory/connector-sdk';
import { type DirectActionName, resultKind, syncParams } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import type { ContextStore } from '../stores/context-store.ts';
import type { Clock } from './clock.ts';
import { hasPartition, type KnownCopy, knownCopy } from './copied-records.ts';
import { fitPartitionValue } from './cursors.ts';
import type { EntityPlan } from './entity-plan.ts';
import { type OwnTouches, responsesRecord } from './own-writes.ts';
import { isGone, toStoredRecord } from './pages.ts';
import { partitionOf, readingParams } from './partitions.ts';
import { keyFields, type Partition, recordKey } from './record-key.ts';
import type { PageParams, SyncConnection, SyncSource } from './sync-source.ts';

/** What hinted records are brought into the copy with. */
export interface HintedRecordParts {
  readonly store: ContextStore;
  readonly source: SyncSource;
  readonly touches: OwnTouches;
  readonly clock: Clock;
}

/** A hint that names a record, and the plan of its entity. */
export interface RecordHint {
  readonly connection: SyncConnection;
  readonly plan: EntityPlan;
  readonly params: PageParams;
  readonly key: EventHint['key'];
  readonly gone: boolean;
}

/**
 * What became of a hint: the copy has the record as the vendor has it; it was written here meanwhile and has to be read again; only
 * a pass can show it, for which a removal needs a full one; or there is no copy yet that it could be missing in.
 */
export type HintOutcome = 'applied' | 'again' | 'needs_pass' | 'needs_full_pass' | 'nothing_to_do';

/** Reads the record of a hint and stores it, or removes it where the vendor does not have it. Throws the errors of the source. */
export async function applyHint(
  { store, source, touches, clock }: HintedRecordParts,
  hint: RecordHint,
  signal: AbortSignal,
): Promise<HintOutcome> {
  const { connection, plan, params, gone } = hint;
  const copy = await knownCopy(store, connection, plan);
  if (copy === null) return 'nothing_to_do';
  const partition = partitionOf(plan, params);
  if (partition === null) return gone ? 'needs_full_pass' : 'needs_pass';
  if (!(await hasPartition(store, connection, copy, partition))) return gone ? 'nothing_to_do' : 'needs_pass';
  const askedAt = clock.now();
  const found = await readRecord(source, hint, copy, partition, signal);
  const stored = found && toStoredRecord(plan, copy.constants, partition, found);
  const isRemoved = found === null || isGone(plan, found, stored);
  // A record that still exists although its event reported a removal, such as one in a recycle bin, may or may not be in the list.
  if (gone && !isRemoved) return 'needs_full_pass';
  const record = isRemoved ? null : stored;
  const key = stored?.key ?? (isRemoved ? recordKey(plan.entity, partition, hint.key ?? params) : null);
  if (key === null) return isRemoved ? 'needs_full_pass' : 'needs_pass';
  const entity = plan.entity.name;
  if (touches.since(connection.id, entity, key, askedAt)) return 'again';
  touches.note(connection.id, entity, key, askedAt);
  const change = record === null ? { upserts: [], deletedKeys: [key] } : { upserts: [record], deletedKeys: [] };
  await store.apply(copy.scope, { ...change, generation: copy.generation, cause: 'event' });
  return 'applied';
}

/** The record as the vendor has it, null for one that it does not have. */
async function readRecord(
  source: SyncSource,
  { connection, plan, params, key }: RecordHint,
  { constants }: KnownCopy,
  partition: Partition,
  signal: AbortSignal,
): Promise<RawValue | null> {
  const { entity } = plan;
  const action: DirectActionName = entity.actions.get && responsesRecord(plan, 'get') ? 'get' : plan.actionName;
  const asked = askedParams(plan, action, { ...readingParams(plan, constants, partition) }, params);
  try {
    const { records } = await source.readPage({ connection, entity, action, params: asked, signal });
    if (resultKind(action) === 'record') return records[0] ?? null;
    return records.find((record) => isMeant(plan, record, key ?? params)) ?? null;
  } catch (error) {
    if (GatewayError.is(error, 'record_not_found') && resultKind(action) === 'record') return null;
    throw error;
  }
}

/** The parameters of an action: given ones, completed with those of the plan that the action takes. */
export function askedParams(
  { entity }: EntityPlan,
  name: DirectActionName,
  known: PageParams,
  hinted: PageParams,
): PageParams {
  const action = entity.actions[name];
  const schema = action && syncParams(action);
  const asked: Record<string, unknown> = {};
  for (const param of Object.keys(schema?.shape ?? {})) {
    const value = hinted[param] ?? known[param];
    const fitting = schema && value !== undefined ? fitPartitionValue(schema, param, value) : undefined;
    if (fitting !== undefined) asked[param] = fitting;
    else if (hinted[param] !== undefined) asked[param] = hinted[param];
  }
  return asked;
}

const isMeant = ({ entity }: EntityPlan, record: RawValue, key: PageParams) =>
  keyFields(entity).every((field) => String(valueAt(record, field)) === String(valueAt(key, field)));
