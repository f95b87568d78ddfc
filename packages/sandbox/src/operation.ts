import { type DirectActionName, makesRecord } from '@connectory/connector-sdk/engine';
import type { Collection } from './collection.ts';
import { type Criterion, pathFor, testOf } from './criteria.ts';
import { fitValue, mergeValues, shapeRecord } from './fit-value.ts';
import { isObject, isScalar, type JsonObject, setAt } from './json.ts';
import { wordsOf } from './names.ts';
import { createRandom } from './random.ts';
import { shapeAt } from './records.ts';
import { RequestError } from './replies.ts';
import { type ObjectShape, shapeOf } from './shape.ts';
import type { SimulatedAction, SimulatedEntity } from './simulated-vendor.ts';
import type { Clock } from './times.ts';
import { type ReceivedFile, withFileFacts } from './uploads.ts';

/** One call of an action on the records of its entity, independent of the transport. */
export interface Operation {
  readonly entity: SimulatedEntity;
  readonly name: DirectActionName;
  readonly action: SimulatedAction;
  readonly collection: Collection;
  readonly params: JsonObject;
  readonly criteria: readonly Criterion[];
  /** What a write wants to set, by the names of the caller. */
  readonly values: JsonObject;
  /** What a write sets by the word of the author, in the shape of the record. */
  readonly simulatedValues: ((record: JsonObject) => JsonObject) | undefined;
  /** The record above, where the connector declares one that can be fetched. */
  readonly parent: ParentRecord | undefined;
  /** The file of an upload. */
  readonly file: ReceivedFile | undefined;
  /** Last word of the route, such as `cancel`. */
  readonly verb: string | undefined;
}

/** The parent record of a route; `isAnswer` if the route is that of the record itself, which is then returned. */
export interface ParentRecord {
  readonly record: JsonObject;
  readonly collection: Collection;
  readonly isResponse: boolean;
}

const spareNames = ['id', 'name', 'slug', 'login', 'number', 'code', 'key', 'handle', 'email'];

/** The record that own and parent criteria identify. Throws a `RequestError` if there is none. */
export function findRecord(
  collection: Collection,
  criteria: readonly Criterion[],
  entity: SimulatedEntity,
): JsonObject {
  const record = searchRecord(collection, criteria, entity);
  if (record !== undefined) return record;
  const asked = criteria.findLast(({ role }) => role === 'own')?.value;
  const named = isScalar(asked) ? ` ${String(asked).slice(0, 100)}` : '';
  throw new RequestError(404, 'record_not_found', `No such record in ${entity.name}:${named}`, entity.name);
}

function searchRecord(
  collection: Collection,
  criteria: readonly Criterion[],
  entity: SimulatedEntity,
): JsonObject | undefined {
  const records = collection.records();
  const isMatch = testOf(collection, criteria);
  const own = criteria.filter(({ role }) => role === 'own');
  if (own.length === 0 || own.some((one) => one.test !== undefined || pathFor(collection, one) !== undefined))
    return records.find(isMatch);
  const wanted = own.map(({ value }) => value);
  if (isListed(entity) && collection.maker.key.length > 0) {
    const last = String(wanted.at(-1));
    return records.find((record) => isMatch(record) && spareNames.some((name) => String(record[name]) === last));
  }
  // A record that can be neither listed nor recognized, such as a file by its path, always exists and is always the same.
  const random = createRandom(...wanted.map((value) => JSON.stringify(value) ?? ''));
  return records.length === 0 ? undefined : random.pick(records);
}

const isListed = ({ actions }: SimulatedEntity) => actions.list !== undefined || actions.api_search !== undefined;

/** Creates a record, or applies the action of a route below a record to that record. Returns the record of the response. */
export function createRecord(operation: Operation, clock: Clock): JsonObject {
  const { entity, collection, parent, criteria } = operation;
  const { list, get, api_search: search } = entity.actions;
  const isAct = list === undefined && get === undefined && search === undefined;
  const identified = isAct && criteria.some(({ role, path }) => role === 'own' && path !== undefined);
  const target = identified ? { record: findRecord(collection, criteria, entity), collection } : parent;
  if (isAct && target !== undefined) {
    const { shape } = target.collection.maker;
    const changed = clock.stamp(
      withState(setValues(operation, target.record, shape), shape, operation.verb),
      shape,
      false,
    );
    target.collection.replace(target.record, changed);
    return changed;
  }
  const { shape } = collection.maker;
  const draft = clock.stamp(setValues(operation, collection.draft(), shape), shape, true);
  for (const criterion of criteria) placeBelow(draft, collection, criterion);
  if (operation.file !== undefined) Object.assign(draft, withFileFacts(draft, operation.file));
  collection.insert(draft);
  for (const { below, value } of criteria)
    if (below !== undefined) collection.parentage.place(draft, below, String(value));
  return draft;
}

