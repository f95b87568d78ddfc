import { type Entity, valueAt } from '@connectory/connector-sdk';
import type { StoredRecord } from '@connectory/context-store';

const fieldsOf = ({ key }: Entity): readonly string[] => (key === null ? [] : [key].flat());

/** The key of a record of the vendor as text. */
export function vendorKey(entity: Entity, record: unknown): string {
  return fieldsOf(entity)
    .map((path) => String(valueAt(record, path)))
    .join('/');
}

/** The key of a record in the copy as the same text: without the values of the partition, which come first. */
export function storedKey(entity: Entity, { key }: StoredRecord): string {
  const texts = JSON.parse(key) as readonly string[];
  return texts.slice(-fieldsOf(entity).length).join('/');
}
