import { isJsonObject, type JsonObject, pointerTo, pointerTokens } from '@connectory/testkit/schema-values';
import type { CheckedAction, CheckedResult } from './check-upstream.ts';
import { type Deviation, nearestProperty, type VendorSchema } from './description.ts';
import { resolveWithin } from './formats.ts';
import { checkValue } from './schemas.ts';
import { fullRows, isOpen, leanRows, mayBe, shapesOf, shapesOfAll, takesOthers, type ValueShape } from './shapes.ts';

/** The result of comparing an action's records with the vendor's response. */
export interface RecordCheck {
  readonly deviations: readonly Deviation[];
  /** What was not compared, and why. */
  readonly notes: readonly string[];
}

/** The place of every response body in deviations. */
export const responsePlace = '/answer';

/** Compares the paths an action reads, and the record it declares, with the schema of the vendor's response. */
export function checkRecord({ reads, result }: CheckedAction, response: VendorSchema): RecordCheck {
  const deviations: Deviation[] = reads.flatMap((path) => {
    const end = followPath(response, path);
    return 'missing' in end ? [missingPlace(path, end)] : [];
  });
  if (result === undefined) return { deviations, notes: [] };
  const end = followPath(response, result.at);
  if ('missing' in end) return { deviations: [...deviations, missingPlace(result.at, end)], notes: [] };
  const place = placeOf(result.at);
  if ('open' in end) return { deviations, notes: [`the description leaves open what stands at ${place}`] };
  const row = result.kind === 'records' ? elementsOf(end.found) : end.found;
  if (row === undefined) {
    const message = 'the records are read from here, the vendor has no list there';
    return { deviations: [...deviations, { kind: 'wrong_type', where: place, message }], notes: [] };
  }
  const { found, notes } = result.reshape === undefined ? compared(result, row) : reshaped(result, result.reshape, row);
  return { deviations: [...deviations, ...found.filter((one) => !isHandled(one, result))], notes };
}

interface Compared {
  readonly found: readonly Deviation[];
  readonly notes: readonly string[];
}

function compared(result: CheckedResult, row: VendorSchema): Compared {
  const { deviations, unchecked } = compareRecord(declaredBy(result), row, rowPlace(result));
  return {
    found: deviations,
    notes: unchecked.length === 0 ? [] : [`the description leaves open ${listed(unchecked)}`],
  };
}

function reshaped(result: CheckedResult, reshape: (row: unknown) => unknown, row: VendorSchema): Compared {
  if (fullRows(row).length === 0) return { found: [], notes: [`the description leaves open ${rowPlace(result)}`] };
  try {
    const found = compareReshaped(declaredBy(result), row, reshape, rowPlace(result));
    return { found, notes: ['its rows are reshaped, so the types of its record are not compared'] };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return {
      found: [],
      notes: [`its rows are reshaped, which fails for made-up ones, so its record is not compared: ${text}`],
    };
  }
}

/** The schema an action declares for one record, with what finds its own references. */
function declaredBy({ record }: CheckedResult): VendorSchema {
  return { schema: asRecord(record), resolve: resolveWithin(record) };
}

// `$defs` alongside a reference at the top would make it more than a reference.
function asRecord(record: JsonObject): JsonObject {
  const { $defs: _, $schema: _schema, ...schema } = record;
  return schema;
}

/** The place of one record in deviations. */
function rowPlace({ at, kind }: CheckedResult): string {
  return kind === 'records' ? `${placeOf(at)}/*` : placeOf(at);
}

/** The place of a dotted path in deviations. */
function placeOf(path: string): string {
  const steps = path === '' ? [] : path.split('.');
  return steps.reduce((place, step) => pointerTo(place, /^\d+$/.test(step) ? '*' : step), responsePlace);
}

// A null in the place of the record is a record that was not found; rows that are dropped need no fields.
function isHandled({ kind, where }: Deviation, result: CheckedResult): boolean {
  return (kind === 'null_denied' && where === rowPlace(result)) || (kind === 'absence_denied' && result.filtered);
}

function missingPlace(path: string, { missing, nearest }: { missing: string; nearest?: string }): Deviation {
  const message = `"${path}" is read, the vendor's response has no "${missing}"`;
  return { kind: 'unknown_place', where: placeOf(missing), message, ...(nearest !== undefined && { nearest }) };
}

function listed(places: readonly string[]): string {
  const few = places.slice(0, 5).join(', ');
  return places.length > 5 ? `${few} and ${places.length - 5} more` : few;
}

/** The result of comparing a simulated response with the vendor's schema. */
export interface ResponseCheck {
  readonly deviations: readonly Deviation[];
  /** How many fields the vendor always sends are missing although nothing the connector declares speaks of them. */
  readonly undeclared: number;
}

