import type { ConnectorManifest } from '@connectory/connector-sdk/engine';
import { type EntityLayout, layoutOf, valueType } from '@connectory/context-store';

/** The search fields of an entity, by the names in filters of existing clients. */
export interface SearchFields {
  readonly names: PythonNames;
  /** Translates a dotted path that begins with the Python name of a field to our names. */
  ownPath(path: string): string;
  /** The JSON type at a path in our names; undefined if there is no such field. */
  typeOf(path: string): string | undefined;
}

/** A longer path cannot be a field, and would be slow to look up. */
const maxPath = 200;

const known = new WeakMap<object, SearchFields>();

/** Returns the search fields of an entity, undefined if it has none. */
export function searchFieldsOf(manifest: ConnectorManifest, entity: unknown): SearchFields | undefined {
  const declared = manifest.entities.find(({ name }) => name === entity);
  if (declared === undefined || declared.search === null) return undefined;
  const before = known.get(declared);
  if (before !== undefined) return before;
  const fields = fieldsOf(layoutOf(manifest.id, declared));
  known.set(declared, fields);
  return fields;
}

/** Fields of array elements: the vendor's names, with types known only from the records. */
export const elementFields: SearchFields = {
  names: pythonNames([]),
  ownPath: (path) => path,
  typeOf: () => 'any',
};

function fieldsOf({ fields }: EntityLayout): SearchFields {
  const names = pythonNames(fields.map(({ name }) => name));
  const byName = new Map(fields.map((field) => [field.name, field]));
  return {
    names,
    ownPath(path) {
      const found = beginnings(path).find(([begin]) => byName.has(begin) || names.byName.has(begin));
      if (found === undefined) return path;
      const [begin, rest] = found;
      return (byName.has(begin) ? begin : (names.byName.get(begin) ?? begin)) + rest;
    },
    typeOf(path) {
      const found = beginnings(path).find(([begin]) => byName.has(begin));
      if (found === undefined) return undefined;
      const [begin, rest] = found;
      const field = byName.get(begin);
      if (field === undefined) return undefined;
      if (rest === '') return valueType(field.type);
      if (field.type !== 'object' && field.type !== 'any') return undefined;
      const member = rest.slice(1);
      return valueType((Object.hasOwn(field.members, member) ? field.members[member] : undefined) ?? 'any');
    },
  };
}

/** Returns the ways to split a dotted path in two, longest prefix first: names of fields contain dots themselves. */
function beginnings(path: string): [string, string][] {
  if (path.length > maxPath) return [];
  const ends = [path.length, ...Array.from(path.matchAll(/\./g), ({ index }) => index).reverse()];
  return ends.map((end) => [path.slice(0, end), path.slice(end)]);
}

/** The names that the Agent SDK uses for the search fields of an entity: attributes of Python classes. */
export interface PythonNames {
  /** Python names that differ from ours, by our name. */
  readonly byField: ReadonlyMap<string, string>;
  /** Our names, by Python name. */
  readonly byName: ReadonlyMap<string, string>;
}

/** Names to which the SDK appends `_`, because they are reserved in Python. */
const reserved: ReadonlySet<string> = new Set(['class', 'from', 'object', 'schema', 'type']);

/** Python names of search fields; ambiguous ones, and those that equal another field's name, are omitted. */
export function pythonNames(fields: readonly string[]): PythonNames {
  const own = new Set(fields);
  const named = Map.groupBy(fields, pythonName);
  const pairs = Array.from(named).flatMap(([name, [field, ...others]]): [string, string][] =>
    field === undefined || others.length > 0 || own.has(name) ? [] : [[field, name]],
  );
  return { byField: new Map(pairs), byName: new Map(pairs.map(([field, name]) => [name, field])) };
}

/** `createdAt` as `created_at`, `properties.email` as `properties_email`, `_links` as `links`, `type` as `type_`. */
function pythonName(field: string): string {
  const name = field
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/^_+|_+$/g, '')
    .toLowerCase();
  return reserved.has(name) ? `${name}_` : name;
}
