import { pointerTo } from '@connectory/testkit/schema-values';
import type { Deviation } from '../description/deviation.ts';
import { nearestProperty } from '../description/nearest.ts';
import type { VendorSchema } from '../description/vendor-schema.ts';
import { isOpen, mayBe, shapesOf, shapesOfAll, takesOthers, type ValueShape } from './value-shape.ts';

/** The findings of a comparison, and the places where the vendor's schema is too vague to compare. */
export interface RecordComparison {
  readonly deviations: readonly Deviation[];
  /** Places of declared fields the description leaves open. */
  readonly unchecked: readonly string[];
}

type Resolve = VendorSchema['resolve'];

const deepest = 20;

/**
 * Compares what a record declares with what the vendor may send in its place: fields the vendor does not have, values of types,
 * nulls, absences and enum values the record denies. Fields the record does not declare are not looked at.
 */
export function compareRecord(declared: VendorSchema, vendor: VendorSchema, where: string): RecordComparison {
  const deviations: Deviation[] = [];
  const unchecked: string[] = [];

  function compare(own: readonly ValueShape[], theirs: readonly ValueShape[], place: string, depth: number): void {
    if (depth > deepest || own.length === 0 || own.some(isOpen)) return;
    if (theirs.length === 0 || theirs.some(isOpen)) {
      unchecked.push(place);
      return;
    }
    const typeFaults = compareTypes(own, theirs, place);
    deviations.push(...typeFaults, ...compareValues(own, theirs, place));
    if (typeFaults.some(({ kind }) => kind === 'wrong_type')) return;
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