/**
 * Compares a response of the simulated vendor with the vendor's schema. The simulation knows only what the connector declares, so a
 * required field counts as missing only if the record declares it or the action reads it.
 */
export function checkResponse(action: CheckedAction, body: unknown, response: VendorSchema): ResponseCheck {
  const found = checkValue(response.schema, body, responsePlace, {
    resolve: response.resolve,
    text: false,
    response: true,
  });
  const awaited = found.filter(
    (deviation) => deviation.kind !== 'missing_field' || isExpected(action, deviation.where),
  );
  return { deviations: awaited, undeclared: found.length - awaited.length };
}

function isExpected({ reads, result }: CheckedAction, where: string): boolean {
  if (reads.some((path) => isOnTheWay(where, placeOf(path)))) return true;
  if (result === undefined) return false;
  const row = rowPlace(result);
  if (isOnTheWay(where, row)) return true;
  if (result.reshape !== undefined || !where.startsWith(`${row}/`)) return false;
  const path = pointerTokens(where.slice(row.length)).map((token) => (token === '*' ? '0' : token));
  return 'found' in followPath(declaredBy(result), path.join('.'));
}

const isOnTheWay = (where: string, place: string) => place === where || place.startsWith(`${where}/`);

/** The findings of a comparison, and the places where the vendor's schema is too vague to compare. */
export interface RecordComparison {
  readonly deviations: readonly Deviation[];
  /** Places of declared fields the description leaves open. */
  readonly unchecked: readonly string[];
}

type Resolve = VendorSchema['resolve'];

const maxDepth = 20;

/**
 * Compares what a record declares with what the vendor may send in its place: fields the vendor does not have, values of types,
 * nulls, absences and enum values the record denies. Fields the record does not declare are not looked at.
 */
export function compareRecord(declared: VendorSchema, vendor: VendorSchema, where: string): RecordComparison {
  const deviations: Deviation[] = [];
  const unchecked: string[] = [];

  function compare(own: readonly ValueShape[], theirs: readonly ValueShape[], place: string, depth: number): void {
    if (depth > maxDepth || own.length === 0 || own.some(isOpen)) return;
    if (theirs.length === 0 || theirs.some(isOpen)) {
      unchecked.push(place);
      return;
    }
    const wrongTypes = compareTypes(own, theirs, place);
    deviations.push(...wrongTypes, ...compareValues(own, theirs, place));
    if (wrongTypes.some(({ kind }) => kind === 'wrong_type')) return;
    compareItems(own, theirs, place, depth);
    compareFields(own, theirs, place, depth);
  }

  function compareItems(own: readonly ValueShape[], theirs: readonly ValueShape[], place: string, depth: number): void {
    const ownItems = own.filter((shape) => mayBe('array', shape) && shape.items.length > 0);
    const lists = theirs.filter((shape) => mayBe('array', shape));
    if (ownItems.length === 0 || lists.length === 0) return;
    const shapes = (sides: readonly ValueShape[], resolve: Resolve) =>
      sides.flatMap(({ items }) => shapesOfAll(items, resolve));
    compare(shapes(ownItems, declared.resolve), shapes(lists, vendor.resolve), `${place}/*`, depth + 1);
  }

  function compareFields(
    own: readonly ValueShape[],
    theirs: readonly ValueShape[],
    place: string,
    depth: number,
  ): void {
    const ownObjects = own.filter((shape) => mayBe('object', shape));
    const objects = theirs.filter((shape) => mayBe('object', shape));
    if (objects.length === 0) return;
    const names = new Set(ownObjects.flatMap(({ properties }) => [...properties.keys()]));
    for (const name of names) {
      const holders = ownObjects.filter(({ properties }) => properties.has(name));
      const field = pointerTo(place, name);
      const found = objects.flatMap((shape) => fieldShapes(shape, name, vendor.resolve));
      if (found.length === 0) {
        if (objects.some(takesOthers)) unchecked.push(field);
        else deviations.push(unknownField(name, objects, field));
        continue;
      }
      const isRequired = holders.some(({ required }) => required?.has(name));
      if (isRequired && objects.some((shape) => mayLack(shape, name))) {
        const message = `the vendor may leave out "${name}", the record requires it`;
        deviations.push({ kind: 'absence_denied', where: field, message });
      }
      const ownShapes = holders.flatMap(({ properties }) => shapesOfAll(properties.get(name) ?? [], declared.resolve));
      compare(ownShapes, found, field, depth + 1);
    }
    if (names.size === 0) compareEntries(ownObjects, objects, place, depth);
  }

  // A record of any names: each value the vendor may have there must be one the record takes.
  function compareEntries(
    own: readonly ValueShape[],
    theirs: readonly ValueShape[],
    place: string,
    depth: number,
  ): void {
    const ownValues = own.flatMap(({ others }) => (others === undefined ? [] : shapesOfAll(others, declared.resolve)));
    if (ownValues.length === 0) return;
    for (const { properties, others } of theirs) {
      for (const [name, schemas] of properties) {
        compare(ownValues, shapesOfAll(schemas, vendor.resolve), pointerTo(place, name), depth + 1);
      }
      if (others !== undefined) compare(ownValues, shapesOfAll(others, vendor.resolve), `${place}/*`, depth + 1);
    }
  }

  compare(shapesOf(declared), shapesOf(vendor), where, 0);
  return { deviations, unchecked };
}

