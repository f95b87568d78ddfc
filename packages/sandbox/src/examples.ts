import { type Connector, valueAt } from '@connectory/connector-sdk';
import {
  type DirectActionName,
  directActions,
  jsonSchema,
  makesRecord,
  resultKind,
} from '@connectory/connector-sdk/engine';
import type { Collection } from './collection.ts';
import { type Criterion, pathFor, testOf } from './criteria.ts';
import { fitValue } from './fit-value.ts';
import { generatedValue } from './generated-value.ts';
import { graphqlBelow, graphqlCriteria, ownCriteria, parentSkeleton } from './graphql-criteria.ts';
import { type GraphqlMatch, type Skeleton, variablesIn } from './graphql-query.ts';
import { type JsonObject, setAt } from './json.ts';
import { boundParams } from './parentage.ts';
import { rowOf } from './record-row.ts';
import type { RecordWorld } from './record-world.ts';
import { restBelow, restCriteria } from './rest-criteria.ts';
import type { RestRoutes, RoutedAction } from './rest-routes.ts';
import type { Sandbox } from './sandbox.ts';
import { type Schema, shapeOf } from './shape.ts';
import type { SimulatedEntity } from './simulated-vendor.ts';
import { wireMapOf } from './wire-map.ts';

/** What the examples of a connector are taken from. */
export interface ExampleSource {
  readonly world: RecordWorld;
  readonly routes: RestRoutes;
  readonly skeletons: readonly Skeleton[];
}

/** Required parameters with which an action finds something: keys of records that exist, plausible values for the rest. */
export function exampleParams(
  source: ExampleSource,
  entity: SimulatedEntity,
  name: DirectActionName,
  depth = 0,
): JsonObject {
  const action = entity.actions[name];
  if (action === undefined) throw new RangeError(`${entity.name} has no action ${name}`);
  const { fields } = shapeOf(action.params);
  const required = [...fields].flatMap(([param, field]) => (field.required ? [param] : []));
  const found: JsonObject = {};
  const take = (values: JsonObject) => {
    for (const param of required)
      if (values[param] !== undefined && found[param] === undefined) found[param] = values[param];
  };
  const skeleton = source.skeletons.find((one) => one.action === action);
  const [routed] = source.routes
    .of(action)
    .filter(({ route }) => route.placeholders.every((place) => required.includes(place)));
  const collection = source.world.collectionOf(entity.name);
  if (skeleton !== undefined) take(fromSkeleton(source, skeleton, collection, required));
  else if (routed !== undefined) take(fromRoute(source, routed, collection, required));
  take(fromPlan(source, entity, name, collection));
  take(Object.fromEntries(required.map((param) => [param, exampleOf(action.params, param)])));
  if (depth === 0) take(fromSiblings(source, entity, required));
  const maker = collection.maker;
  for (const param of required) {
    const shape = fields.get(param)?.shape;
    if (shape === undefined) continue;
    const known = found[param] === undefined ? undefined : fitValue(shape, found[param]);
    if (known?.fits === true) found[param] = known.value;
    found[param] ??= wordOf(param, collection) ?? generatedValue(shape, ['example', param], maker.making('example'));
  }
  if (routed !== undefined) Object.assign(found, fromFirstMatch(collection, routed, found, required));
  const keys = new Set([entity.key ?? [], collection.maker.key[0] ?? []].flat());
  const isAct = (['list', 'get', 'api_search'] as const).every((read) => entity.actions[read] === undefined);
  for (const [param, field] of Object.entries(action.simulate?.fields ?? {})) {
    const [record] = collection.records();
    if (typeof field !== 'string' || record === undefined || !required.includes(param.split('.', 1)[0] ?? '')) continue;
    const isKnown = () => collection.records().some((one) => valueAt(one, field) === found[param]);
    // What acts on a record of its own collection needs one that exists.
    const isMissing = isAct && keys.has(field) && !isKnown();
    if (param.includes('.') || isMissing) setAt(found, param, valueAt(record, field));
  }
  return found;
}

// The author's own example of a parameter, where one is given.
const exampleOf = (params: Schema, param: string): unknown =>
  valueAt(jsonSchema(params), `properties.${param}.examples.0`);

// What the sync plan takes from the records above.
function fromPlan(
  source: ExampleSource,
  entity: SimulatedEntity,
  name: DirectActionName,
  collection: Collection,
): JsonObject {
  const action = entity.actions[name];
  const bound = action === undefined ? [] : boundParams(source.world, entity, name, action);
  const values: JsonObject = {};
  for (const { param, parents, valueFor } of bound) {
    const parent = firstParent(collection, parents);
    if (parent !== undefined) values[param] = valueFor(parent);
  }
  return values;
}

