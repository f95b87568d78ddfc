import { isJsonObject, pointerTo } from '@connectory/testkit/schema-values';
import type { Deviation } from '../description/deviation.ts';
import type { VendorSchema } from '../description/vendor-schema.ts';
import { fullRows, leanRows } from './sample-row.ts';
import { isOpen, mayBe, shapesOf, shapesOfAll, type ValueShape } from './value-shape.ts';

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
        const message = `nothing the vendor's answer has becomes "${name}"`;
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