function fieldShapes(shape: ValueShape, name: string, resolve: Resolve): readonly ValueShape[] {
  const schemas = shape.properties.get(name);
  return schemas === undefined ? [] : shapesOfAll(schemas, resolve);
}

// A schema that requires nothing at all says nothing about absence.
function mayLack({ properties, required }: ValueShape, name: string): boolean {
  return !properties.has(name) || (required !== undefined && !required.has(name));
}

function unknownField(name: string, objects: readonly ValueShape[], where: string): Deviation {
  const described = objects.flatMap(({ properties }) => [...properties.keys()]);
  const message = `the vendor has no field "${name}" there`;
  return { kind: 'unknown_field', where, message, ...nearestProperty(name, described) };
}

function compareTypes(own: readonly ValueShape[], theirs: readonly ValueShape[], where: string): Deviation[] {
  const ownTypes = typesOf(own);
  const vendorTypes = typesOf(theirs);
  if (ownTypes === undefined || vendorTypes === undefined) return [];
  const deviations: Deviation[] = [];
  const denied = [...vendorTypes].filter((type) => !takes(ownTypes, type));
  const others = denied.filter((type) => type !== 'null' && !(type === 'number' && ownTypes.has('integer')));
  if (denied.includes('null')) {
    deviations.push({ kind: 'null_denied', where, message: 'the vendor may send null, the record denies it' });
  }
  if (others.length > 0) {
    const message = `the vendor may send ${others.join(' or ')}, the record declares ${[...ownTypes].join(' or ')}`;
    deviations.push({ kind: 'wrong_type', where, message });
  } else if (denied.includes('number')) {
    const message = 'the vendor may send a fraction, the record declares an integer';
    deviations.push({ kind: 'fraction_denied', where, message });
  }
  return deviations;
}

const takes = (types: ReadonlySet<string>, type: string) =>
  types.has(type) || (type === 'integer' && types.has('number'));

/** The types of all forms together; undefined when one of them may be anything. */
function typesOf(shapes: readonly ValueShape[]): ReadonlySet<string> | undefined {
  const types = shapes.map((shape) => shape.types ?? (shape.properties.size > 0 ? new Set(['object']) : undefined));
  return types.every((one) => one !== undefined) ? new Set(types.flatMap((one) => [...one])) : undefined;
}

function compareValues(own: readonly ValueShape[], theirs: readonly ValueShape[], where: string): Deviation[] {
  const ownValues = valuesOf(own);
  const vendorValues = valuesOf(theirs);
  if (ownValues === undefined || vendorValues === undefined) return [];
  const unlisted = [...vendorValues].filter((value) => value !== null && !ownValues.has(value));
  if (unlisted.length === 0) return [];
  const message = `the vendor may send ${unlisted.join(', ')}, which the record does not list`;
  return [{ kind: 'unlisted_value', where, message }];
}

/** The values all forms allow together, null aside; undefined when one of them is not limited to a list. */
function valuesOf(shapes: readonly ValueShape[]): ReadonlySet<unknown> | undefined {
  const others = shapes.filter(({ types }) => types === undefined || types.size !== 1 || !types.has('null'));
  const values = others.map((shape) => shape.values);
  return values.length > 0 && values.every((one) => one !== undefined)
    ? new Set(values.flatMap((one) => [...one]))
    : undefined;
}

/**
 * Compares the records a connector makes of the vendor's rows with what it declares: fields that stay empty although a row has
 * everything the vendor names, and nulls and absences the record denies although a row may have as little. Types are not compared,
 * because the values of the rows are made up. Throws what `reshape` throws.
 */
