import { makesRecord, resultKind } from '@connectory/connector-sdk/engine';
import type { Collection } from './collection.ts';
import {
  type Criterion,
  inferredParams,
  isIdentifiedBySimulation,
  pathFor,
  simulatedCriteria,
  simulatedParams,
  sinceCriteria,
  sortParameters,
} from './criteria.ts';
import type { JsonObject } from './json.ts';
import { namesEntity, singular, withoutEntity } from './names.ts';
import type { ParentRecord } from './operation.ts';
import { pagingParams } from './pages.ts';
import { belowCriteria } from './parentage.ts';
import type { RoutedAction } from './rest-routes.ts';
import { shapeOf } from './shape.ts';
import type { SimulatedEntity } from './simulated-vendor.ts';

/**
 * The conditions of a REST call on the records of its entity: the declared ones, and otherwise those inferred from names. The inference is
 * frozen: if it is wrong, declare `simulate` for the action instead of extending it.
 */
export function restCriteria(routed: RoutedAction, params: JsonObject): Criterion[] {
  const { action, entity, name, route } = routed;
  const said = simulatedCriteria(entity, name, action, params);
  const isSimulated = simulatedParams(action);
  const isList = resultKind(name) === 'records';
  const isIdentified = isList || makesRecord(name) || isIdentifiedBySimulation(entity, action);
  const own = isIdentified ? undefined : ownPlace(routed);
  const isUnverified = routed.parent === undefined && (isList || makesRecord(name));
  const places = route.placeholders.flatMap((place): Criterion[] => {
    const value = params[place];
    if (isSimulated.has(place)) return [];
    if (place === own) return [{ role: 'own', names: [place, ...parentNames(routed, place)], value }];
    return [{ ...parentCriterion(routed, place, value), isUnverified }];
  });
  if (isList) return [...places, ...filterCriteria(routed, params), ...said];
  return own === undefined && !isIdentified
    ? [...places, ...ownParams(routed, inferredParams(action, params)), ...said]
    : [...places, ...said];
}

/** The condition that the records belong to the parent of a route, if none of their fields refers to it. */
export function restBelow(
  routed: RoutedAction,
  collection: Collection,
  parent: ParentRecord,
  criteria: readonly Criterion[],
): readonly Criterion[] {
  if (parent.collection === collection || parent.isResponse || namesParent(routed, collection, criteria)) return [];
  return belowCriteria(parent.collection, parent.record);
}

// Whether the records refer to their parent, or the parent identifies them.
function namesParent(routed: RoutedAction, collection: Collection, criteria: readonly Criterion[]): boolean {
  const { route, parent, action } = routed;
  const place = route.placeholders[(parent?.route.placeholders.length ?? 0) - 1];
  if (place === undefined || simulatedParams(action).has(place)) return true;
  if (criteria.some(({ role, names }) => role === 'own' && names[0] === place)) return true;
  return pathFor(collection, parentCriterion(routed, place, undefined)) !== undefined;
}

// The last placeholder identifies the record, unless a method on a collection follows it: /accounts/{id}/campaigns:mutate.
function ownPlace({ route, segments }: RoutedAction): string | undefined {
  const isOnCollection = segments.at(-1)?.startsWith(':') === true && !segments.at(-2)?.includes('{');
  return isOnCollection ? undefined : route.placeholders.at(-1);
}

// The condition of a placeholder on the records below the record it names.
function parentCriterion(routed: RoutedAction, place: string, value: unknown): Criterion {
  return { role: 'parent', names: parentNames(routed, place), value };
}

// {id} after tickets is the ticket_id of the records below, never the ID of the record itself.
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
    ...pagingParams(action),
  ]);
  const since = sinceCriteria(entity, name, action, params);
  const cursors = new Set(since.flatMap(({ names }) => names));
  const filters = Object.entries(inferredParams(action, params))
    .filter(([param]) => !notFilters.has(param) && !cursors.has(param))
    .map(([param, value]): Criterion => ({ role: 'filter', names: [param], value }));
  return [...filters, ...since];
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

function isIdentity(param: string, entity: SimulatedEntity): boolean {
  const keys = entity.key === null ? [] : [entity.key].flat();
  const rest = withoutEntity(param, entity.name);
  return keys.includes(param) || (rest !== undefined && keys.includes(rest)) || namesEntity(param, entity.name);
}
