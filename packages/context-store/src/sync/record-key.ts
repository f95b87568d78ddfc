import { createHash } from 'node:crypto';
import { type Entity, type RawValue, valueAt } from '@connectory/connector-sdk';
import { isLongerThan, storedText } from '../query/stored-text.ts';
import type { KeyRange } from '../stores/context-store.ts';

/** The partition a record belongs to: the values of the partition parameters as texts, in the order of the plan. */
export type Partition = readonly string[];

/** The partition of an entity that has none. */
export const noPartition: Partition = [];

/** The most code points a key has, so that it fits an index of every database and the cursor of a search. */
export const maxKeyLength = 450;

/** The names of the fields that identify a record of the entity; empty for one without identity. */
export function keyFields({ key }: Pick<Entity, 'key'>): readonly string[] {
  return key === null ? [] : [key].flat();
}

/** A value of a key or of a partition as text, null for what cannot identify anything. */
export function identityText(value: unknown): string | null {
  if (typeof value === 'string') return storedText(value);
  const isWritable = typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value);
  return isWritable ? String(value) : null;
}

/**
 * The key of a record in the copy: partition and key fields as a JSON array of texts (spec/sync.md), the key fields as one digest
 * where they are too long. Null for a record that lacks a key field, or whose key would be too long even so.
 */
export function recordKey(entity: Pick<Entity, 'key'>, partition: Partition, record: RawValue): string | null {
  const fields = keyFields(entity);
  const texts = fields.map((field) => identityText(valueAt(record, field)));
  if (texts.length === 0 || !texts.every((text) => text !== null)) return null;
  const key = JSON.stringify([...partition, ...texts]);
  if (!isLongerThan(key, maxKeyLength)) return key;
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest('hex');
  const shortened = JSON.stringify([...partition, `sha256:${digest}`, ...texts.slice(1).map(() => '')]);
  return isLongerThan(shortened, maxKeyLength) ? null : shortened;
}

/** The text with which the keys of a partition begin, and no others; they follow it in key order without a gap. */
export function partitionPrefix(partition: Partition): string {
  return partition.length === 0 ? '["' : `${JSON.stringify(partition).slice(0, -1)},`;
}

/** The keys of a partition, and no others. */
export function partitionRange(partition: Partition): KeyRange {
  return rangeOf(partitionPrefix(partition));
}

/**
 * The range of the partition that a key belongs to, if partitions have this many values and records this many key fields. A key with
 * another number of texts, left by an earlier plan, is a separate range.
 */
export function rangeOfKey(key: string, values: number, fields: number): KeyRange {
  const texts = keyTexts(key);
  return texts.length === values + fields ? partitionRange(texts.slice(0, values)) : rangeOf(key);
}

// The texts that begin with another one. Prefixes end in ASCII.
function rangeOf(prefix: string): KeyRange {
  const last = String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  return { from: prefix, below: prefix.slice(0, -1) + last };
}

/** The texts a record key consists of. */
export function keyTexts(key: string): readonly string[] {
  return JSON.parse(key) as string[];
}
