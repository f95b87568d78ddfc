import { type RawValue, type SettingPartitions, valueAt } from '@connectory/connector-sdk';
import { GatewayError } from '@connectory/errors';
import type { Condition } from '../query/condition.ts';
import { isLongerThan } from '../query/stored-text.ts';
import type { ContextStore, KeyRange, StoredRecord, StoreScope } from '../stores/context-store.ts';
import { storedValue } from './copied-records.ts';
import { fitPartitionValue } from './cursors.ts';
import type { EntityPlan } from './entity-plan.ts';
import { isWanted } from './parent-filter.ts';
import {
  identityText,
  keyFields,
  keyTexts,
  noPartition,
  type Partition,
  partitionPrefix,
  partitionRange,
  rangeOfKey,
} from './record-key.ts';
import type { PageParams, SyncConnection } from './sync-source.ts';

/** One partition: its position in the order of all partitions, and its values or the reason why there are none. */
export interface FoundPartition {
  /** Key of the parent record or text of the setting; partitions come in the order of their marks. */
  readonly mark: string;
  readonly partition: Partition | GatewayError;
}

const parentsAtOnce = 200;
// Code points, as JSON text. Leaves a record key room for the digest of its key fields.
const maxPartitionLength = 360;

/** Where partitions are looked for. */
export interface PartitionSource {
  readonly store: ContextStore;
  readonly connection: SyncConnection;
  readonly plan: EntityPlan;
  /** The partitions that replace those of an empty setting, in the order of their marks; null if they are not needed. */
  readonly listed: readonly FoundPartition[] | null;
  /** Set if only the partitions of parents are wanted that have changed, or that are owed. */
  readonly changes?: { readonly condition: Condition; readonly owed: ReadonlySet<string> } | undefined;
}

/** The partitions of an entity whose mark comes after `after` (null for all), read on demand. */
export async function* partitionsAfter(source: PartitionSource, after: string | null): AsyncGenerator<FoundPartition> {
  const { connection, plan, listed } = source;
  if (plan.origin.from === 'nowhere' || plan.batch !== null) {
    if (after === null) yield { mark: '', partition: noPartition };
  } else if (plan.origin.from === 'setting') {
    for (const found of listed ?? fromSettings(plan, plan.origin.setting, connection)) {
      if (after === null || found.mark > after) yield found;
    }
  } else {
    const { parent } = plan.origin;
    for await (const record of parentsAfter(source, plan.origin, after)) {
      const partition = fromParent(plan, parent, record);
      if (hasChanged(source, record, partition)) yield { mark: record.key, partition };
    }
  }
}

/** Whether a pass that leaves out the children of unchanged parents reads those of a parent. */
export function hasChanged(
  { changes }: PartitionSource,
  { document }: StoredRecord,
  partition: Partition | GatewayError,
): boolean {
  if (changes === undefined || isWanted(changes.condition, document)) return true;
  return !GatewayError.is(partition) && changes.owed.has(partitionPrefix(partition));
}

/** How many partitions an entity has now, null for one without. */
export async function partitionCount(source: PartitionSource): Promise<number | null> {
  const { store, connection, plan, listed } = source;
  if (plan.origin.from === 'nowhere' || plan.batch !== null) return null;
  if (plan.origin.from === 'setting') return listed?.length ?? settingTexts(connection, plan.origin.setting).length;
  if (plan.origin.where === null)
    return store.count({ connectionId: connection.id, layout: plan.origin.parent.layout });
  let count = 0;
  for await (const _ of parentsAfter(source, plan.origin, null)) count += 1;
  return count;
}

/** The parents that a plan selects whose key comes after `after` (null for all), read on demand. */
export async function* parentsAfter(
  { store, connection }: PartitionSource,
  { parent, where }: Extract<EntityPlan['origin'], { from: 'entity' }>,
  after: string | null,
): AsyncGenerator<StoredRecord> {
  const scope = { connectionId: connection.id, layout: parent.layout };
  for (let last = after; ; ) {
    const parents = await store.listRecords(scope, last, parentsAtOnce);
    for (const record of parents) if (isWanted(where, record.document)) yield record;
    last = parents.at(-1)?.key ?? null;
    if (last === null || parents.length < parentsAtOnce) return;
  }
}

/** What every page of a partition is read with: constants, and the partition's values in their declared types. */
export function readingParams(plan: EntityPlan, constants: PageParams, partition: Partition): PageParams {
  return { ...constants, ...partitionParams(plan, partition) };
}

function partitionParams({ params, partitionParams: names }: EntityPlan, partition: Partition): PageParams {
  return Object.fromEntries(
    names.map((name, position) => [name, fitPartitionValue(params, name, partition[position])]),
  );
}

