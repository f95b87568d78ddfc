import type { Entity } from '@connectory/connector-sdk';
import { jsonSchema } from '@connectory/connector-sdk/engine';

/** A zod schema as the SDK types it; the sandbox itself needs no zod. */
export type Schema = Entity['record'];

/** What a value may be: the parts of a JSON Schema that matter for making values up and for fitting given ones. */
export type Shape = { readonly nullable: boolean } & (
  | ObjectShape
  | { readonly kind: 'map'; readonly values: Shape | null }
  | { readonly kind: 'array'; readonly items: Shape; readonly minimum: number; readonly maximum: number }
  | { readonly kind: 'tuple'; readonly items: readonly Shape[] }
  | TextShape
  | NumberShape
  | { readonly kind: 'boolean' }
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'union'; readonly variants: readonly Shape[] }
  | { readonly kind: 'any' }
);

/** An object with named fields. */
export interface ObjectShape {
  readonly kind: 'object';
  readonly nullable: boolean;
  readonly fields: ReadonlyMap<string, Field>;
}

/** One field of an object. */
export interface Field {
  readonly shape: Shape;
  readonly required: boolean;
  readonly default?: unknown;
}

/** Text with its bounds in characters. */
export interface TextShape {
  readonly kind: 'text';
  readonly nullable: boolean;
  readonly format: string | undefined;
  readonly pattern: string | undefined;
  readonly minimum: number;
  readonly maximum: number;
}

/** A number with its bounds, both of which it may reach. */
export interface NumberShape {
  readonly kind: 'number';
  readonly nullable: boolean;
  readonly integer: boolean;
  readonly minimum: number;
  readonly maximum: number;
}

interface Node {
  readonly [keyword: string]: unknown;
}

const known = new WeakMap<Schema, ObjectShape>();

/** The shape of a record or parameter schema. Throws a `TypeError` for a schema that is no object. */
export function shapeOf(schema: Schema): ObjectShape {
  const existing = known.get(schema);
  if (existing !== undefined) return existing;
  const root = jsonSchema(schema) as Node;
  const shape = read(root, root, false);
  if (shape.kind !== 'object' && shape.kind !== 'map') throw new TypeError(`a record cannot be of kind ${shape.kind}`);
  const made: ObjectShape = shape.kind === 'object' ? shape : { kind: 'object', nullable: false, fields: new Map() };
  known.set(schema, made);
  return made;
}

const asNode = (value: unknown) => value as Node;
const asNodes = (value: unknown) => value as readonly Node[];
const bound = (value: unknown, missing: number) => (typeof value === 'number' ? value : missing);

function read(node: Node, root: Node, nullable: boolean): Shape {
  if (typeof node.$ref === 'string') return read(referenced(node.$ref, root), root, nullable);
  const alternatives = node.anyOf ?? node.oneOf;
  if (alternatives !== undefined) return readAlternatives(asNodes(alternatives), root, nullable);
  if (node.allOf !== undefined) return merged(asNodes(node.allOf), root, nullable);
  if (node.const !== undefined) return { kind: 'values', nullable, values: [node.const] };
  if (Array.isArray(node.enum)) {
    const values = node.enum.filter((value) => value !== null);
    return { kind: 'values', nullable: nullable || values.length < node.enum.length, values };
  }
  if (Array.isArray(node.type)) {
    const types = node.type.filter((type) => type !== 'null');
    const open = nullable || types.length < node.type.length;
    const variants = types.map((type) => ({ ...node, type }));
    return readAlternatives(variants, root, open);
  }
  return readTyped(node, root, nullable);
}

function readAlternatives(nodes: readonly Node[], root: Node, nullable: boolean): Shape {
  const others = nodes.filter((node) => node.type !== 'null');
  const open = nullable || others.length < nodes.length;
  const [only] = others;
  if (only === undefined) return { kind: 'any', nullable: true };
  if (others.length === 1) return read(only, root, open);
  return { kind: 'union', nullable: open, variants: others.map((node) => read(node, root, false)) };
}

function readTyped(node: Node, root: Node, nullable: boolean): Shape {
  switch (node.type) {
    case 'object':
      return readObject(node, root, nullable);
    case 'array':
      return readArray(node, root, nullable);
    case 'string':
      return {
        kind: 'text',
        nullable,
        format: node.format as string | undefined,
        pattern: node.pattern as string | undefined,
        minimum: bound(node.minLength, 0),
        maximum: bound(node.maxLength, Number.POSITIVE_INFINITY),
      };
    case 'integer':
    case 'number':
      return readNumber(node, nullable);
    case 'boolean':
      return { kind: 'boolean', nullable };
    case 'null':
      return { kind: 'any', nullable: true };
    default:
      return { kind: 'any', nullable };
  }
}

function readNumber(node: Node, nullable: boolean): NumberShape {
  const integer = node.type === 'integer';
  const step = integer ? 1 : 0.01;
  const below = bound(node.exclusiveMaximum, Number.POSITIVE_INFINITY) - step;
  const above = bound(node.exclusiveMinimum, Number.NEGATIVE_INFINITY) + step;
  return {
    kind: 'number',
    nullable,
    integer,
    minimum: Math.max(bound(node.minimum, Number.NEGATIVE_INFINITY), above),
    maximum: Math.min(bound(node.maximum, Number.POSITIVE_INFINITY), below),
  };
}

// Members are read on first use, so that a schema may contain itself.
function readObject(node: Node, root: Node, nullable: boolean): Shape {
  const properties = node.properties as Readonly<Record<string, Node>> | undefined;
  if (properties === undefined) {
    const values = node.additionalProperties;
    const open = typeof values === 'object' && values !== null;
    return { kind: 'map', nullable, values: open ? read(asNode(values), root, false) : null };
  }
  let fields: Map<string, Field> | undefined;
  const readFields = () => {
    const required = new Set((node.required as readonly string[] | undefined) ?? []);
    return new Map(
      Object.entries(properties).map(([name, property]) => [
        name,
        {
          shape: read(property, root, false),
          required: required.has(name),
          ...(property.default !== undefined && { default: property.default }),
        },
      ]),
    );
  };
  return {
    kind: 'object',
    nullable,
    get fields() {
      fields ??= readFields();
      return fields;
    },
  };
}

function readArray(node: Node, root: Node, nullable: boolean): Shape {
  if (Array.isArray(node.prefixItems)) {
    return { kind: 'tuple', nullable, items: asNodes(node.prefixItems).map((item) => read(item, root, false)) };
  }
  let items: Shape | undefined;
  return {
    kind: 'array',
    nullable,
    minimum: bound(node.minItems, 0),
    maximum: bound(node.maxItems, Number.POSITIVE_INFINITY),
    get items() {
      items ??= read(asNode(node.items ?? {}), root, false);
      return items;
    },
  };
}

function merged(nodes: readonly Node[], root: Node, nullable: boolean): Shape {
  const shapes = nodes.map((node) => read(node, root, nullable));
  const objects = shapes.filter((shape) => shape.kind === 'object');
  if (objects.length < shapes.length) return shapes[0] ?? { kind: 'any', nullable };
  return { kind: 'object', nullable, fields: new Map(objects.flatMap(({ fields }) => [...fields])) };
}

function referenced(reference: string, root: Node): Node {
  let node: unknown = root;
  for (const step of reference.split('/').slice(1)) node = (node as Node)[decodeURIComponent(step)];
  return asNode(node);
}