function setValues({ values, simulatedValues }: Operation, record: JsonObject, shape: ObjectShape): JsonObject {
  return simulatedValues === undefined
    ? mergeValues(record, shape, values)
    : mergeMembers(record, simulatedValues(record));
}

function mergeMembers(record: JsonObject, values: JsonObject): JsonObject {
  const merged = { ...record };
  for (const [name, value] of Object.entries(values)) {
    const known = merged[name];
    if (value !== undefined) merged[name] = isObject(value) && isObject(known) ? mergeMembers(known, value) : value;
  }
  return merged;
}

/** Changes the record the criteria identify. */
export function updateRecord(operation: Operation, clock: Clock): JsonObject {
  const { collection, criteria, entity } = operation;
  const stored = findRecord(collection, criteria, entity);
  const { shape } = collection.maker;
  const changed = clock.stamp(setValues(operation, stored, shape), shape, false);
  collection.replace(stored, changed);
  return changed;
}

/** Removes the record that the criteria identify, and returns its last state. */
export function deleteRecord({ collection, criteria, entity }: Operation): JsonObject {
  const stored = findRecord(collection, criteria, entity);
  collection.remove(stored);
  const { shape } = collection.maker;
  return ['cancel', 'delete', 'archive'].reduce((record, verb) => withState(record, shape, verb), stored);
}

/** A record in the result shape of an action: its own, or the one that the action declares. */
export function resultOf({ action, collection, name, parent }: Operation, record: JsonObject): JsonObject {
  const { result } = action;
  if (result === undefined) return inShapeOf(collection, record);
  const shape = shapeOf(result);
  const done = name === 'delete' ? doneFlags(shape) : {};
  const sources = makesRecord(name) && parent?.isResponse === true ? [parent.record, record] : [done, record];
  return shapeRecord(shape, sources, (wanted) => collection.maker.other(wanted, String(collection.keyOf(record))));
}

// A record of another collection, such as the parent that was acted on, may lack what this entity's records have.
function inShapeOf(collection: Collection, record: JsonObject): JsonObject {
  const { shape } = collection.maker;
  const isOwn = [...shape.fields].every(([name, field]) => !field.required || Object.hasOwn(record, name));
  return isOwn
    ? record
    : shapeRecord(shape, [record], (wanted) => collection.maker.other(wanted, JSON.stringify(record)));
}

const flags = new Set(['deleted', 'success', 'ok', 'removed', 'done']);

const doneFlags = (shape: ObjectShape): JsonObject =>
  Object.fromEntries(
    [...shape.fields.keys()].filter((name) => flags.has(name.toLowerCase())).map((name) => [name, true]),
  );

// A field that names the parent gets the parent's value: ticket_id of a comment created below a ticket.
function placeBelow(record: JsonObject, collection: Collection, criterion: Criterion): void {
  const isPlaced = criterion.role === 'parent' || criterion.path !== undefined;
  const path = isPlaced ? pathFor(collection, criterion) : undefined;
  const shape = path === undefined ? undefined : shapeAt(collection.maker.shape, path.split('.'));
  if (path === undefined || shape === undefined || shape.kind === 'object') return;
  const fitted = fitValue(shape, criterion.value);
  if (fitted.fits) setAt(record, path, fitted.value);
}

/** The record in the state a verb leads to, where its status can have such a value: `cancel` leads to `canceled`. */
function withState(record: JsonObject, shape: ObjectShape, verb: string | undefined): JsonObject {
  const stem = verb === undefined ? undefined : wordsOf(verb)[0];
  if (stem === undefined) return record;
  for (const name of ['status', 'state']) {
    const field = shape.fields.get(name)?.shape;
    const value = field?.kind === 'values' && field.values.find((one) => String(one).toLowerCase().startsWith(stem));
    if (value !== undefined && value !== false) return { ...record, [name]: value };
  }
  return record;
}