// The first that has children: by its making it has the most of them.
function firstParent(collection: Collection, parents: Collection): JsonObject | undefined {
  const named = new Set(collection.records().map((record) => collection.parentage.keyOf(record, parents)));
  return parents.records().find((parent) => named.has(parents.keyOf(parent)) && parents.keyOf(parent) !== undefined);
}

// A filter that no record matches takes its value from one that matches all else.
function fromFirstMatch(
  collection: Collection,
  routed: RoutedAction,
  params: JsonObject,
  required: readonly string[],
): JsonObject {
  const criteria = restCriteria(routed, params);
  const records = collection.records();
  if (resultKind(routed.name) !== 'records' || records.some(testOf(collection, criteria))) return {};
  const filters = criteria.flatMap((criterion): Wanted[] => {
    const [param = ''] = criterion.names;
    const path = criterion.role === 'filter' ? pathFor(collection, criterion) : undefined;
    return path === undefined || !required.includes(param) ? [] : [{ param, path }];
  });
  const others = criteria.filter(({ names: [name] }) => !filters.some(({ param }) => param === name));
  const valid = (record: JsonObject) =>
    Object.entries(valuesOf(record, filters)).flatMap(([param, value]) => {
      const shape = shapeOf(routed.action.params).fields.get(param)?.shape;
      const fitted = shape === undefined ? undefined : fitValue(shape, value);
      return fitted?.fits === true ? [[param, fitted.value] as const] : [];
    });
  const found = records.filter(testOf(collection, others)).map(valid);
  return Object.fromEntries(found.find((values) => values.length === filters.length) ?? []);
}

// Parameters whose values are their names show which parameter a condition comes from.
const namesOnly = (required: readonly string[]): JsonObject =>
  Object.fromEntries(required.map((param) => [param, param]));

function fromRoute(
  source: ExampleSource,
  routed: RoutedAction,
  collection: Collection,
  required: readonly string[],
): JsonObject {
  const { parent, route } = routed;
  const own = wantedOf(collection, restCriteria(routed, namesOnly(required)));
  if (parent === undefined) return firstValues(collection, own, routed);
  const places = parent.route.placeholders;
  const above = source.world.collectionOf(parent.entity.name);
  const names = new Map(places.map((place, index) => [place, route.placeholders[index] ?? place]));
  const fromAbove = wantedOf(above, restCriteria(parent, namesOnly(places))).map(({ param, path }) => ({
    param: names.get(param) ?? param,
    path,
  }));
  const first = firstParent(collection, above);
  const criteria = restCriteria(routed, namesOnly(required));
  const below =
    first === undefined
      ? []
      : restBelow(routed, collection, { record: first, collection: above, isResponse: false }, criteria);
  if (first !== undefined && below.length > 0) {
    return { ...valuesOf(first, fromAbove), ...firstValues(collection, own, routed, testOf(collection, below)) };
  }
  const parents = above.records().map((record) => valuesOf(record, fromAbove));
  const isBelow = (record: JsonObject) => {
    const values = valuesOf(record, own);
    const agrees = ([param, value]: [string, unknown]) => values[param] === undefined || values[param] === value;
    return parents.some((known) => Object.entries(known).every(agrees));
  };
  const chosen = first === undefined ? parents[0] : valuesOf(first, fromAbove);
  return { ...chosen, ...firstValues(collection, own, routed, isBelow) };
}

function fromSkeleton(
  source: ExampleSource,
  skeleton: Skeleton,
  collection: Collection,
  required: readonly string[],
): JsonObject {
  const wire = wireMapOf(skeleton.action);
  const carried = skeleton.steps.map((step) =>
    [...step.arguments].flatMap(([name, value]) => {
      const params = variablesIn(value).flatMap((variable) => wire.paramsAt(['body', 'variables', variable]));
      return params.length === 0 ? [] : [{ name, value: params[0], params }];
    }),
  );
  const match: GraphqlMatch = { skeleton, fields: [], params: namesOnly(required), order: {}, arguments: carried };
  const criteria = graphqlCriteria(match, { records: [], collections: [], missing: undefined });
  const values: JsonObject = {};
  let below: readonly Criterion[] = [];
  for (let depth = 0; depth < skeleton.steps.length - 1; depth++) {
    const above = parentSkeleton(skeleton, depth, source.skeletons);
    if (above === undefined) continue;
    const own = carried[depth]?.flatMap((argument) => ownCriteria(argument, match.params)) ?? [];
    const parents = source.world.collectionOf(above.entity.name);
    const wanted = wantedOf(parents, own);
    const first = firstParent(collection, parents);
    const known = { records: [], collections: [], missing: undefined };
    const records = first === undefined ? [] : [...Array(depth), first];
    below = graphqlBelow(match, { ...known, records, collections: [...Array(depth), parents] }, collection);
    const isChosen = first !== undefined && below.length > 0;
    Object.assign(values, isChosen ? valuesOf(first, wanted) : firstValues(parents, wanted, above));
  }
  const own = firstValues(collection, wantedOf(collection, criteria), skeleton, testOf(collection, below));
  return { ...own, ...values };
}