export function compareReshaped(
  declared: VendorSchema,
  vendor: VendorSchema,
  reshape: (row: unknown) => unknown,
  where: string,
): readonly Deviation[] {
  const deviations: Deviation[] = [];

  function compareFull(own: readonly ValueShape[], values: readonly unknown[], place: string): void {
    for (const [name, schemas] of declaredFields(own)) {
      const field = pointerTo(place, name);
      const made = values.flatMap((value) => (isJsonObject(value) ? [value[name]] : [])).filter(isThere);
      if (made.length === 0) {
        const message = `nothing the vendor's response has becomes "${name}"`;
        deviations.push({ kind: 'unknown_field', where: field, message });
      } else {
        descend(schemas, made, field, compareFull);
      }
    }
  }

  function compareLean(own: readonly ValueShape[], values: readonly unknown[], place: string): void {
    for (const [name, schemas] of declaredFields(own)) {
      const field = pointerTo(place, name);
      const objects = values.filter(isJsonObject);
      const shapes = shapesOfAll(schemas, declared.resolve);
      const deniesNull = !shapes.some((shape) => isOpen(shape) || shape.types?.has('null'));
      if (deniesNull && objects.some((value) => value[name] === null)) {
        const message = 'it becomes null where the vendor sends as little as it may, the record denies it';
        deviations.push({ kind: 'null_denied', where: field, message });
      }
      const isRequired = own.some(({ required }) => required?.has(name));
      if (isRequired && objects.some((value) => value[name] === undefined)) {
        const message = 'it is missing where the vendor sends as little as it may, the record requires it';
        deviations.push({ kind: 'absence_denied', where: field, message });
      }
      descend(schemas, objects.map((value) => value[name]).filter(isThere), field, compareLean);
    }
  }

  function descend(schemas: readonly unknown[], values: readonly unknown[], place: string, compare: Compare): void {
    const shapes = shapesOfAll(schemas, declared.resolve);
    const items = shapes.filter((shape) => mayBe('array', shape)).flatMap((shape) => shape.items);
    compare(shapes, values, place);
    const elements = values.flatMap((value) => (Array.isArray(value) ? value : [])).filter(isThere);
    if (items.length > 0 && elements.length > 0) descend([{ anyOf: items }], elements, `${place}/*`, compare);
  }

  compareFull(shapesOf(declared), fullRows(vendor).map(reshape), where);
  compareLean(shapesOf(declared), leanRows(vendor).map(reshape), where);
  return deviations;
}

type Compare = (own: readonly ValueShape[], values: readonly unknown[], place: string) => void;

const declaredFields = (shapes: readonly ValueShape[]) =>
  new Map(shapes.filter((shape) => mayBe('object', shape)).flatMap(({ properties }) => [...properties]));

const isThere = (value: unknown) => value !== undefined && value !== null;

/**
 * Where a dotted path leads in a schema: to a schema, to a place the schema leaves open, or nowhere; `missing` is its part up to the
 * first step there is not.
 */
export type PathEnd =
  | { readonly found: VendorSchema }
  | { readonly open: true }
  | { readonly missing: string; readonly nearest?: string };

/** Follows a dotted path such as `data.0.id` into a schema; the empty path is the schema itself. */
export function followPath(schema: VendorSchema, path: string): PathEnd {
  let current = schema;
  const steps = path === '' ? [] : path.split('.');
  for (const [index, step] of steps.entries()) {
    const shapes = shapesOf(current);
    const lists = /^\d+$/.test(step) ? shapes.filter((shape) => mayBe('array', shape)) : [];
    const members = lists.flatMap(({ items }) => (items.length > 0 ? [items] : []));
    const objects = shapes.filter((shape) => mayBe('object', shape));
    const schemas = [...members, ...objects.flatMap(({ properties }) => [properties.get(step)].filter(isPresent))];
    if (schemas.length === 0) {
      const isLeftOpen = shapes.some((shape) => shape.types === undefined && shape.properties.size === 0);
      if (isLeftOpen || lists.length > 0 || objects.some(takesOthers)) return { open: true };
      const described = objects.flatMap(({ properties }) => [...properties.keys()]);
      return { missing: steps.slice(0, index + 1).join('.'), ...nearestProperty(step, described) };
    }
    const union = schemas.map((one) => (one.length === 1 ? one[0] : { allOf: one }));
    current = { schema: union.length === 1 ? union[0] : { anyOf: union }, resolve: schema.resolve };
  }
  return { found: current };
}

const isPresent = <Value>(value: Value | undefined): value is Value => value !== undefined;

/** The element of a list; undefined if the schema is not a list. */
export function elementsOf(schema: VendorSchema): VendorSchema | undefined {
  const lists = shapesOf(schema).filter(({ types, properties }) => types?.has('array') ?? properties.size === 0);
  if (lists.length === 0) return undefined;
  const items = lists.map(({ items: all }) => (all.length === 1 ? all[0] : { allOf: all }));
  return { schema: items.length === 1 ? items[0] : { anyOf: items }, resolve: schema.resolve };
}
