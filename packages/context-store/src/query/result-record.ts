import { writeExactly } from '@connectory/exact-json';
import type { StoredValue } from '../stores/context-store.ts';
import type { EntityLayout } from '../stores/entity-layout.ts';
import type { Document } from './evaluate.ts';

/** Requested paths below one search field; null for the whole value. */
type Selection = ReadonlyMap<string, Selection> | null;

/** Writes one result as JSON text. */
export type RecordWriter = (document: Document) => string;

/**
 * Makes the writer of the results of a search: objects with every search field in the order of the layout, or those that
 * `fields` names (`SearchQuery.fields`), null where unknown. A path below an object leaves the object with the named members only.
 */
export function recordWriter(layout: EntityLayout, fields: readonly (readonly string[])[] | null): RecordWriter {
  const selections = fields === null ? null : selectionOf(fields);
  const asked = layout.fields
    .filter(({ name }) => selections === null || selections.has(name))
    .map(({ name }) => ({ name, prefix: `${JSON.stringify(name)}:`, selection: selections?.get(name) ?? null }));
  return (document) => {
    const members = asked.map(({ name, prefix, selection }) => prefix + written(own(document, name), selection));
    return `{${members.join(',')}}`;
  };
}

function written(value: StoredValue, selection: Selection): string {
  return writeExactly(selection === null ? value : pruned(value, selection));
}

function pruned(value: StoredValue, selection: Selection): StoredValue {
  if (selection === null) return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const object = value as Document;
  return Object.fromEntries(Array.from(selection, ([name, below]) => [name, pruned(own(object, name), below)]));
}

function own(object: Document, name: string): StoredValue {
  return Object.hasOwn(object, name) ? (object[name] ?? null) : null;
}

// A value requested as a whole is returned as a whole, even if parts of it are requested as well.
function selectionOf(paths: readonly (readonly string[])[]): ReadonlyMap<string, Selection> {
  const names = Map.groupBy(paths, ([name]) => name ?? '');
  return new Map(
    Array.from(names, ([name, beginning]): [string, Selection] => {
      const below = beginning.map((path) => path.slice(1));
      return [name, below.some((path) => path.length === 0) ? null : selectionOf(below)];
    }),
  );
}
