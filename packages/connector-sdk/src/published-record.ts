import type { JsonSchema } from './manifest.ts';

/** Keyword of a published record schema that lists the known values of a field without excluding others. */
export const knownValues = 'x-extensible-enum';

const said = ['type', 'description', 'format', 'additionalProperties', 'examples', knownValues];

/**
 * The schema under which a record is published: a reader generated from it accepts whatever the vendor sends. Only the key is required;
 * every other field may be absent or null at any depth, and known values exclude no others. Applying it twice changes nothing.
 */
export function publishedRecord(schema: JsonSchema, key: readonly string[]): JsonSchema {
  const { properties, ...rest } = opened(schema);
  if (!isSchema(properties) || !isSchema(schema.properties)) return rest;
  const declared = schema.properties;
  const identity = key.filter((name) => Object.hasOwn(declared, name));
  const keyFields = identity.map((name) => [name, opened(declared[name] as JsonSchema)] as const);
  return {
    ...rest,
    properties: { ...properties, ...Object.fromEntries(keyFields) },
    ...(identity.length > 0 && { required: identity }),
  };
}

function opened(schema: JsonSchema): JsonSchema {
  const { properties, items, additionalProperties } = schema;
  const alternatives = schema.anyOf ?? schema.oneOf;
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  return {
    ...Object.fromEntries(said.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]]))),
    ...(Array.isArray(values) && { [knownValues]: values.filter((value) => value !== null) }),
    ...(isSchema(properties) && { properties: mapValues(properties, (part) => orNull(opened(part))) }),
    ...(isSchema(items) && { items: opened(items) }),
    ...(isSchema(additionalProperties) && { additionalProperties: orNull(opened(additionalProperties)) }),
    ...(Array.isArray(alternatives) && { anyOf: alternatives.map(opened) }),
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  if (schema.type !== undefined) return { ...schema, type: [...new Set([schema.type, 'null'].flat())] };
  if (!Array.isArray(schema.anyOf)) return schema;
  const { anyOf, ...rest } = schema;
  const [only, ...others] = anyOf.filter(({ type }) => type !== 'null');
  if (isSchema(only) && others.length === 0) return orNull({ ...only, ...rest });
  return anyOf.some(({ type }) => [type].flat().includes('null'))
    ? schema
    : { ...rest, anyOf: [...anyOf, { type: 'null' }] };
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapValues = (members: JsonSchema, map: (part: JsonSchema) => JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(members).map(([name, part]) => [name, map(part as JsonSchema)]));
