import { valueAt } from '@connectory/connector-sdk';
import { GatewayError } from '@connectory/errors';
import { isLongerThan } from '../query/stored-text.ts';
import type { ContextStore, StoredRecord } from '../store/context-store.ts';
import type { EntityPlan } from './entity-plan.ts';
import { fitPartitionValue } from './param-fit.ts';
import { identityText, keyFields, keyTexts, noPartition, type Partition } from './record-key.ts';
import type { PageParams, SyncConnection } from './sync-source.ts';

/** One partition on its way: its place in the order of all partitions, and its values or why there are none. */
export interface FoundPartition {
  /** Key of the parent record or text of the setting; partitions come in the order of their marks. */
  readonly mark: string;
  readonly partition: Partition | GatewayError;
}

const parentsAtOnce = 200;
// Code points, as JSON text. Leaves a record key room for the digest of its key fields.
const longestPartition = 360;

/** The partitions of an entity whose mark lies behind `after` (null: all of them), read as they are wanted. */
export async function* partitionsAfter(
  store: ContextStore,
  connection: SyncConnection,
  plan: EntityPlan,
  after: string | null,
): AsyncGenerator<FoundPartition> {
  if (plan.origin.from === 'nowhere') {
    if (after === null) yield { mark: '', partition: noPartition };
    return;
  }
  if (plan.origin.from === 'setting') {
    for (const mark of settingTexts(connection, plan)) {
      if (after === null || mark > after) yield { mark, partition: fromSetting(plan, plan.origin.setting, mark) };
    }
    return;
  }
  const { parent } = plan.origin;
  const scope = { connectionId: connection.id, layout: parent.layout };
  for (let last = after; ; ) {
    const parents = await store.listRecords(scope, last, parentsAtOnce);
    for (const record of parents) yield { mark: record.key, partition: fromParent(plan, parent, record) };
    last = parents.at(-1)?.key ?? null;
    if (last === null || parents.length < parentsAtOnce) return;
  }
}

/** How many partitions an entity has now, null for one without. */
export async function partitionCount(
  store: ContextStore,
  connection: SyncConnection,
  plan: EntityPlan,
): Promise<number | null> {
  if (plan.origin.from === 'nowhere') return null;
  if (plan.origin.from === 'setting') return settingTexts(connection, plan).length;
  return store.count({ connectionId: connection.id, layout: plan.origin.parent.layout });
}

/** What every page of a partition is read with: the constants of the plan, and the partition's values in their declared types. */
export function readingParams(plan: EntityPlan, partition: Partition): PageParams {
  return { ...plan.constants, ...partitionParams(plan, partition) };
}

function partitionParams({ action, partitionParams: names }: EntityPlan, partition: Partition): PageParams {
  return Object.fromEntries(
    names.map((name, position) => [name, fitPartitionValue(action.params, name, partition[position])]),
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

function settingTexts({ settings }: SyncConnection, { origin }: EntityPlan): readonly string[] {
  if (origin.from !== 'setting') return [];
  const value = settings[origin.setting.setting];
  const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string' && text !== '');
  return [...new Set<string>(texts)].sort();
}

function fromSetting(
  plan: EntityPlan,
  { setting, separator, parts }: { setting: string; separator: string; parts: readonly string[] },
  text: string,
): Partition | GatewayError {
  const pieces = text.split(separator);
  const last = pieces.splice(parts.length - 1).join(separator);
  const values = [...pieces, last];
  if (values.length !== parts.length || values.includes('')) {
    const form = parts.join(separator);
    return new GatewayError(
      'invalid_params',
      `The setting ${setting} must list texts of the form ${form}. Correct it.`,
    );
  }
  const part = new Map(parts.map((name, position) => [name, values[position]]));
  const path = new Map(plan.bound);
  return toPartition(plan, (name) => part.get(path.get(name) ?? ''));
}

function fromParent(plan: EntityPlan, parent: EntityPlan, record: StoredRecord): Partition | GatewayError {
  const texts = keyTexts(record.key);
  const bound = new Map(plan.bound);
  const ownKey = keyFields(parent.entity);
  return toPartition(plan, (name) => {
    const path = bound.get(name);
    if (path === undefined) return texts[parent.partitionParams.indexOf(name)];
    const inKey = ownKey.indexOf(path);
    return inDocument(record, path) ?? (inKey < 0 ? undefined : texts[parent.partitionParams.length + inKey]);
  });
}

// A search field may have dots in its name, so the longest field the path begins with is the one that holds it.
function inDocument({ document }: StoredRecord, path: string): unknown {
  for (let field = path; ; field = field.slice(0, field.lastIndexOf('.'))) {
    if (Object.hasOwn(document, field)) return valueAt(document[field], path.slice(field.length + 1));
    if (!field.includes('.')) return undefined;
  }
}

function toPartition(plan: EntityPlan, given: (name: string) => unknown): Partition | GatewayError {
  const texts: string[] = [];
  for (const name of plan.partitionParams) {
    const value = fitPartitionValue(plan.action.params, name, given(name));
    const text = identityText(value);
    if (text === null) return new GatewayError('invalid_params', `There is no usable value for the parameter ${name}.`);
    texts.push(text);
  }
  if (!isLongerThan(JSON.stringify(texts), longestPartition)) return texts;
  return new GatewayError(
    'invalid_params',
    `The values of ${plan.partitionParams.join(', ')} are too long to be kept.`,
  );
}
