import { type Action, type Entity, valueAt } from '@connectory/connector-sdk';
import { type DirectActionName, resultKind, syncParams } from '@connectory/connector-sdk/engine';
import type { Criterion } from './criteria.ts';
import type { JsonObject } from './json.ts';
import { sortParameters } from './list-records.ts';

/** The parameters that the author declares in `simulate.fields`, without the path within them. */
export function saidParams({ simulate }: Action): ReadonlySet<string> {
  return new Set(Object.keys(simulate?.fields ?? {}).flatMap((param) => [param, rootOf(param)]));
}

/** The conditions of the parameters on the records that the author declares in `simulate.fields` and `simulate.matches`. */
export function saidCriteria(entity: Entity, name: DirectActionName, action: Action, params: JsonObject): Criterion[] {
  const { simulate } = action;
  if (simulate === undefined) return [];
  const isList = resultKind(name) === 'records';
  const fields = Object.entries(simulate.fields ?? {}).flatMap(([param, path]): Criterion[] => {
    const value = Object.hasOwn(params, param) ? params[param] : valueAt(params, param);
    if (typeof path !== 'string' || value === undefined) return [];
    const role = isList ? 'filter' : isKey(entity, path) ? 'own' : 'parent';
    return [{ role, names: [param], path, value }];
  });
  if (simulate.matches === undefined) return fields;
  const known = parsed(action, params);
  const test = (record: JsonObject) => simulate.matches?.(structuredClone(record), known) === true;
  return [...fields, { role: isList ? 'filter' : 'own', names: [], value: undefined, test }];
}

/** Whether the declaration identifies the record, so that no other parameter is taken for its ID. */
export function isIdentifiedBySaid(entity: Entity, { simulate }: Action): boolean {
  const paths = Object.values(simulate?.fields ?? {});
  return simulate?.matches !== undefined || paths.some((path) => typeof path === 'string' && isKey(entity, path));
}

/** The parameters whose meaning is inferred: not the declared ones, and only the order if there is a filter language. */
export function guessedParams(action: Action, params: JsonObject): JsonObject {
  const said = saidParams(action);
  const orders = new Set<string>([...sortParameters.field, ...sortParameters.direction]);
  const isGuessed = (param: string) =>
    !said.has(param) && (action.simulate?.matches === undefined || orders.has(param));
  return Object.fromEntries(Object.entries(params).filter(([param]) => isGuessed(param)));
}

/** The condition of the sync plan's cursor on a list: only new records. Ignored for a parameter that the author declares. */
export function sinceCriteria(
  { sync }: Entity,
  name: DirectActionName,
  action: Action,
  params: JsonObject,
): Criterion[] {
  const cursor = sync?.via === name ? sync.cursor : undefined;
  if (cursor === undefined || action.simulate?.matches !== undefined) return [];
  const said = action.simulate?.fields?.[cursor.param];
  const value = Object.hasOwn(params, cursor.param) ? params[cursor.param] : valueAt(params, cursor.param);
  if (said !== undefined || value === undefined) return [];
  return [{ role: 'filter', names: [cursor.param], path: cursor.field, value, isSince: true }];
}

/** What a write sets according to the author; undefined if it is inferred. */
export function saidValues(action: Action, params: JsonObject): JsonObject | undefined {
  return action.simulate?.values && { ...action.simulate.values(parsed(action, params)) };
}

/** The parameters as the functions of an author receive them: validated, with defaults, where they are valid. */
export function parsed(action: Action, params: JsonObject): JsonObject {
  const { data } = syncParams(action).safeParse(params);
  return data ?? params;
}

const rootOf = (param: string) => param.split('.', 1)[0] ?? '';
const isKey = ({ key }: Entity, path: string) => key !== null && [key].flat().includes(path);
