import { writeExactly } from '@connectory/exact-json';
import type { Change, ChangeKind } from './change-feed.ts';
import type { StoredRecord, StoredValue } from './context-store.ts';

/** One change as a run of the feed stores it; documents are stored separately. */
export type StoredChange = Pick<Change, 'kind' | 'key' | 'fields'>;

/** The most changes of one run: a reader of a page parses whole runs. */
export const changesPerRun = 500;

/** Writes changes as JSON text: `"key"` was added, `["key", ["field"]]` changed, `["key"]` removed. Most are additions of a first pass. */
export function writeChanges(changes: readonly StoredChange[]): string {
  return JSON.stringify(changes.map(({ kind, key, fields }) => writers[kind](key, fields)));
}

const writers: Readonly<Record<ChangeKind, (key: string, fields: readonly string[]) => unknown>> = {
  added: (key) => key,
  changed: (key, fields) => [key, fields],
  removed: (key) => [key],
};

/** Parses the output of `writeChanges`. */
export function parseChanges(text: string): readonly StoredChange[] {
  return (JSON.parse(text) as readonly (string | [key: string, fields?: readonly string[]])[]).map((change) => {
    if (typeof change === 'string') return { kind: 'added', key: change, fields: [] };
    const [key, fields] = change;
    return fields === undefined ? { kind: 'removed', key, fields: [] } : { kind: 'changed', key, fields };
  });
}

/** The names of the fields that two documents of a record have different values of, in the order of the later one. */
export function changedFields(before: StoredRecord['document'], after: StoredRecord['document']): readonly string[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names].filter((name) => !isSame(own(before, name), own(after, name)));
}

function isSame(one: StoredValue, other: StoredValue): boolean {
  return (
    one === other || (typeof one === 'object' && typeof other === 'object' && writeExactly(one) === writeExactly(other))
  );
}

function own(document: StoredRecord['document'], name: string): StoredValue {
  return Object.hasOwn(document, name) ? (document[name] ?? null) : null;
}
