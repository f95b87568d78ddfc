import type { Entity } from '@connectory/connector-sdk';
import { resultKind } from '@connectory/connector-sdk/engine';
import type { Criterion } from './criteria.ts';
import type { JsonObject } from './json.ts';
import { sortParameters } from './list-records.ts';
import { namesEntity, singular, withoutEntity } from './names.ts';
import type { RoutedAction } from './rest-routes.ts';
import { shapeOf } from './shape.ts';

/** The conditions a REST call puts on the records of its entity. */
export function restCriteria(routed: RoutedAction, params: JsonObject): Criterion[] {
  const { name, route } = routed;
  const isList = resultKind(name) === 'records';
  const own = isList || name === 'create' ? undefined : ownPlace(routed);
  const isUnverified = routed.parent === undefined && (isList || name === 'create');
  const places = route.placeholders.map((place): Criterion => {
    const value = params[place];
    if (place === own) return { role: 'own', names: [place, ...parentNames(routed, place)], value };
    return { role: 'parent', names: parentNames(routed, place), value, isUnverified };
  });
  if (isList) return [...places, ...filterCriteria(routed, params)];
  return own === undefined && name !== 'create' ? [...places, ...ownParams(routed, params)] : places;
}

// The last placeholder says which record is meant.
const ownPlace = ({ route }: RoutedAction) => route.placeholders.at(-1);

// {id} after tickets is the ticket_id of what stands below, never the id of the record itself.
function parentNames({ segments }: RoutedAction, place: string): string[] {
  const position = segments.findIndex((segment) => segment.includes(`{${place}}`));
  const before = segments[position - 1];
  const noun = before === undefined || before.includes('{') ? [] : [`${singular(before)}_id`, singular(before)];
  return place === 'id' ? noun : [place, ...noun];
}

function filterCriteria({ action, entity, name, route }: RoutedAction, params: JsonObject): Criterion[] {
  const notFilters = new Set<string>([
    ...route.placeholders,
    ...sortParameters.field,
    ...sortParameters.direction,
    ...(action.paging === null ? [] : [action.paging.param, action.paging.size ?? '']),
  ]);
  const cursor = entity.sync?.via === name ? entity.sync.cursor : undefined;
  return Object.entries(params)
    .filter(([param]) => !notFilters.has(param))
    .map(([param, value]) =>
      cursor?.param === param
        ? { role: 'filter', names: [cursor.field], value: { gte: value } }
        : { role: 'filter', names: [param], value },
    );
}

// Without placeholders the parameters that are a key, or named after the entity, identify; if none is, the first one does.
function ownParams({ action, entity, name }: RoutedAction, params: JsonObject): Criterion[] {
  const required = [...shapeOf(action.params).fields].filter(
    ([param, { required }]) => required && params[param] !== undefined,
  );
  const names = required.map(([param]) => param);
  const identifying = names.filter((param) => isIdentity(param, entity));
  const chosen = identifying.length > 0 ? identifying : names.slice(0, 1);
  const others = name === 'get' ? names.filter((param) => !chosen.includes(param)) : [];
  return [
    ...others.map((param): Criterion => ({ role: 'parent', names: [param], value: params[param] })),
    ...chosen.map((param): Criterion => ({ role: 'own', names: [param], value: params[param] })),
  ];
}

function isIdentity(param: string, entity: Entity): boolean {
  const keys = entity.key === null ? [] : [entity.key].flat();
  const rest = withoutEntity(param, entity.name);
  return keys.includes(param) || (rest !== undefined && keys.includes(rest)) || namesEntity(param, entity.name);
}
