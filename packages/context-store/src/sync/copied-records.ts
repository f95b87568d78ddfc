import { valueAt } from '@connectory/connector-sdk';
import type { ContextStore, StoredRecord } from '../stores/context-store.ts';
import { entityPlans } from './entity-plan.ts';
import { keyTexts } from './record-key.ts';
import type { SyncConnection } from './sync-source.ts';

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
export function storedValue({ document }: Pick<StoredRecord, 'document'>, path: string): unknown {
  for (let field = path; ; field = field.slice(0, field.lastIndexOf('.'))) {
    if (Object.hasOwn(document, field)) return valueAt(document[field], path.slice(field.length + 1));
    if (!field.includes('.')) return undefined;
  }
}
