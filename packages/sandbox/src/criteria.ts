import { valueAt } from '@connectory/connector-sdk';
import type { Collection } from './collection.ts';
import { isObject, isScalar, type JsonObject } from './json.ts';
import { findName, namesEntity, singular, withoutEntity, wordsOf } from './names.ts';
import { shapeAt } from './record-maker.ts';
import type { Shape } from './shape.ts';
import { timeOf } from './time-forms.ts';

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
    const isGuessed = criterion.role === 'filter' && criterion.path === undefined;
    if (isGuessed && !isKnownChoice(shape, value)) return [];
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
export function compare(first: unknown, second: unknown): number | undefined {
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
