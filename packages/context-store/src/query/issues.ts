import { type FieldError, GatewayError, jsonPointer, shownPointer } from '@connectory/errors';
import { distance } from 'fastest-levenshtein';
import type { EntityLayout, LayoutField } from '../stores/entity-layout.ts';
import { bounds } from './bounds.ts';
import type { FieldReference } from './condition.ts';
import { type FieldType, typeName } from './field-type.ts';
import { firstCodePoints, isLongerThan, storedText } from './stored-text.ts';

/** Place of a value in the request, from its root: `['params', 'query', 'filter']`. */
export type Place = readonly string[];

const maxShownName = 100;

/** The issues of one search request; at most 20 are kept. */
export class IssueList {
  readonly #errors: FieldError[] = [];

  get isFull(): boolean {
    return this.#errors.length >= bounds.errors;
  }

  /** Adds an error; `message` continues the name of the place: "must be text". */
  add(place: Place, code: string, message: string): void {
    if (!this.isFull) this.#errors.push({ field: pointer(place), message, error_code: code });
  }

  /** Adds a name that is not among the accepted ones, with the nearest of them. */
  addUnknown(place: Place, name: string, accepted: readonly string[], message: string): void {
    if (this.isFull) return;
    const near = nearestName(name, accepted);
    this.#errors.push({
      field: pointer(place),
      message,
      error_code: 'unknown_name',
      ...(near !== undefined && { did_you_mean: near }),
    });
  }

  /** Throws `invalid_query` with every issue, if there is one. */
  throwIfAny(): void {
    const [first, ...others] = this.#errors;
    if (first === undefined) return;
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    const hint = first.did_you_mean === undefined ? '' : ` Did you mean "${first.did_you_mean}"?`;
    throw new GatewayError('invalid_query', `${shownPointer(first.field)} ${first.message}${more}.${hint}`, {
      errors: this.#errors,
    });
  }
}

function pointer(place: Place): string {
  return jsonPointer(place.map((part) => firstCodePoints(part.toWellFormed(), maxShownName)));
}

/** The nearest of the accepted names, if one is near enough. */
export function nearestName(wrong: string, accepted: readonly string[]): string | undefined {
  if (wrong.length > maxShownName) return undefined;
  const farthest = Math.max(2, Math.floor(wrong.length / 3));
  return accepted
    .map((name) => ({ name, edits: distance(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter(({ edits }) => edits <= farthest)
    .sort((one, other) => one.edits - other.edits)[0]?.name;
}

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
    if (type !== 'object' && type !== 'any')
      return refused(`leads below ${reached}, which is of type ${typeName(type)}`);
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

/** Whether a parameter is set. JSON null means an absent one, since clients write unset ones like that. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The members of a required object that may only have some names. Errors go to the list. */
export function membersOf(
  value: unknown,
  place: Place,
  names: readonly string[],
  issues: IssueList,
): Readonly<Record<string, unknown>> {
  if (!isGiven(value)) issues.add(place, 'required', 'is required');
  else if (!isPlainObject(value)) issues.add(place, 'invalid_type', 'must be an object');
  if (!isPlainObject(value)) return {};
  for (const name of Object.keys(value)) {
    if (!names.includes(name)) issues.addUnknown([...place, name], name, names, 'is not a known name');
  }
  return value;
}

/** Whether a JSON value is an object, neither null nor an array. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
