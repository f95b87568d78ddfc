import { nearestProperty } from '../description/nearest.ts';
import type { VendorSchema } from '../description/vendor-schema.ts';
import { mayBe, shapesOf, takesOthers } from './value-shape.ts';

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
