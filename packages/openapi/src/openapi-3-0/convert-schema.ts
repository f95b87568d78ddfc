import { isObject, type JsonObject } from '../connector-document/json-object.ts';

// Keywords that OpenAPI 3.0 supports and this conversion keeps unchanged. All others are dropped, which only makes the schema less strict.
const same = new Set([
  ...[
    'title',
    'description',
    'format',
    'default',
    'deprecated',
    'readOnly',
    'writeOnly',
    'discriminator',
    'externalDocs',
  ],
  ...['enum', 'multipleOf', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'],
  ...['uniqueItems', 'minProperties', 'maxProperties', 'required', 'example'],
]);

/**
 * A JSON Schema of OpenAPI 3.1 as one of OpenAPI 3.0. `place` is the reference of the component it is: a member that is the same again
 * becomes any object, because some generators cannot represent a type that contains itself.
 */
export function schema30(schema: unknown, place?: string): JsonObject {
  if (!isObject(schema)) return schema === false ? { not: {} } : {};
  if (typeof schema.$ref === 'string') return referred(schema.$ref, place);
  const kept = Object.entries(schema).filter(([name]) => same.has(name) || name.startsWith('x-'));
  return {
    ...Object.fromEntries(kept),
    ...types(schema),
    ...bounds(schema),
    ...shown(schema),
    ...content(schema),
    ...parts(schema, place),
    ...choices(schema),
  };
}

function referred(reference: string, place: string | undefined): JsonObject {
  // Definitions inside a schema have no place in OpenAPI 3.0.
  if (!reference.startsWith('#/components/')) return {};
  if (reference !== place) return { $ref: reference };
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  return { description: `As ${name}.`, type: 'object', additionalProperties: true };
}

// Null must be of some type.
const onlyNull = { type: 'string', nullable: true, enum: [null] };

function types({ type, anyOf }: JsonObject): JsonObject {
  const all = [type ?? []].flat();
  const [only, ...others] = all.filter((one) => one !== 'null');
  const nullable = all.includes('null') && { nullable: true };
  if (only === undefined) return nullable ? onlyNull : {};
  if (others.length === 0) return { type: only, ...nullable };
  // Several types are a choice; one that is written out says more.
  return anyOf === undefined ? { anyOf: [only, ...others].map((one) => ({ type: one, ...nullable })) } : {};
}

function bounds({ exclusiveMinimum, exclusiveMaximum }: JsonObject): JsonObject {
  return {
    ...(typeof exclusiveMinimum === 'number' && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(typeof exclusiveMaximum === 'number' && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  };
}

function shown({ const: only, examples }: JsonObject): JsonObject {
  return {
    ...(only !== undefined && { enum: [only] }),
    ...(Array.isArray(examples) && examples.length > 0 && { example: examples[0] }),
  };
}

function content({ contentEncoding, contentMediaType, format }: JsonObject): JsonObject {
  if (contentEncoding === 'base64') return { format: 'byte' };
  return contentMediaType === 'application/octet-stream' && format === undefined ? { format: 'binary' } : {};
}

function parts(schema: JsonObject, place: string | undefined): JsonObject {
  const { properties, prefixItems, items, additionalProperties, not, type } = schema;
  const within = (part: unknown) => schema30(part);
  const open = typeof additionalProperties === 'boolean' ? additionalProperties : within(additionalProperties);
  const isFreeForm =
    [type].flat().includes('object') && (properties ?? additionalProperties ?? schema.allOf) === undefined;
  return {
    ...(additionalProperties !== undefined && { additionalProperties: open }),
    // Some generators (ogen) take an object without any members for one that is always empty.
    ...(isFreeForm && { additionalProperties: {} }),
    ...(not !== undefined && { not: within(not) }),
    ...(items !== undefined && { items: within(items) }),
    // An array must declare its items.
    ...(items === undefined &&
      [type].flat().includes('array') && {
        items: Array.isArray(prefixItems) ? { anyOf: prefixItems.map(within) } : {},
      }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, schema30(part, place)])),
    }),
  };
}

function choices(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    ['anyOf', 'oneOf', 'allOf'].flatMap((name) => {
      const all = schema[name];
      if (!Array.isArray(all)) return [];
      const [first, ...others] = all.filter((part) => !isNull(part)).map((part) => schema30(part));
      if (first === undefined || name === 'allOf' || others.length + 1 === all.length) {
        return [[name, all.map((part) => (isNull(part) ? onlyNull : schema30(part)))]];
      }
      // Null is no alternative of its own: the first one allows it.
      return others.length === 0 ? Object.entries(orNull(first)) : [[name, [orNull(first), ...others]]];
    }),
  );
}

const isNull = (part: unknown) => isObject(part) && part.type === 'null';

/** The name of a component that is another one or null: in OpenAPI 3.0, no schema with a reference allows null. */
export const nullableName = (name: string): string => `Nullable${name}`;

/** A converted schema that allows null as well; a reference then refers to the component of `nullableName`. */
export function orNull(schema: JsonObject): JsonObject {
  if (typeof schema.$ref !== 'string') {
    return { ...schema, nullable: true, ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }) };
  }
  const { $ref } = schema;
  const end = $ref.lastIndexOf('/') + 1;
  return { $ref: `${$ref.slice(0, end)}${nullableName($ref.slice(end))}` };
}
