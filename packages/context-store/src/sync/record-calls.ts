import type { StoredRecord } from '../stores/context-store.ts';
import { storedValue } from './copied-records.ts';
import { fitPartitionValue, requiredParams } from './cursors.ts';
import type { EntityPlan } from './entity-plan.ts';
import { readingParams } from './partitions.ts';
import { keyFields, keyTexts } from './record-key.ts';
import type { PageParams } from './sync-source.ts';

/**
 * The parameters with which `get` returns a record of a copy: those of its partition and its key, and search fields of the same names. Null
 * where there is no `get`, or a parameter has no value.
 */
export function getParams(plan: EntityPlan, record: StoredRecord): PageParams | null {
  const { get } = plan.entity.actions;
  if (get === undefined) return null;
  const named = plan.entity.search?.get ?? {};
  const [partition, key] = identityOf(plan, record);
  const value = (name: string) => {
    const field = named[name];
    if (field !== undefined) return storedValue(record, field) ?? key[field];
    return partition[name] ?? key[name] ?? storedValue(record, name);
  };
  const required = requiredParams(get.params);
  const open = required.filter((name) => value(name) === undefined);
  const [onlyKey, ...otherKeys] = Object.values(key);
  // Vendors call the id of a record differently in a record and in a path: `id` and `ticket_id`.
  const takesKey = open.length === 1 && otherKeys.length === 0 ? open[0] : undefined;
  const params = required.map((name) => {
    const given = name === takesKey ? onlyKey : value(name);
    return [name, fitPartitionValue(get.params, name, given)] as const;
  });
  return params.some(([, fitting]) => fitting === undefined) ? null : Object.fromEntries(params);
}

const maxOperand = 200;
const maxTexts = 10;

/**
 * The parameters with which `context_store_search` finds a record again: its key, as far as the copy has the fields of it; otherwise its
 * short texts.
 */
export function searchParams(plan: EntityPlan, record: StoredRecord): PageParams {
  const { layout } = plan;
  const [partition, key] = identityOf(plan, record);
  const named = Object.keys({ ...partition, ...key });
  const has = (name: string) => record.document[name] !== undefined && record.document[name] !== null;
  const known = layout.fields.filter(({ name }) => named.includes(name) && has(name));
  const texts = layout.fields.filter(({ name, type }) => type.startsWith('string') && has(name));
  const fields = (known.length > 0 ? known : texts.slice(0, maxTexts)).map(
    ({ name }) => [name, record.document[name]] as const,
  );
  const eq = Object.fromEntries(fields.filter(([, value]) => String(value).length <= maxOperand));
  return { query: { filter: { eq } }, limit: 1 };
}

/** The parameters of the partition of a record, and the fields of its key. A key that is only stored as a digest has no values. */
function identityOf(plan: EntityPlan, record: StoredRecord): readonly [PageParams, PageParams] {
  const texts = keyTexts(record.key);
  const count = plan.partitionParams.length;
  const fields = keyFields(plan.entity).map((field, position) => {
    const text = texts[count + position];
    const isDigest = texts[count]?.startsWith('sha256:') === true;
    return [field, storedValue(record, field) ?? (isDigest ? undefined : text)] as const;
  });
  return [readingParams(plan, {}, texts.slice(0, count)), Object.fromEntries(fields)];
}
