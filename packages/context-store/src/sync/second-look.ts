import { hash } from 'node:crypto';
import type { RawValue } from '@connectory/connector-sdk';
import { syncParams } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import type { ContextStore, StoredRecord, StoreScope } from '../stores/context-store.ts';
import { fitPartitionValue, requiredParams } from './cursors.ts';
import type { EntityPlan } from './entity-plan.ts';
import { askedParams } from './hinted-record.ts';
import { responsesRecord } from './own-writes.ts';
import { isGone, toStoredRecord } from './pages.ts';
import { readingParams } from './partitions.ts';
import { keyFields, keyTexts, type Partition, partitionPrefix } from './record-key.ts';
import type { PageParams, SyncConnection, SyncSource } from './sync-source.ts';

/** What unseen records are looked up with. */
export interface LookupParts {
  readonly store: ContextStore;
  readonly source: SyncSource;
  readonly connection: SyncConnection;
  readonly plan: EntityPlan;
  readonly scope: StoreScope;
  readonly constants: PageParams;
  readonly signal: AbortSignal;
}

/**
 * Reads records that a list did not show, one by one, and returns those that exist; the others are gone. Null if that cannot be told: the
 * entity has no `get` for its keys, a read failed, or `get` does not find a record that the list has just shown.
 */
export async function lookUp(
  parts: LookupParts,
  partition: Partition,
  unseen: readonly StoredRecord[],
): Promise<readonly StoredRecord[] | null> {
  const control = await seenRecord(parts, partition, unseen);
  if (control === null) return null;
  const existing: StoredRecord[] = [];
  try {
    if (typeof (await read(parts, partition, control.key)) === 'string') return null;
    for (const { key } of unseen) {
      const found = await read(parts, partition, key);
      if (found === 'unknown') return null;
      if (found !== 'gone') existing.push(found);
    }
  } catch (error) {
    parts.signal.throwIfAborted();
    if (GatewayError.is(error)) return null;
    throw error;
  }
  return existing;
}

async function seenRecord(
  { store, scope }: LookupParts,
  partition: Partition,
  unseen: readonly StoredRecord[],
): Promise<StoredRecord | null> {
  const prefix = partitionPrefix(partition);
  const records = await store.listRecords(scope, prefix, unseen.length + 1);
  const keys = new Set(unseen.map(({ key }) => key));
  return records.find(({ key }) => key.startsWith(prefix) && !keys.has(key)) ?? null;
}

async function read(
  { source, connection, plan, constants, signal }: LookupParts,
  partition: Partition,
  key: string,
): Promise<StoredRecord | 'gone' | 'unknown'> {
  const params = lookupParams(plan, constants, partition, key);
  if (params === null) return 'unknown';
  const { entity } = plan;
  let record: RawValue;
  try {
    [record] = (await source.readPage({ connection, entity, action: 'get', params, signal })).records;
  } catch (error) {
    if (GatewayError.is(error, 'record_not_found')) return 'gone';
    throw error;
  }
  const stored = toStoredRecord(plan, constants, partition, record);
  if (isGone(plan, record, stored)) return 'gone';
  return stored?.key === key ? stored : 'unknown';
}

/** The parameters of `get` for the record with a key; null if the key does not give them all. */
function lookupParams(plan: EntityPlan, constants: PageParams, partition: Partition, key: string): PageParams | null {
  const { entity, partitionParams } = plan;
  const { get } = entity.actions;
  if (get === undefined || !responsesRecord(plan, 'get')) return null;
  const schema = syncParams(get);
  const known = readingParams(plan, constants, partition);
  const texts = keyTexts(key).slice(partitionParams.length);
  const fields = keyFields(entity);
  // A digest stands for fields that are too long.
  if (texts.length !== fields.length || texts.some((text) => text.startsWith('sha256:'))) return null;
  const named = Object.fromEntries(fields.map((field, index) => [field, texts[index]]));
  const missing = requiredParams(schema).filter((param) => named[param] === undefined && known[param] === undefined);
  // A single parameter of another name can only be the key.
  const isNamed = fields.every((field) => Object.hasOwn(schema.shape, field));
  const [lone] = missing;
  if (isNamed ? lone !== undefined : missing.length !== 1 || fields.length > 1) return null;
  const values = lone === undefined ? named : { [lone]: texts[0] };
  const fitted = Object.entries(values).map(([param, text]) => [param, fitPartitionValue(schema, param, text)]);
  return askedParams(plan, 'get', known, Object.fromEntries(fitted.filter(([, value]) => value !== undefined)));
}

const digestModulus = 2 ** 48;

/** Adds keys to a digest that does not depend on their order: equal digests mean that two looks have seen the same records. */
export function withKeys(digest: number, records: readonly StoredRecord[]): number {
  return records.reduce((sum, { key }) => (sum + keyDigest(key)) % digestModulus, digest);
}

const keyDigest = (key: string) => Number.parseInt(hash('sha1', key).slice(0, 12), 16);
