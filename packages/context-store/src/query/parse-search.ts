import type { EntityLayout } from '../stores/entity-layout.ts';
import { bounds } from './bounds.ts';
import type { SearchQuery } from './condition.ts';
import { decodeCursor } from './cursor.ts';
import { FaultList, type Place } from './faults.ts';
import { entityScope } from './field-scope.ts';
import { parseFields } from './parse-fields.ts';
import { parseFilter } from './parse-filter.ts';
import { parseSort } from './parse-sort.ts';
import { isPlainObject } from './plain-object.ts';

const paramNames = ['query', 'limit', 'cursor', 'fields', 'explain'];
const queryNames = ['filter', 'sort'];
const root: Place = ['params'];

/**
 * Parses the parameters of `context_store_search` (spec/search.md) for one entity into a frozen query. Throws `invalid_query`
 * with a JSON pointer per fault, or `invalid_cursor`.
 */
export function parseSearch(params: unknown, layout: EntityLayout): SearchQuery {
  const faults = new FaultList();
  const scope = entityScope(layout);
  const { query, limit, cursor, fields, explain } = membersOf(params, root, paramNames, faults);
  const { filter, sort } = membersOf(query, [...root, 'query'], queryNames, faults);
  const parsed = {
    filter: isGiven(filter) ? parseFilter(filter, [...root, 'query', 'filter'], scope, faults) : null,
    sort: isGiven(sort) ? parseSort(sort, [...root, 'query', 'sort'], scope, faults) : Object.freeze([]),
    limit: isGiven(limit) ? parseLimit(limit, faults) : bounds.defaultLimit,
    fields: isGiven(fields) ? parseFields(fields, [...root, 'fields'], scope, faults) : null,
  };
  if (isGiven(explain) && typeof explain !== 'boolean') {
    faults.add([...root, 'explain'], 'invalid_type', 'must be true or false');
  }
  faults.throwIfAny();
  const { connector, entity } = layout;
  const first = { ...parsed, after: null, connector, entity };
  return Object.freeze(isGiven(cursor) ? { ...first, after: decodeCursor(cursor, first) } : first);
}

/** Whether valid parameters request the plan of the search (`explain: true`). */
export function asksForPlan(params: unknown): boolean {
  return isPlainObject(params) && params.explain === true;
}

// JSON null means an absent parameter, since clients write unset ones like that.
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function membersOf(
  value: unknown,
  place: Place,
  names: readonly string[],
  faults: FaultList,
): Readonly<Record<string, unknown>> {
  if (!isGiven(value)) faults.add(place, 'required', 'is required');
  else if (!isPlainObject(value)) faults.add(place, 'invalid_type', 'must be an object');
  if (!isPlainObject(value)) return {};
  for (const name of Object.keys(value)) {
    if (!names.includes(name)) faults.addUnknown([...place, name], name, names, 'is not a known name');
  }
  return value;
}

function parseLimit(limit: unknown, faults: FaultList): number {
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= bounds.limit) return limit;
  faults.add([...root, 'limit'], 'out_of_range', `must be a whole number from 1 to ${bounds.limit}`);
  return bounds.defaultLimit;
}
