import { valueAt } from '@connectory/connector-sdk';
import { type DirectActionName, resultKind, syncParams } from '@connectory/connector-sdk/engine';
import type { Collection } from './collection.ts';
import { isObject, isScalar, type JsonObject } from './json.ts';
import { findName, namesEntity, singular, withoutEntity, wordsOf } from './names.ts';
import { shapeAt } from './records.ts';
import type { Shape } from './shape.ts';
import type { SimulatedAction, SimulatedEntity } from './simulated-vendor.ts';
import { timeOf } from './times.ts';

/** The parameters that the author declares in `simulate.fields`, without the path within them. */
export function simulatedParams({ simulate }: SimulatedAction): ReadonlySet<string> {
  return new Set(Object.keys(simulate?.fields ?? {}).flatMap((param) => [param, rootOf(param)]));
}

/** The conditions of the parameters on the records that the author declares in `simulate.fields` and `simulate.matches`. */
export function simulatedCriteria(
  entity: SimulatedEntity,
  name: DirectActionName,
  action: SimulatedAction,
  params: JsonObject,
): Criterion[] {
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
export function isIdentifiedBySimulation(entity: SimulatedEntity, { simulate }: SimulatedAction): boolean {
  const paths = Object.values(simulate?.fields ?? {});
  return simulate?.matches !== undefined || paths.some((path) => typeof path === 'string' && isKey(entity, path));
}

/** The parameters whose meaning is inferred: not the declared ones, and only the order if there is a filter language. */
export function inferredParams(action: SimulatedAction, params: JsonObject): JsonObject {
  const said = simulatedParams(action);
  const orders = new Set<string>([...sortParameters.field, ...sortParameters.direction]);
  const isInferred = (param: string) =>
    !said.has(param) && (action.simulate?.matches === undefined || orders.has(param));
  return Object.fromEntries(Object.entries(params).filter(([param]) => isInferred(param)));
}

/** The condition of the sync plan's cursor on a list: only new records. Ignored for a parameter that the author declares. */
export function sinceCriteria(
  { sync }: SimulatedEntity,
  name: DirectActionName,
  action: SimulatedAction,
  params: JsonObject,
): Criterion[] {
  const cursor = sync?.via === name ? sync.cursor : undefined;
  if (cursor === undefined || action.simulate?.matches !== undefined) return [];
  const said = action.simulate?.fields?.[cursor.param];
  const value = Object.hasOwn(params, cursor.param) ? params[cursor.param] : valueAt(params, cursor.param);
  if (said !== undefined || value === undefined) return [];
  return [{ role: 'filter', names: [cursor.param], path: cursor.field, value, isSince: true }];
}

/** What a write sets in a record according to the author; undefined if it is inferred. */
export function simulatedValues(action: SimulatedAction, params: JsonObject) {
  const { simulate } = action;
  if (simulate?.values === undefined) return undefined;
  return (record: JsonObject): JsonObject => ({ ...simulate.values?.(parsed(action, params), record) });
}

/** The parameters as the functions of an author receive them: validated, with defaults, where they are valid. */
export function parsed(action: SimulatedAction, params: JsonObject): JsonObject {
  const { data } = syncParams(action).safeParse(params);
  return data ?? params;
}

const rootOf = (param: string) => param.split('.', 1)[0] ?? '';
const isKey = ({ key }: SimulatedEntity, path: string) => key !== null && [key].flat().includes(path);

/**
 * One condition of a request on records. `own` identifies the requested record, `parent` its parent, `filter` narrows a list. The first of
 * the names that matches a field of the record is used.
 */
export interface Criterion {
  readonly role: 'own' | 'parent' | 'filter';
  readonly names: readonly string[];
  readonly value: unknown;
  /** The field it is about, if declared and not inferred. */
  readonly path?: string;
  /** Decides alone, without names and value. */
  readonly test?: RecordTest;
  /** The collection of the parent, whose key is `value`, if no field of the record refers to it. */
  readonly below?: Collection;
  /** True for a time from which on records are wanted. */
  readonly isSince?: boolean;
  /** For a parent that cannot be looked up: if no record refers to it, every such parent has all records. */
  readonly isUnverified?: boolean;
}

/** Whether a record matches the criteria. */
export type RecordTest = (record: JsonObject) => boolean;

/** The test of the criteria for records of a collection; criteria that do not apply to its records are ignored. */
export function testOf(collection: Collection, criteria: readonly Criterion[]): RecordTest {
  const tests = criteria.flatMap((criterion) => {
    const { below, value } = criterion;
    if (criterion.test !== undefined) return [criterion.test];
    if (below !== undefined) return [(record: JsonObject) => collection.parentage.keyOf(record, below) === value];
    const path = pathFor(collection, criterion);
    if (path === undefined) return [];
    const shape = shapeAt(collection.maker.shape, path.split('.'));
    const isInferred = criterion.role === 'filter' && criterion.path === undefined;
    if (isInferred && !isKnownChoice(shape, value)) return [];
    if (criterion.isSince === true) return [(record: JsonObject) => isSince(valueAt(record, path), value)];
    const test = (record: JsonObject) => matches(valueAt(record, path), value);
    return criterion.isUnverified === true && !collection.records().some(test) ? [] : [test];
  });
  return (record) => tests.every((test) => test(record));
}

/** Whether at least one criterion of that role applies to the records. */
export function applies(collection: Collection, criteria: readonly Criterion[], role: Criterion['role']): boolean {
  return criteria.some((criterion) => criterion.role === role && pathFor(collection, criterion) !== undefined);
}

/** The field a criterion speaks of; undefined when the record has none that is so named. */
export function pathFor(collection: Collection, { role, names, path: said }: Criterion): string | undefined {
  if (said !== undefined) return said;
  for (const name of names) {
    const path =
      role === 'own' ? (ownPath(collection, name) ?? fieldPath(collection, name)) : otherPath(collection, name, role);
    if (path !== undefined) return path;
  }
  return undefined;
}

function ownPath(collection: Collection, name: string): string | undefined {
  const { maker, entity } = collection;
  const rest = withoutEntity(name, entity.name);
  const candidates = rest === undefined ? [name] : [rest, name];
  for (const candidate of candidates) {
    const key = findName(maker.key, candidate);
    if (key !== undefined) return key;
  }
  if (rest !== undefined) {
    const field = findName(maker.shape.fields.keys(), rest);
    if (field !== undefined) return field;
  }
  return namesEntity(name, entity.name) ? maker.key[0] : undefined;
}

function otherPath(collection: Collection, name: string, role: Criterion['role']): string | undefined {
  const { key } = collection.maker;
  if (role === 'parent' && key.includes(name)) return undefined;
  return name.toLowerCase() === 'ids' ? key[0] : fieldPath(collection, name);
}

// customer can be the field customer, customer_id or customer.id; states selects by state.
function fieldPath(collection: Collection, name: string): string | undefined {
  const { fields } = collection.maker.shape;
  const direct =
    findName(fields.keys(), name) ?? findName(fields.keys(), `${name}_id`) ?? findName(fields.keys(), singular(name));
  if (direct !== undefined) return direct;
  const words = wordsOf(name);
  if (words.length < 2) return undefined;
  const noun = findName(fields.keys(), words.slice(0, -1).join('_'));
  const last = words.at(-1) as string;
  if (noun === undefined) return undefined;
  const member = shapeAt(collection.maker.shape, [noun, last]);
  return member === undefined ? undefined : `${noun}.${last}`;
}

// `status=all` selects everything, so a value the field can never have is no condition.
function isKnownChoice(shape: Shape | undefined, value: unknown): boolean {
  if (shape?.kind !== 'values' || !isScalar(value)) return true;
  return shape.values.some((choice) => isSame(choice, value));
}

/** Whether a value of a record matches a parameter: equal, one of several, within a range, or the object it names. */
function matches(found: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.length === 0 || wanted.some((one) => matches(found, one));
  if (isObject(wanted)) return isRange(wanted) ? inRange(found, wanted) : true;
  if (Array.isArray(found)) return found.some((item) => matches(item, wanted));
  if (isObject(found)) return Object.values(found).some((member) => isScalar(member) && isSame(member, wanted));
  if (wanted === null) return found === null || found === undefined;
  return isSame(found, wanted);
}

const isSame = (found: unknown, wanted: unknown) =>
  found !== null && found !== undefined && String(found).toLowerCase() === String(wanted).toLowerCase();

// Times in any format; other values are compared unchanged.
function isSince(found: unknown, wanted: unknown): boolean {
  const [time, bound] = [timeOf(found)?.milliseconds, timeOf(wanted)?.milliseconds];
  return time === undefined || bound === undefined ? inRange(found, { gte: wanted }) : time >= bound;
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

const isRange = (wanted: JsonObject) => Object.keys(wanted).some((name) => Object.hasOwn(comparisons, name));

function inRange(found: unknown, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(([name, bound]) => {
    const order = compare(found, bound);
    return order !== undefined && comparisons[name]?.(order) !== false;
  });
}

/** Orders two values, numbers and times by size, everything else as text; undefined when one of them is missing. */
function compare(first: unknown, second: unknown): number | undefined {
  if (!isScalar(first) || !isScalar(second)) return undefined;
  const [one, other] = [comparable(first), comparable(second)];
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(first) < String(second) ? -1 : Number(String(first) > String(second));
}

const timestamp = /^\d{4}-\d\d-\d\d([T ]|$)/;

// Unix seconds and ISO timestamps are compared with each other, because parameters and records often differ in that.
function comparable(value: string | number | boolean): number | undefined {
  if (typeof value === 'string' && timestamp.test(value)) return Date.parse(value) / 1000;
  const number = Number(value);
  return value === '' || Number.isNaN(number) ? undefined : number;
}

/** Parameters that order a list; their values are a field and a direction. */
export const sortParameters = {
  field: ['sort_by', 'sortBy', 'sort', 'order_by', 'orderBy', 'orderby'],
  direction: ['sort_order', 'sortOrder', 'sort_direction', 'order', 'direction'],
} as const;

/** The records of a collection that match all criteria, in the requested order. */
export function listRecords(
  collection: Collection,
  criteria: readonly Criterion[],
  params: JsonObject,
): readonly JsonObject[] {
  const found = collection.records().filter(testOf(collection, criteria));
  const text = params.query ?? params.q ?? params.search ?? params.keywords;
  const searched = typeof text === 'string' ? found.filter(searchTest(collection, text)) : found;
  return sorted(collection, searched, params);
}

function sorted(collection: Collection, records: readonly JsonObject[], params: JsonObject): readonly JsonObject[] {
  const textOf = (names: readonly string[]) =>
    names.map((name) => params[name]).find((value) => typeof value === 'string');
  const named = textOf(sortParameters.field) as string | undefined;
  if (named === undefined) return records;
  const field = findName(collection.maker.shape.fields.keys(), named.replace(/^-/, ''));
  if (field === undefined) return records;
  const direction = textOf(sortParameters.direction) as string | undefined;
  const sign = named.startsWith('-') || /^desc/i.test(direction ?? '') ? -1 : 1;
  return records.toSorted((one, other) => sign * (compare(one[field], other[field]) ?? 0));
}

const term = /(-?)(?:([A-Za-z_][\w.]*)\s*(:|~|>=|<=|>|<|=)\s*)?("[^"]*"|'[^']*'|[^\s"']+)/g;

// Query languages differ; understood is what most of them share: words, "phrases", and field:value with comparisons. Qualifiers that
// name no field of the record, and negations, are passed over.
function searchTest(collection: Collection, query: string): (record: JsonObject) => boolean {
  const tests: ((record: JsonObject) => boolean)[] = [];
  for (const [, minus, name, operator, quoted] of query.slice(0, 2_000).matchAll(term)) {
    const value = (quoted as string).replace(/^["']|["']$/g, '');
    if (minus === '-' || (name === undefined && /^(and|or|not)$/i.test(value))) continue;
    if (name === undefined) tests.push((record) => textOf(record).includes(value.toLowerCase()));
    else {
      const field = findName(collection.maker.shape.fields.keys(), name.split('.')[0] as string);
      if (field === undefined) continue;
      const path = [field, ...name.split('.').slice(1)].join('.');
      tests.push((record) => holds(valueAt(record, path), operator as string, value));
    }
  }
  return (record) => tests.every((test) => test(record));
}

function holds(found: unknown, operator: string, value: string): boolean {
  if (operator === ':' || operator === '~' || operator === '=') return textOf(found).includes(value.toLowerCase());
  const order = compare(found, value);
  if (order === undefined) return false;
  if (order === 0) return operator.endsWith('=');
  return operator.startsWith('>') === order > 0;
}

function textOf(value: unknown): string {
  if (isScalar(value)) return String(value).toLowerCase();
  return value === null || value === undefined ? '' : Object.values(value).map(textOf).join('\n');
}
