import { isJsonObject } from '@connectory/testkit/schema-values';
import type { VendorSchema } from './description.ts';
import { readSchema, referenceOf, type SchemaNode, unselected } from './schemas.ts';

/** One of the forms a value may have: a schema with references and allOf put together, and one member of each union chosen. */
export interface ValueShape {
  /** JSON types; undefined where the schema leaves the type open. */
  readonly types: ReadonlySet<string> | undefined;
  /** The values that are allowed; undefined where the schema lists none. */
  readonly values: ReadonlySet<unknown> | undefined;
  /** The schemas each property meets. */
  readonly properties: ReadonlyMap<string, readonly unknown[]>;
  /** Names that are always present; undefined if the schema requires no property, which means nothing. */
  readonly required: ReadonlySet<string> | undefined;
  /** The schemas of properties that are not declared; undefined where the schema does not speak of them. */
  readonly others: readonly unknown[] | undefined;
  readonly items: readonly unknown[];
}

const open: ValueShape = {
  types: undefined,
  values: undefined,
  properties: new Map(),
  required: undefined,
  others: undefined,
  items: [],
};

// Vendors' unions of unions multiply; what is beyond cannot be told apart by a reader either.
const maxShapes = 200;
const maxChain = 64;

/** The forms of a value under a schema. A schema without constraints has one form without constraints. */
export function shapesOf({ schema, resolve }: VendorSchema): readonly ValueShape[] {
  return expand(schema, resolve, 0);
}

/** The forms a value may have that meets several schemas at once. */
export function shapesOfAll(schemas: readonly unknown[], resolve: VendorSchema['resolve']): readonly ValueShape[] {
  return schemas.length === 1 ? expand(schemas[0], resolve, 0) : expand({ allOf: schemas }, resolve, 0);
}

/** Whether a form has no constraints. */
export function isOpen(shape: ValueShape): boolean {
  return shape.types === undefined && shape.values === undefined && shape.properties.size === 0;
}

/** True when a value of this form may be an object. */
export function mayBe(type: 'object' | 'array', { types, properties, items }: ValueShape): boolean {
  return types === undefined ? (type === 'object' ? properties.size > 0 : items.length > 0) : types.has(type);
}

/** Whether an object of this form may have properties other than the declared ones. */
export function takesOthers({ properties, others }: ValueShape): boolean {
  return others === undefined ? properties.size === 0 : others.some((schema) => schema !== false);
}

function expand(schema: unknown, resolve: VendorSchema['resolve'], depth: number): readonly ValueShape[] {
  const reference = referenceOf(schema);
  if (depth > maxChain) return [open];
  if (reference !== undefined) return expand(resolve(reference), resolve, depth + 1);
  if (schema === false) return [];
  const node = readSchema(schema);
  let shapes: readonly ValueShape[] = [ownShape(node)];
  const unions = [node.anyOf, node.oneOf].filter((members) => members.length > 0);
  const parts = [
    ...node.allOf.map((member) => expand(member, resolve, depth + 1)),
    ...unions.map((members) => members.flatMap((member) => expand(member, resolve, depth + 1))),
  ];
  for (const part of parts) {
    shapes = shapes
      .flatMap((left) => part.slice(0, maxShapes).map((right) => both(left, right)))
      .filter((shape) => shape !== undefined)
      .slice(0, maxShapes);
  }
  return node.nullable ? [...shapes, { ...open, types: new Set(['null']) }] : shapes;
}

function ownShape({ assertions, properties, required, additionalProperties, items, prefixItems, text64 }: SchemaNode) {
  const { type, enum: listed, const: only } = assertions;
  const values = Array.isArray(listed) ? new Set(listed) : only === undefined ? undefined : new Set([only]);
  const stated = type === undefined ? undefined : new Set([type].flat().map(String));
  const elements = [...prefixItems, ...(items === undefined ? [] : [items])];
  return {
    types: text64 ? new Set(['string']) : (stated ?? (values && new Set([...values].map(typeOf)))),
    values,
    properties: new Map([...properties].map(([name, schema]) => [name, [schema]])),
    required: required.length === 0 ? undefined : new Set(required),
    others: additionalProperties === undefined ? undefined : [additionalProperties],
    items: elements.length > 1 ? [{ anyOf: elements }] : elements,
  } satisfies ValueShape;
}

/** The JSON type of a value. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

/** The form that meets two others; undefined when no value can. */
function both(left: ValueShape, right: ValueShape): ValueShape | undefined {
  const types = common(left.types, right.types);
  if (types?.size === 0) return undefined;
  const values =
    left.values === undefined || right.values === undefined
      ? (left.values ?? right.values)
      : new Set([...left.values].filter((value) => right.values?.has(value)));
  if (values?.size === 0) return undefined;
  const properties = new Map(left.properties);
  for (const [name, schemas] of right.properties) properties.set(name, [...(properties.get(name) ?? []), ...schemas]);
  const required = left.required ?? right.required;
  return {
    types,
    values,
    properties,
    required: required && new Set([...(left.required ?? []), ...(right.required ?? [])]),
    others:
      left.others === undefined || right.others === undefined
        ? (left.others ?? right.others)
        : [...left.others, ...right.others],
    items: [...left.items, ...right.items],
  };
}

function common(left: ValueShape['types'], right: ValueShape['types']): ValueShape['types'] {
  if (left === undefined || right === undefined) return left ?? right;
  const shared = [...left].filter((type) => right.has(type));
  const meet = (one: ReadonlySet<string>, other: ReadonlySet<string>) => one.has('integer') && other.has('number');
  return new Set([...shared, ...(meet(left, right) || meet(right, left) ? ['integer'] : [])]);
}

const maxDepth = 6;
const maxRows = 20;
const maxValues = 5000;

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
    .slice(0, maxRows)
    .map((shape) => make(new Sampler(vendor.resolve), shape));
}

/** Generates values for one row; their number is limited, because vendors' schemas refer to each other in cycles. */
class Sampler {
  readonly #resolve: VendorSchema['resolve'];
  #left = maxValues;

  constructor(resolve: VendorSchema['resolve']) {
    this.#resolve = resolve;
  }

  full(shapes: readonly ValueShape[], depth: number): unknown {
    const goesOn = depth < maxDepth && this.#left > 0;
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
    if (schemas.some(isUnselected)) return this.full(this.#shapes(schemas), Math.max(depth + 1, maxDepth - 1));
    this.#left -= 1;
    return this.full(this.#shapes(schemas), depth + 1);
  }

  lean(shapes: readonly ValueShape[], nulls: boolean, depth: number): unknown {
    const [shape] = shapes;
    if (shape === undefined || shapes.some(mayBeNull)) return null;
    if (mayBe('array', shape)) return [];
    if (!mayBe('object', shape)) return scalarOf(shape);
    const { properties, required } = shape;
    if (depth >= maxDepth || this.#left <= 0) return {};
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
