import { arrayOrEmpty, isJsonObject, type JsonObject, objectOrEmpty } from '@connectory/testkit/schema-values';
import { readablePattern } from './pattern.ts';

/** A vendor's schema with the differences between OpenAPI 3.0, 3.1, Swagger 2 and Google discovery ironed out. */
export interface SchemaNode {
  /** True for the schema `false`, which no value meets. */
  readonly impossible: boolean;
  /** Keywords that need no other schema: type, enum, bounds, pattern, format. */
  readonly assertions: JsonObject;
  /** The schemas that hold as well, a `$ref` among them. */
  readonly allOf: readonly unknown[];
  readonly anyOf: readonly unknown[];
  readonly oneOf: readonly unknown[];
  readonly not: unknown;
  readonly required: readonly string[];
  readonly properties: ReadonlyMap<string, unknown>;
  readonly patternProperties: readonly (readonly [RegExp, unknown])[];
  /** True, false, a schema, or undefined if the vendor does not specify it. */
  readonly additionalProperties: unknown;
  readonly prefixItems: readonly unknown[];
  readonly items: unknown;
  readonly nullable: boolean;
  /** True for a 64-bit integer of protocol buffers, which is sent as text and read as either. */
  readonly text64: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly deprecated: boolean;
}

/** The keyword of a property that is in a response only on request. */
export const unselected = 'x-unselected';

const jsonTypes = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);
const numericKeywords = ['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'];
const countKeywords = ['maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'];
const nodes = new WeakMap<object, SchemaNode>();

/** Reads one schema of a vendor's document. Keywords of a wrong shape count as absent: vendors publish such schemas. */
export function readSchema(schema: unknown): SchemaNode {
  if (!isJsonObject(schema)) {
    return schema === false ? { ...emptyNode, impossible: true } : emptyNode;
  }
  const known = nodes.get(schema);
  if (known !== undefined) {
    return known;
  }
  const node = readSchemaObject(schema);
  nodes.set(schema, node);
  return node;
}

const emptyNode: SchemaNode = {
  impossible: false,
  assertions: {},
  allOf: [],
  anyOf: [],
  oneOf: [],
  not: undefined,
  required: [],
  properties: new Map(),
  patternProperties: [],
  additionalProperties: undefined,
  prefixItems: [],
  items: undefined,
  nullable: false,
  text64: false,
  readOnly: false,
  writeOnly: false,
  deprecated: false,
};

function readSchemaObject(schema: JsonObject): SchemaNode {
  const reference = typeof schema.$ref === 'string' ? [{ $ref: schema.$ref }] : [];
  // A node with only a reference is resolved by its reader; wrapping it again would never end.
  const onlyReference = reference.length === 1 && Object.keys(schema).length === 1;
  return {
    impossible: false,
    assertions: readAssertions(schema),
    allOf: onlyReference ? [] : [...reference, ...readList(schema.allOf)],
    anyOf: readList(schema.anyOf),
    oneOf: readList(schema.oneOf),
    not: isJsonObject(schema.not) ? schema.not : undefined,
    required: arrayOrEmpty(schema.required).filter((name) => typeof name === 'string'),
    properties: new Map(Object.entries(objectOrEmpty(schema.properties))),
    patternProperties: readPatternProperties(schema.patternProperties),
    additionalProperties: readAdditional(schema),
    prefixItems: arrayOrEmpty(schema.prefixItems),
    items: Array.isArray(schema.items) ? undefined : schema.items,
    text64: schema.type === 'string' && (schema.format === 'int64' || schema.format === 'uint64'),
    nullable: schema.nullable === true || schema['x-nullable'] === true,
    readOnly: schema.readOnly === true,
    writeOnly: schema.writeOnly === true,
    deprecated: schema.deprecated === true,
  };
}

/** The target of a schema that is only a reference. */
export function referenceOf(schema: unknown): string | undefined {
  if (isJsonObject(schema) && typeof schema.$ref === 'string' && Object.keys(schema).length === 1) {
    return schema.$ref;
  }
  return undefined;
}

// Trimmed descriptions carry lists whose first members are gone as objects with the old positions as names.
function readList(value: unknown): readonly unknown[] {
  return isJsonObject(value) ? Object.values(value) : arrayOrEmpty(value);
}

function readAdditional(schema: JsonObject): unknown {
  return schema.additionalProperties ?? schema.unevaluatedProperties;
}

function readPatternProperties(value: unknown): (readonly [RegExp, unknown])[] {
  return Object.entries(objectOrEmpty(value)).flatMap(([source, schema]) => {
    const pattern = readablePattern(source);
    return pattern === undefined ? [] : [[pattern, schema] as const];
  });
}

function readAssertions(schema: JsonObject): JsonObject {
  const assertions: Record<string, unknown> = {};
  const types = readTypes(schema.type);
  if (types.length > 0) {
    assertions.type = types.length === 1 ? types[0] : types;
  }
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    assertions.enum = schema.enum;
  }
  if ('const' in schema) {
    assertions.const = schema.const;
  }
  for (const keyword of [...numericKeywords, ...countKeywords]) {
    const value = typeof schema[keyword] === 'string' ? Number(schema[keyword]) : schema[keyword];
    if (typeof value === 'number' && Number.isFinite(value)) {
      assertions[keyword] = value;
    }
  }
  readBooleanExclusive(schema, assertions, 'minimum', 'exclusiveMinimum');
  readBooleanExclusive(schema, assertions, 'maximum', 'exclusiveMaximum');
  if (schema.uniqueItems === true) {
    assertions.uniqueItems = true;
  }
  if (typeof schema.pattern === 'string' && readablePattern(schema.pattern) !== undefined) {
    assertions.pattern = schema.pattern;
  }
  if (typeof schema.format === 'string') {
    assertions.format = schema.format;
  }
  allowNumberForTextInteger(assertions);
  return assertions;
}

function readTypes(type: unknown): string[] {
  const types = Array.isArray(type) ? type : [type];
  return types.filter((each) => typeof each === 'string' && jsonTypes.has(each));
}

// OpenAPI 3.0 follows an older JSON Schema draft, where an exclusive bound is a flag beside the bound.
function readBooleanExclusive(
  schema: JsonObject,
  assertions: Record<string, unknown>,
  bound: string,
  exclusive: string,
): void {
  if (schema[exclusive] === true && typeof assertions[bound] === 'number') {
    assertions[exclusive] = assertions[bound];
    delete assertions[bound];
  }
}

// Protocol buffers write 64-bit integers as text and read both (https://protobuf.dev/programming-guides/json/).
function allowNumberForTextInteger(assertions: Record<string, unknown>): void {
  if (assertions.type === 'string' && (assertions.format === 'int64' || assertions.format === 'uint64')) {
    assertions.type = ['string', 'integer'];
    assertions.pattern ??= '^-?[0-9]+$';
    delete assertions.format;
  }
}
