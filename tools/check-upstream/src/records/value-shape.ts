import { readSchema, referenceOf, type SchemaNode } from '../description/schema-node.ts';
import type { VendorSchema } from '../description/vendor-schema.ts';

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
const mostShapes = 200;
const longestChain = 64;

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
  if (depth > longestChain) return [open];
  if (reference !== undefined) return expand(resolve(reference), resolve, depth + 1);
  const node = readSchema(schema);
  if (node.impossible) return [];
  let shapes: readonly ValueShape[] = [ownShape(node)];
  const unions = [node.anyOf, node.oneOf].filter((members) => members.length > 0);
  const parts = [
    ...node.allOf.map((member) => expand(member, resolve, depth + 1)),
    ...unions.map((members) => members.flatMap((member) => expand(member, resolve, depth + 1))),
  ];
  for (const part of parts) {
    shapes = shapes
      .flatMap((left) => part.slice(0, mostShapes).map((right) => both(left, right)))
      .filter((shape) => shape !== undefined)
      .slice(0, mostShapes);
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