/** A partition as people read it: parameter and value; null for the only one of an entity without partitions. */
export function describePartition(
  { partitionParams: names }: EntityPlan,
  partition: Partition,
): Readonly<Record<string, string>> | null {
  if (names.length === 0) return null;
  return Object.fromEntries(names.map((name, position) => [name, partition[position] ?? '']));
}

/** The partition that parameters of a call belong to, null when they do not name it completely. */
export function partitionOf(plan: EntityPlan, params: PageParams): Partition | null {
  const partition = toPartition(plan, (name) => params[name]);
  return partition instanceof GatewayError ? null : partition;
}

/** The entries of a setting that lists partitions, each once and in order. */
export function settingTexts({ settings }: SyncConnection, { setting }: SettingPartitions): readonly string[] {
  const value = settings[setting];
  const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string' && text !== '');
  return [...new Set<string>(texts)].sort();
}

/** The partition of a record that replaces an entry of a setting: its parts are the fields with those names. */
export function fromListed(plan: EntityPlan, { parts }: SettingPartitions, record: RawValue): FoundPartition {
  const values = new Map(parts.map((part) => [part, identityText(valueAt(record, part))]));
  const texts = [...values.values()].map((text) => text ?? '');
  const mark = texts.length === 1 ? (texts[0] ?? '') : JSON.stringify(texts);
  return { mark, partition: fromParts(plan, (part) => values.get(part) ?? undefined) };
}

function fromSettings(
  plan: EntityPlan,
  setting: SettingPartitions,
  connection: SyncConnection,
): readonly FoundPartition[] {
  return settingTexts(connection, setting).map((mark) => ({ mark, partition: fromSetting(plan, setting, mark) }));
}

function fromSetting(
  plan: EntityPlan,
  { setting, separator, parts }: SettingPartitions,
  text: string,
): Partition | GatewayError {
  const pieces = text.split(separator);
  const last = pieces.splice(parts.length - 1).join(separator);
  const values = [...pieces, last];
  if (values.length !== parts.length || values.includes('')) {
    const form = parts.join(separator);
    return new GatewayError(
      'invalid_params',
      `The setting ${setting} must be a list of values such as ${form}. Correct it.`,
    );
  }
  const part = new Map(parts.map((name, position) => [name, values[position]]));
  return fromParts(plan, (name) => part.get(name));
}

function fromParts(plan: EntityPlan, part: (name: string) => string | undefined): Partition | GatewayError {
  const bound = new Map(plan.bound.map(({ param, value }) => [param, value]));
  return toPartition(plan, (name) => bound.get(name)?.(part));
}

function fromParent(plan: EntityPlan, parent: EntityPlan, record: StoredRecord): Partition | GatewayError {
  const texts = keyTexts(record.key);
  const bound = new Map(plan.bound.map(({ param, value }) => [param, value]));
  const fieldOf = parentField(parent, record);
  return toPartition(plan, (name) => {
    const value = bound.get(name);
    return value === undefined ? texts[parent.partitionParams.indexOf(name)] : value(fieldOf);
  });
}

/** What bindings read of a parent: the value of a search field or a key field. */
export function parentField(parent: EntityPlan, record: StoredRecord): (path: string) => unknown {
  const ownKey = keyFields(parent.entity);
  return (path) => {
    const inKey = ownKey.indexOf(path);
    const value = storedValue(record, path);
    return value ?? (inKey < 0 ? undefined : keyTexts(record.key)[parent.partitionParams.length + inKey]);
  };
}

function toPartition(plan: EntityPlan, given: (name: string) => unknown): Partition | GatewayError {
  const texts: string[] = [];
  for (const name of plan.partitionParams) {
    const value = fitPartitionValue(plan.params, name, given(name));
    const text = identityText(value);
    if (text === null) return new GatewayError('invalid_params', `There is no usable value for the parameter ${name}.`);
    texts.push(text);
  }
  if (!isLongerThan(JSON.stringify(texts), maxPartitionLength)) return texts;
  return new GatewayError(
    'invalid_params',
    `The values of ${plan.partitionParams.join(', ')} are too long to be stored.`,
  );
}

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
  max: number,
): Promise<Map<string, KeyRange>> {
  const scope: StoreScope = { connectionId: connection.id, layout: plan.layout };
  const kept = new Map<string, KeyRange>();
  for (let reached = after; kept.size < max; ) {
    const [first] = await store.listRecords(scope, reached, 1);
    if (first === undefined) break;
    const range = rangeOfKey(first.key, plan.partitionParams.length, keyFields(plan.entity).length);
    kept.set(range.from, range);
    reached = range.below;
  }
  return kept;
}
