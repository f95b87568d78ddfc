import type { EntityLayout } from '../stores/entity-layout.ts';
import { bounds } from './bounds.ts';
import type { FieldReference, SearchQuery, SortKey } from './condition.ts';
import { decodeCursor } from './cursor.ts';
import { isScalar } from './field-type.ts';
import { entityScope, type FieldScope, IssueList, isGiven, isPlainObject, membersOf, type Place } from './issues.ts';
import { parseAggregate } from './parse-aggregate.ts';
import { parseFilter } from './parse-filter.ts';
import { parseOrder } from './parse-order.ts';

const paramNames = ['query', 'limit', 'cursor', 'fields', 'max_staleness', 'explain'];
const queryNames = ['filter', 'sort', 'aggregate'];
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
  const queryAt = [...root, 'query'];
  const { filter, sort, aggregate } = membersOf(query, queryAt, queryNames, issues);
  const aggregates = isGiven(aggregate);
  const parsed = {
    filter: isGiven(filter) ? parseFilter(filter, [...queryAt, 'filter'], scope, issues) : null,
    sort: isGiven(sort) && !aggregates ? parseSort(sort, [...queryAt, 'sort'], scope, issues) : Object.freeze([]),
    limit: isGiven(limit) ? parseLimit(limit, aggregates ? 1 : 0, issues) : bounds.defaultLimit,
    fields: isGiven(fields) ? parseFields(fields, [...root, 'fields'], scope, issues) : null,
    aggregate: aggregates ? parseAggregate(aggregate, sort, queryAt, scope, issues) : null,
  };
  if (aggregates && isGiven(fields)) {
    issues.add(
      [...root, 'fields'],
      'not_allowed',
      'cannot be used with aggregate; name the values in aggregate.values',
    );
  }
  if (isGiven(cursor) && (aggregates || parsed.limit === 0)) {
    const problem = aggregates ? 'aggregate, which has no pages' : 'limit 0, which counts all records that match';
    issues.add([...root, 'cursor'], 'not_allowed', `cannot be used with ${problem}`);
  }
  if (isGiven(explain) && typeof explain !== 'boolean') {
    issues.add([...root, 'explain'], 'invalid_type', 'must be true or false');
  }
  if (isGiven(maxStaleness) && !isWholeNumber(maxStaleness, 1, bounds.maxStaleness)) {
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

const isWholeNumber = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

function parseLimit(limit: unknown, min: 0 | 1, issues: IssueList): number {
  if (isWholeNumber(limit, min, bounds.limit)) return limit;
  issues.add([...root, 'limit'], 'out_of_range', `must be a whole number from ${min} to ${bounds.limit}`);
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

function parseSort(sort: unknown, place: Place, scope: FieldScope, issues: IssueList): readonly SortKey[] {
  const find = (name: string, at: Place) => sortField(name, at, scope, issues);
  return Object.freeze(
    parseOrder(sort, place, find, issues).map(({ target: field, direction }) => Object.freeze({ field, direction })),
  );
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
