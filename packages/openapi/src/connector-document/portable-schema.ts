import { knownValues } from '@connectory/connector-sdk/engine';
import { typeName } from './component-names.ts';
import { distinctNames } from './distinct-names.ts';
import { isObject, type JsonObject } from './json-object.ts';
import type { SchemaComponents } from './schema-components.ts';

const largestInt32 = 2 ** 31 - 1;

/**
 * A schema of what callers send, as generators of all languages read it: null is one of
 * the types, numbers have a width, and nested objects are components named after `name`.
 */
export function sentSchema(schema: JsonObject, name: string, components: SchemaComponents): JsonObject {
  return asComponents(portable(schema, keepAll), name, components);
}

/**
 * A published schema of records (`publishedRecord`), as generators of all languages read it. Not even the key is required, because a
 * caller may choose fields.
 */
export function recordSchema(schema: JsonObject, name: string, components: SchemaComponents): JsonObject {
  return asComponents(portable(schema, opened), name, components);
}

type Rewrite = (schema: JsonObject) => JsonObject;

const keepAll: Rewrite = (schema) => schema;

const reported = [
  'type',
  'description',
  'properties',
  'items',
  'anyOf',
  'additionalProperties',
  'examples',
  knownValues,
];

const opened: Rewrite = (schema) => ({
  ...Object.fromEntries(reported.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]]))),
  ...(isObject(schema.properties) && { properties: withDistinctNames(schema.properties) }),
});

function withDistinctNames(properties: JsonObject): JsonObject {
  const distinct = distinctNames(Object.keys(properties));
  return Object.fromEntries(Object.entries(properties).filter(([name]) => distinct.has(name)));
}

function portable(given: JsonObject, rewrite: Rewrite): JsonObject {
  const { properties, items, additionalProperties, propertyNames, ...rest } = rewrite(withNullAsType(given));
  const within = (schema: unknown) => (isObject(schema) ? portable(schema, rewrite) : schema);
  return {
    ...rest,
    ...widthOf(rest),
    ...(isObject(properties) && { properties: mapValues(properties, within) }),
    ...(items !== undefined && { items: within(items) }),
    ...(Array.isArray(rest.anyOf) && { anyOf: rest.anyOf.map(within) }),
    // In JSON, names are always strings.
    ...(isObject(propertyNames) && Object.keys(propertyNames).some((key) => key !== 'type') && { propertyNames }),
    ...(additionalProperties !== undefined && { additionalProperties: within(additionalProperties) }),
  };
}

// A choice between something and null: generators make a union of the alternatives, but know null among types.
function withNullAsType(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const alternatives = anyOf.filter((one) => one.type !== 'null') as JsonObject[];
  const [only, ...others] = alternatives;
  if (only === undefined || others.length > 0 || alternatives.length === anyOf.length) return schema;
  const { type, ...inner } = withNullAsType(only);
  if (type === undefined) return { ...inner, ...rest };
  const values = inner.enum ?? (inner.const === undefined ? undefined : [inner.const]);
  const { const: _const, ...members } = inner;
  return {
    ...members,
    ...rest,
    type: [...new Set([type].flat()), 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}

// Without a width, some generators take 32 bits for an integer and single precision for a number.
function widthOf({ type, minimum, maximum }: JsonObject): JsonObject {
  const types = [type].flat();
  if (types.includes('number')) return types.includes('string') ? {} : { format: 'double' };
  if (!types.includes('integer') || types.includes('string')) return {};
  const isSmall = [minimum, maximum].every((bound) => typeof bound === 'number' && Math.abs(bound) <= largestInt32);
  return isSmall ? { format: 'int32' } : { format: 'int64' };
}

/** The schema with its nested objects as components, named after their place. */
function asComponents(schema: JsonObject, name: string, components: SchemaComponents): JsonObject {
  const { properties, items, additionalProperties } = schema;
  const outOf = (part: unknown, partName: string): unknown => {
    if (!isObject(part)) return part;
    const inner = asComponents(part, partName, components);
    return isObject(inner.properties) ? asComponent(inner, partName, components) : inner;
  };
  return {
    ...schema,
    ...(isObject(properties) && {
      properties: mapValues(properties, (part, key) => outOf(part, `${name}${typeName(key)}`)),
    }),
    ...(items !== undefined && { items: outOf(items, `${name}Item`) }),
    ...(additionalProperties !== undefined && { additionalProperties: outOf(additionalProperties, `${name}Value`) }),
  };
}

// A component that may itself be null is not a class to some generators, but a choice between it and null is.
function asComponent(schema: JsonObject, name: string, components: SchemaComponents): JsonObject {
  const types = [schema.type].flat();
  if (!types.includes('null')) return { ...components.add(name, schema) };
  const { ...component } = components.add(name, { ...schema, type: 'object' });
  return { anyOf: [component, { type: 'null' }] };
}

function mapValues(object: JsonObject, map: (value: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}
