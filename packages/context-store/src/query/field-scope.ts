import type { EntityLayout, LayoutField } from '../stores/entity-layout.ts';
import { bounds } from './bounds.ts';
import type { FieldReference, FieldType } from './condition.ts';
import { isLongerThan, storedText } from './stored-text.ts';

/** The result of looking up a name: the field, or why there is none. */
type FoundField = { readonly field: FieldReference } | { readonly problem: string; readonly isUnknown: boolean };

/** The names a request may use: the search fields of an entity, or the members of an array element. */
export interface FieldScope {
  /** Looks up a dotted path, or a path as a list of keys. */
  find(path: string | readonly string[]): FoundField;
  /** All names known in advance, for suggestions. */
  readonly names: readonly string[];
}

const scopes = new WeakMap<EntityLayout, FieldScope>();

/** The search fields of an entity and, by path, the members of its object fields. */
export function entityScope(layout: EntityLayout): FieldScope {
  const known = scopes.get(layout) ?? scopeOf(layout);
  scopes.set(layout, known);
  return known;
}

function scopeOf(layout: EntityLayout): FieldScope {
  const fields = new Map(layout.fields.map((field) => [field.name, field]));
  return {
    names: layout.fields.flatMap(({ name, members }) => [
      name,
      ...Object.keys(members).map((path) => `${name}.${path}`),
    ]),
    find(path) {
      const keys = keysOf(path);
      const problem = problemOf(keys);
      if (problem !== null) return refused(problem);
      return findField(fields, keys) ?? refused(`is not a search field of ${layout.entity}`, true);
    },
  };
}

/** The members of one element of an array; their types are known from the records only. */
export const elementScope: FieldScope = Object.freeze({
  names: [],
  find(path: string | readonly string[]): FoundField {
    const keys = keysOf(path);
    const problem = problemOf(keys);
    return problem === null ? { field: reference('', keys, 'any') } : refused(problem);
  },
});

// Names of search fields may have dots themselves, so the longest one that the path begins with counts.
function findField(fields: ReadonlyMap<string, LayoutField>, keys: readonly string[]): FoundField | undefined {
  for (let length = keys.length; length > 0; length -= 1) {
    const root = fields.get(keys.slice(0, length).join('.'));
    if (root !== undefined) return memberOf(root, keys.slice(length));
  }
  return undefined;
}

function memberOf(root: LayoutField, below: readonly string[]): FoundField {
  let type = root.type;
  let reached = root.name;
  for (const [index, name] of below.entries()) {
    if (type === 'array')
      return refused(`passes through ${reached}, which is an array; use {"any": {"${reached}": …}}`);
    if (type !== 'object' && type !== 'any') return refused(`leads below ${reached}, which is of type ${type}`);
    const path = below.slice(0, index + 1).join('.');
    type = Object.hasOwn(root.members, path) ? (root.members[path] ?? 'any') : 'any';
    reached = `${reached}.${name}`;
  }
  return { field: reference(root.name, below, type) };
}

function reference(root: string, below: readonly string[], type: FieldType): FieldReference {
  return Object.freeze({ root, below: Object.freeze(below), type });
}

function keysOf(path: string | readonly string[]): readonly string[] {
  return (typeof path === 'string' ? path.split('.') : path).map(storedText);
}

function problemOf(keys: readonly string[]): string | null {
  if (keys.length === 0 || keys.includes('')) return 'is not a field name: it is empty or has an empty part';
  return isLongerThan(keys.join('.'), bounds.fieldNameLength)
    ? `is longer than ${bounds.fieldNameLength} characters`
    : null;
}

function refused(problem: string, isUnknown = false): FoundField {
  return { problem, isUnknown };
}
