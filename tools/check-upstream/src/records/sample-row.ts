import { isJsonObject } from '@connectory/testkit/schema-values';
import { unselected } from '../description/schema-node.ts';
import type { VendorSchema } from '../description/vendor-schema.ts';
import { mayBe, shapesOf, shapesOfAll, type ValueShape } from './value-shape.ts';

const deepest = 6;
const mostRows = 20;
const mostValues = 5000;

/** Rows that have everything the vendor's schema names, one for each form a row may have. */
export function fullRows(vendor: VendorSchema): readonly unknown[] {
  return rowsOf(vendor, (sampler, shape) => sampler.full([shape], 0));
}

/** Rows that have as little as the vendor's schema allows: with null for everything that may be null, and with only what is always there. */
export function leanRows(vendor: VendorSchema): readonly unknown[] {
  return [true, false].flatMap((nulls) => rowsOf(vendor, (sampler, shape) => sampler.lean([shape], nulls, 0)));
}

function rowsOf(vendor: VendorSchema, make: (sampler: Sampler, shape: ValueShape) => unknown): readonly unknown[] {
  return shapesOf(vendor)
    .filter((shape) => mayBe('object', shape))
    .slice(0, mostRows)
    .map((shape) => make(new Sampler(vendor.resolve), shape));
}

/** Generates values for one row; their number is limited, because vendors' schemas refer to each other in cycles. */
class Sampler {
  readonly #resolve: VendorSchema['resolve'];
  #left = mostValues;

  constructor(resolve: VendorSchema['resolve']) {
    this.#resolve = resolve;
  }

  full(shapes: readonly ValueShape[], depth: number): unknown {
    const goesOn = depth < deepest && this.#left > 0;
    const objects = shapes.filter((shape) => mayBe('object', shape));
    if (objects.length > 0) {
      // What is one of several things here is all of them at once: any of them may become a field.
      const named = goesOn ? objects.flatMap(({ properties }) => [...properties]) : [];
      const [asked, others] = [false, true].map((is) =>
        named.filter(([, schemas]) => schemas.some(isUnselected) === is),
      );
      const fields = new Map([...(others ?? []), ...(asked ?? [])]);
      return Object.fromEntries([...fields].map(([name, schemas]) => [name, this.#field(schemas, depth)]));
    }
    const lists = shapes.filter((shape) => mayBe('array', shape));
    if (lists.length > 0) {
      const items = goesOn ? lists.flatMap((shape) => this.#shapes(shape.items)) : [];
      return items.length > 0 ? [this.full(items, depth + 1)] : [];
    }
    const shape = shapes.find(({ types }) => types === undefined || !types.has('null') || types.size > 1);
    return shape === undefined ? null : scalarOf(shape);
  }

  // What could have been asked for as well goes no deeper than its own values.
  #field(schemas: readonly unknown[], depth: number): unknown {
    if (schemas.some(isUnselected)) return this.full(this.#shapes(schemas), Math.max(depth + 1, deepest - 1));
    this.#left -= 1;
    return this.full(this.#shapes(schemas), depth + 1);
  }

  lean(shapes: readonly ValueShape[], nulls: boolean, depth: number): unknown {
    const [shape] = shapes;
    if (shape === undefined || shapes.some(mayBeNull)) return null;
    if (mayBe('array', shape)) return [];
    if (!mayBe('object', shape)) return scalarOf(shape);
    const { properties, required } = shape;
    if (depth >= deepest || this.#left <= 0) return {};
    const isSent = (name: string, schemas: readonly unknown[]) => required?.has(name) ?? !schemas.some(isUnselected);
    const fields: [string, unknown][] = [];
    for (const [name, schemas] of properties) {
      const field = this.#shapes(schemas);
      this.#left -= 1;
      if (isSent(name, schemas)) fields.push([name, this.lean(field, nulls, depth + 1)]);
      else if (nulls && required !== undefined && field.some(mayBeNull)) fields.push([name, null]);
    }
    return Object.fromEntries(fields);
  }

  #shapes(schemas: readonly unknown[]): readonly ValueShape[] {
    return shapesOfAll(schemas, this.#resolve);
  }
}

const mayBeNull = ({ types }: ValueShape) => types?.has('null') === true;

const isUnselected = (schema: unknown) => isJsonObject(schema) && schema[unselected] === true;
// Digits are a text, a number in a text, and a day, whatever a connector makes of it.
function scalarOf({ types, values }: ValueShape): unknown {
  const stated = [...(values ?? [])].find((value) => value !== null);
  if (stated !== undefined) return stated;
  if (types === undefined || types.has('string')) return '1';
  return types.has('boolean') ? true : 1;
}