/** A parameter, and the field of a record that has its value. */
interface Wanted {
  readonly param: string;
  readonly path: string;
}

// What identifies a record or its parent.
function wantedOf(collection: Collection, criteria: readonly Criterion[]): Wanted[] {
  return criteria.flatMap((criterion) => {
    const key = criterion.role === 'own' ? collection.maker.key[0] : undefined;
    const isGuessedFilter = criterion.role === 'filter' && criterion.path === undefined;
    if (isGuessedFilter || criterion.test !== undefined) return [];
    const path = pathFor(collection, criterion) ?? key;
    return path === undefined ? [] : [{ param: String(criterion.value), path }];
  });
}

function valuesOf(record: JsonObject, wanted: readonly Wanted[]): JsonObject {
  const values = wanted.map(({ param, path }) => [param, scalarAt(record, path)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

// The values of the first record that has all of them, is one the action keeps, and is usable.
function firstValues(
  collection: Collection,
  wanted: readonly Wanted[],
  { action, name }: { readonly action: RoutedAction['action']; readonly name: DirectActionName },
  isUsable: (record: JsonObject) => boolean = () => true,
): JsonObject {
  if (makesRecord(name)) return {};
  const found = collection
    .records()
    .find(
      (record) =>
        Object.keys(valuesOf(record, wanted)).length === wanted.length &&
        isUsable(record) &&
        action.keep?.(rowOf(action, record, {})) !== false,
    );
  return found === undefined ? {} : valuesOf(found, wanted);
}

const naming = ['login', 'id', 'name', 'slug', 'key'];

function scalarAt(record: JsonObject, path: string): unknown {
  const value = valueAt(record, path);
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  return naming.map((name) => valueAt(value, name)).find((part) => part !== undefined && part !== null);
}

// Another entity that is fetched by some of the same parameters lends the values of an existing record: owner and repo.
function fromSiblings(source: ExampleSource, entity: SimulatedEntity, required: readonly string[]): JsonObject {
  const values: JsonObject = {};
  const others = source.world.entities.filter((other) => other !== entity && other.actions.get !== undefined);
  for (const other of others) {
    const get = other.actions.get;
    const params =
      get === undefined
        ? []
        : [...shapeOf(get.params).fields].flatMap(([param, field]) => (field.required ? [param] : []));
    const isShared = params.length > 0 && !params.includes('id') && params.every((param) => required.includes(param));
    if (!isShared || params.some((param) => values[param] !== undefined)) continue;
    Object.assign(values, exampleParams(source, other, 'get', 1));
  }
  return values;
}

const searched = new Set(['query', 'q', 'search']);

// A search is for a word that occurs.
function wordOf(param: string, collection: Collection): string | undefined {
  if (!searched.has(param)) return undefined;
  const [record] = collection.records();
  const texts = Object.values(record ?? {}).filter((value) => typeof value === 'string');
  return texts.flatMap((text) => text.match(/[A-Za-z]{3,}/) ?? []).at(0);
}

/** The settings with which the sync plans of a connector find records in the sandbox: what partitions of each list exist there. */
export function exampleSettings(
  { id, entities }: Connector,
  sandbox: Sandbox,
): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, Set<string>>();
  for (const { name, sync } of entities) {
    const via = directActions.find((action) => action === sync?.via);
    if (via === undefined || sync?.each === undefined || !('setting' in sync.each)) continue;
    const { setting, separator, parts } = sync.each;
    const example = sandbox.example(id, name, via);
    const paramOf = new Map(Object.entries(sync.bind ?? {}).map(([param, part]) => [part, param]));
    const values = parts.map((part) => example[paramOf.get(part) ?? '']);
    if (!values.every((value) => typeof value === 'string')) continue;
    const texts = found.get(setting) ?? new Set();
    found.set(setting, texts.add(values.join(separator)));
  }
  return Object.fromEntries(Array.from(found, ([setting, texts]) => [setting, [...texts]]));
}
