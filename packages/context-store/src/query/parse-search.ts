import type { EntityLayout } from '../stores/entity-layout.ts';
import { bounds } from './bounds.ts';
import type { FieldReference, SearchQuery, SortKey } from './condition.ts';
import { decodeCursor } from './cursor.ts';
import { isScalar } from './field-type.ts';
import { entityScope, type FieldScope, IssueList, isPlainObject, type Place } from './issues.ts';
import { parseFilter } from './parse-filter.ts';

const paramNames = ['query', 'limit', 'cursor', 'fields', 'max_staleness', 'explain'];
const queryNames = ['filter', 'sort'];
const root: Place = ['params'];

/**
 * Parses the parameters of `context_store_search` (spec/search.md) for one entity into a frozen query. Throws `invalid_query`
 * with a JSON pointer per error, or `invalid_cursor`.
 */
export function parseSearch(params: unknown, layout: EntityLayout): SearchQuery {
  const issues = new IssueList();
  const scope = entityScope(layout);
  const {
    query,
    limit,
    cursor,
    fields,
    explain,
    max_staleness: maxStaleness,
  } = membersOf(params, root, paramNames, issues);
  const { filter, sort } = membersOf(query, [...root, 'query'], queryNames, issues);
  const parsed = {
    filter: isGiven(filter) ? parseFilter(filter, [...root, 'query', 'filter'], scope, issues) : null,
    sort: isGiven(sort) ? parseSort(sort, [...root, 'query', 'sort'], scope, issues) : Object.freeze([]),
    limit: isGiven(limit) ? parseLimit(limit, issues) : bounds.defaultLimit,
    fields: isGiven(fields) ? parseFields(fields, [...root, 'fields'], scope, issues) : null,
  };
  if (isGiven(explain) && typeof explain !== 'boolean') {
    issues.add([...root, 'explain'], 'invalid_type', 'must be true or false');
  }
  if (isGiven(maxStaleness) && !isWholeNumber(maxStaleness, bounds.maxStaleness)) {
    const problem = `must be a whole number from 1 to ${bounds.maxStaleness}`;
    issues.add([...root, 'max_staleness'], 'out_of_range', problem);
  }
  issues.throwIfAny();
  const { connector, entity } = layout;
  const first = { ...parsed, after: null, connector, entity };
  return Object.freeze(isGiven(cursor) ? { ...first, after: decodeCursor(cursor, first) } : first);
}

/** Whether valid parameters request the plan of the search (`explain: true`). */
export function asksForPlan(params: unknown): boolean {
  return isPlainObject(params) && params.explain === true;
}

/** The maximum age of the copy in seconds that valid parameters allow; null for any age. */
export function maxStalenessIn(params: unknown): number | null {
  const given = isPlainObject(params) ? params.max_staleness : null;
  return typeof given === 'number' ? given : null;
}

// JSON null means an absent parameter, since clients write unset ones like that.
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function membersOf(
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

const isWholeNumber = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max;

function parseLimit(limit: unknown, issues: IssueList): number {
  if (isWholeNumber(limit, bounds.limit)) return limit;
  issues.add([...root, 'limit'], 'out_of_range', `must be a whole number from 1 to ${bounds.limit}`);
  return bounds.defaultLimit;
}

/**
 * Parses the fields to return: dotted strings or arrays of keys. Returns paths that start with the name of a search field. Adds errors to
 * the list.
 */
function parseFields(
  fields: unknown,
  place: Place,
  scope: FieldScope,
  issues: IssueList,
): readonly (readonly string[])[] {
  if (!Array.isArray(fields) || fields.length === 0) {
    issues.add(place, 'invalid_type', 'must be an array of at least one field path');
    return [];
  }
  if (fields.length > bounds.fields) {
    issues.add(place, 'too_long', `has more than ${bounds.fields} paths`);
    return [];
  }
  return Object.freeze(fields.flatMap((path, index) => parsePath(path, [...place, String(index)], scope, issues)));
}

function parsePath(path: unknown, place: Place, scope: FieldScope, issues: IssueList): readonly (readonly string[])[] {
  if (typeof path !== 'string' && !isKeyList(path)) {
    issues.add(place, 'invalid_type', 'must be a string such as "address.city", or an array of keys');
    return [];
  }
  const found = scope.find(path);
  if ('field' in found) return [Object.freeze([found.field.root, ...found.field.below])];
  const name = typeof path === 'string' ? path : path.join('.');
  if (found.isUnknown) issues.addUnknown(place, name, scope.names, found.problem);
  else issues.add(place, 'invalid_field', found.problem);
  return [];
}

function isKeyList(path: unknown): path is readonly string[] {
  return Array.isArray(path) && path.every((key) => typeof key === 'string');
}

const directions: readonly string[] = ['asc', 'desc'];

/** Parses `[{"field": "asc"}, …]`. Errors go to the list. */
function parseSort(sort: unknown, place: Place, scope: FieldScope, issues: IssueList): readonly SortKey[] {
  if (!Array.isArray(sort)) {
    issues.add(place, 'invalid_type', 'must be an array such as [{"id": "asc"}]');
    return [];
  }
  if (sort.length > bounds.sortKeys) {
    issues.add(place, 'too_long', `has more than ${bounds.sortKeys} fields`);
    return [];
  }
  const keys = sort.flatMap((key, index) => parseSortKey(key, [...place, String(index)], scope, issues));
  const seen = new Set<string>();
  for (const [index, { field }] of keys.entries()) {
    const path = JSON.stringify([field.root, ...field.below]);
    if (seen.has(path)) issues.add([...place, String(index)], 'repeated', 'repeats a sort field');
    seen.add(path);
  }
  return Object.freeze(keys);
}

function parseSortKey(input: unknown, place: Place, scope: FieldScope, issues: IssueList): readonly SortKey[] {
  const [entry, ...others] = isPlainObject(input) ? Object.entries(input) : [];
  if (entry === undefined || others.length > 0) {
    issues.add(place, 'invalid_type', 'must be an object with one field, such as {"id": "asc"}');
    return [];
  }
  const [name, direction] = entry;
  const at = [...place, name];
  const field = sortField(name, at, scope, issues);
  if (direction === 'asc' || direction === 'desc') return field === null ? [] : [Object.freeze({ field, direction })];
  if (typeof direction === 'string') issues.addUnknown(at, direction, directions, 'must be asc or desc');
  else issues.add(at, 'invalid_type', 'must be asc or desc');
  return [];
}

function sortField(name: string, place: Place, scope: FieldScope, issues: IssueList): FieldReference | null {
  const found = scope.find(name);
  if ('field' in found) {
    if (isScalar(found.field.type)) return found.field;
    issues.add(place, 'not_sortable', notSortable(found.field));
  } else if (found.isUnknown) issues.addUnknown(place, name, scope.names, found.problem);
  else issues.add(place, 'invalid_field', found.problem);
  return null;
}

function notSortable({ type, below }: FieldReference): string {
  if (type === 'any') return 'cannot be used to sort: its type varies between records';
  return `cannot be used to sort: it is of type ${type}${below.length === 0 && type === 'object' ? '; use one of its fields' : ''}`;
}
