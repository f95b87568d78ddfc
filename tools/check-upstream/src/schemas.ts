import {
  arrayOrEmpty,
  isJsonObject,
  type JsonObject,
  objectOrEmpty,
  pointerTo,
  valueText,
} from '@connectory/testkit/schema-values';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { type Deviation, isMasked, nearestProperty } from './description.ts';

/** A vendor's schema with the differences between OpenAPI 3.0, 3.1, Swagger 2 and Google discovery ironed out. */
export interface SchemaNode {
  /** Keywords that need no other schema: type, enum, bounds, pattern, format. Ajv checks them. */
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
const numericKeywords = [
  ...['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength'],
  ...['maxItems', 'minItems', 'maxProperties', 'minProperties'],
];
const nodes = new WeakMap<object, SchemaNode>();
// The schema `false`, which no value meets.
const nothing: JsonObject = { not: {} };

/** Reads one schema of a vendor's document. Keywords of a wrong shape count as absent: vendors publish such schemas. */
export function readSchema(value: unknown): SchemaNode {
  const schema = value === false ? nothing : objectOrEmpty(value);
  const known = nodes.get(schema);
  if (known !== undefined) return known;
  // A node with only a reference is resolved by its reader; wrapping it again would never end.
  const reference = typeof schema.$ref === 'string' && referenceOf(schema) === undefined ? [{ $ref: schema.$ref }] : [];
  const isText64 = schema.type === 'string' && (schema.format === 'int64' || schema.format === 'uint64');
  const node: SchemaNode = {
    assertions: readAssertions(schema, isText64),
    allOf: [...reference, ...readList(schema.allOf)],
    anyOf: readList(schema.anyOf),
    oneOf: readList(schema.oneOf),
    not: isJsonObject(schema.not) ? schema.not : undefined,
    required: arrayOrEmpty(schema.required).filter((name) => typeof name === 'string'),
    properties: new Map(Object.entries(objectOrEmpty(schema.properties))),
    patternProperties: Object.entries(objectOrEmpty(schema.patternProperties)).flatMap(([source, property]) => {
      const pattern = readablePattern(source);
      return pattern === undefined ? [] : [[pattern, property] as const];
    }),
    additionalProperties: schema.additionalProperties ?? schema.unevaluatedProperties,
    prefixItems: arrayOrEmpty(schema.prefixItems),
    items: Array.isArray(schema.items) ? undefined : schema.items,
    nullable: schema.nullable === true || schema['x-nullable'] === true,
    text64: isText64,
    readOnly: schema.readOnly === true,
    writeOnly: schema.writeOnly === true,
    deprecated: schema.deprecated === true,
  };
  nodes.set(schema, node);
  return node;
}

/** The target of a schema that is only a reference. */
export function referenceOf(schema: unknown): string | undefined {
  if (!isJsonObject(schema) || typeof schema.$ref !== 'string') return undefined;
  return Object.keys(schema).length === 1 ? schema.$ref : undefined;
}

// Trimmed descriptions carry lists whose first members are gone as objects with the old positions as names.
const readList = (value: unknown): readonly unknown[] =>
  isJsonObject(value) ? Object.values(value) : arrayOrEmpty(value);

function readAssertions(schema: JsonObject, isText64: boolean): JsonObject {
  const assertions: Record<string, unknown> = {};
  const types = [schema.type].flat().filter((type) => typeof type === 'string' && jsonTypes.has(type));
  if (types.length > 0) assertions.type = types.length === 1 ? types[0] : types;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) assertions.enum = schema.enum;
  if ('const' in schema) assertions.const = schema.const;
  for (const keyword of numericKeywords) {
    const value = typeof schema[keyword] === 'string' ? Number(schema[keyword]) : schema[keyword];
    if (typeof value === 'number' && Number.isFinite(value)) assertions[keyword] = value;
  }
  // OpenAPI 3.0 follows an older JSON Schema draft, where an exclusive bound is a flag alongside the bound.
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'] as const,
    ['maximum', 'exclusiveMaximum'] as const,
  ]) {
    if (schema[exclusive] !== true || assertions[bound] === undefined) continue;
    assertions[exclusive] = assertions[bound];
    delete assertions[bound];
  }
  if (schema.uniqueItems === true) assertions.uniqueItems = true;
  const { pattern, format } = schema;
  if (typeof pattern === 'string' && readablePattern(pattern) !== undefined) assertions.pattern = pattern;
  if (typeof format === 'string') assertions.format = format;
  // Protocol buffers write 64-bit integers as text and read both (https://protobuf.dev/programming-guides/json/).
  if (isText64) {
    assertions.type = ['string', 'integer'];
    assertions.pattern ??= '^-?[0-9]+$';
    delete assertions.format;
  }
  return assertions;
}

const patterns = new Map<string, RegExp | undefined>();

/**
 * Compiles a vendor's pattern, in Unicode mode where it allows that; undefined when it is no JavaScript pattern (vendors publish patterns
 * of Ruby, Java and Go too).
 */
export function readablePattern(source: string): RegExp | undefined {
  if (!patterns.has(source)) patterns.set(source, compiled(source, 'u') ?? compiled(source, ''));
  return patterns.get(source);
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  validateSchema: false,
  logger: false,
  code: { regExp: Object.assign((source: string) => readablePattern(source) ?? /(?:)/, { code: 'new RegExp' }) },
});
formatsPlugin.default(ajv);
// Vendors write date-time for values they take with and without a time or an offset, in their own examples too.
ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?$/);

const validators = new Map<string, ValidateFunction>();

function validatorOf(assertions: JsonObject): ValidateFunction {
  const key = JSON.stringify(assertions);
  const validate = validators.get(key) ?? ajv.compile(assertions);
  validators.set(key, validate);
  return validate;
}

/** How values are compared with one description's schemas. */
export interface SchemaContext {
  /** Finds the target of a `$ref`; undefined when the document has none. */
  readonly resolve: (reference: string) => unknown;
  /** True when every scalar arrived as text (query, path, form): `"5"` then counts as 5 where a number is wanted. */
  readonly text: boolean;
  /** True for what the vendor sends: read-only and deprecated fields are right there, write-only ones are not expected. */
  readonly response?: boolean;
}

/** The result of one schema for one value, before unknown properties are checked. */
interface Outcome {
  readonly deviations: readonly Deviation[];
  /** Names of the value's properties that the schema covers. */
  readonly covered: ReadonlySet<string>;
  /** Names the schema declares, for suggestions. */
  readonly declared: ReadonlySet<string>;
  /** Whether the schema lists its properties, so that others are unknown. */
  readonly closed: boolean;
}

const outcomeOf = (deviations: readonly Deviation[]): Outcome => ({
  deviations,
  covered: new Set(),
  declared: new Set(),
  closed: false,
});

// Deeper nesting of references within one place means that they form a circle.
const maxReferenceChain = 64;

/**
 * Compares a value with a vendor's schema. Ajv checks each place; what it cannot do is combine them as vendors mean it: properties the schema
 * does not declare are deviations also where it lacks `additionalProperties: false`, unless it allows others or declares none; the members
 * of allOf count together, as do the matching members of anyOf, while oneOf counts the closest member alone, and accepts a value that meets
 * several, because vendors' members overlap.
 */
export function checkValue(schema: unknown, value: unknown, where: string, context: SchemaContext): Deviation[] {
  const outcome = apply(schema, value, where, context, 0);
  return [...outcome.deviations, ...unknownProperties(outcome, value, where)];
}

/** How far a value is from a schema: 0 when it fits, large when even its type is wrong. Deprecation does not count. */
export function distanceOf(deviations: readonly Deviation[], where: string): number {
  return deviations.reduce((distance, deviation) => {
    if (deviation.kind === 'deprecated') return distance;
    return distance + (deviation.kind === 'wrong_type' && deviation.where === where ? 1000 : 1);
  }, 0);
}

/**
 * How far a response is from a schema. What it has says more about what it is meant to be than what it leaves out, and a field of its own
 * more than one far below, however many elements of a list repeat it.
 */
function responseDistance(deviations: readonly Deviation[], where: string): number {
  const places = new Map(deviations.map((deviation) => [`${deviation.kind} ${deviation.where}`, deviation]));
  return [...places.values()].reduce((distance, deviation) => {
    const depth = deviation.where.slice(where.length).split('/').length - 1;
    const weight = deviation.kind === 'missing_field' ? 0.01 : distanceOf([deviation], where);
    return distance + weight * 0.1 ** Math.max(0, depth - 1);
  }, 0);
}

function unknownProperties({ closed, covered, declared }: Outcome, value: unknown, where: string): Deviation[] {
  if (!closed || !isJsonObject(value)) return [];
  const unknown = Object.keys(value).filter((name) => !covered.has(name));
  return unknown.map((name) => ({
    kind: 'unknown_field',
    where: pointerTo(where, name),
    message: `field "${name}" is not described`,
    ...nearestProperty(name, declared),
  }));
}

function apply(schema: unknown, value: unknown, where: string, context: SchemaContext, depth: number): Outcome {
  const reference = referenceOf(schema);
  if (reference !== undefined) {
    if (depth > maxReferenceChain) return outcomeOf([]);
    return apply(context.resolve(reference), value, where, context, depth + 1);
  }
  const node = readSchema(schema);
  if (isMasked(value) || (value === null && node.nullable)) return outcomeOf([]);
  const own: Outcome[] = [
    outcomeOf(assertionDeviations(node.assertions, value, where, context)),
    ...(isJsonObject(value) ? [applyToObject(node, value, where, context)] : []),
    ...(Array.isArray(value) ? [outcomeOf(elementDeviations(node, value, where, context))] : []),
    ...node.allOf.map((each) => apply(each, value, where, context, depth + 1)),
  ];
  if (node.not !== undefined && distanceOf(apply(node.not, value, where, context, depth + 1).deviations, where) === 0) {
    own.push(outcomeOf([{ kind: 'wrong_value', where, message: 'this value is excluded' }]));
  }
  for (const [members, unite] of [[node.anyOf, true] as const, [node.oneOf, false] as const]) {
    if (members.length === 0) continue;
    const outcomes = members.map((each) => apply(each, value, where, context, depth + 1));
    own.push(chooseMember(outcomes, merge(own), value, where, unite, context));
  }
  return merge(own);
}

function applyToObject(node: SchemaNode, value: JsonObject, where: string, context: SchemaContext): Outcome {
  const deviations: Deviation[] = [];
  const covered = new Set<string>();
  const absentFlag = context.response === true ? 'writeOnly' : 'readOnly';
  for (const name of node.required) {
    if (Object.hasOwn(value, name) || hasFlag(node.properties.get(name), absentFlag, context)) continue;
    const message = `required field "${name}" is missing`;
    deviations.push({ kind: 'missing_field', where: pointerTo(where, name), message });
  }
  for (const [name, property] of Object.entries(value)) {
    const place = pointerTo(where, name);
    const schemas = [
      ...(node.properties.has(name) ? [node.properties.get(name)] : []),
      ...node.patternProperties.filter(([pattern]) => pattern.test(name)).map(([, schema]) => schema),
    ];
    if (schemas.length === 0 && node.additionalProperties !== undefined && node.additionalProperties !== false) {
      schemas.push(node.additionalProperties);
    }
    for (const schema of schemas) {
      covered.add(name);
      deviations.push(...flagDeviations(schema, name, place, context), ...checkValue(schema, property, place, context));
    }
  }
  const closed = node.properties.size > 0 || node.additionalProperties !== undefined;
  return { deviations, covered, declared: new Set(node.properties.keys()), closed };
}

function elementDeviations(node: SchemaNode, value: readonly unknown[], where: string, context: SchemaContext) {
  return value.flatMap((item, index) => {
    const schema = node.prefixItems[index] ?? node.items;
    return schema === undefined ? [] : checkValue(schema, item, `${where}/*`, context);
  });
}

function flagDeviations(schema: unknown, name: string, where: string, context: SchemaContext): Deviation[] {
  if (context.response === true) return [];
  if (hasFlag(schema, 'readOnly', context)) {
    return [{ kind: 'read_only', where, message: `field "${name}" is read-only and may not be sent` }];
  }
  const isDeprecated = hasFlag(schema, 'deprecated', context);
  return isDeprecated ? [{ kind: 'deprecated', where, message: `field "${name}" is deprecated` }] : [];
}

type Flag = 'readOnly' | 'writeOnly' | 'deprecated';

function hasFlag(schema: unknown, flag: Flag, context: SchemaContext, depth = 0): boolean {
  if (depth > 8) return false;
  const reference = referenceOf(schema);
  if (reference !== undefined) return hasFlag(context.resolve(reference), flag, context, depth + 1);
  const node = readSchema(schema);
  return node[flag] || node.allOf.some((each) => hasFlag(each, flag, context, depth + 1));
}

function chooseMember(
  outcomes: readonly Outcome[],
  others: Outcome,
  value: unknown,
  where: string,
  unite: boolean,
  { response }: SchemaContext,
): Outcome {
  const matching = outcomes.filter((outcome) => distanceOf(outcome.deviations, where) === 0);
  const unknown = (outcome: Outcome) => unknownProperties(merge([others, outcome]), value, where).length;
  if (unite && matching.length > 0 && (response !== true || unknown(merge(matching)) === 0)) return merge(matching);
  const own = response === true ? responseDistance : distanceOf;
  const distance = (outcome: Outcome) => own(outcome.deviations, where) + unknown(outcome);
  const [closest = outcomeOf([])] = outcomes.toSorted((left, right) => distance(left) - distance(right));
  const isTypeHere = (each: Deviation) => each.kind === 'wrong_type' && each.where === where;
  const typeHere = closest.deviations.find(isTypeHere);
  if (typeHere === undefined) return closest;
  const messages = outcomes.flatMap(({ deviations }) => deviations.filter(isTypeHere).map(({ message }) => message));
  return { ...closest, deviations: [{ ...typeHere, message: [...new Set(messages)].join(', or ') }] };
}

function merge(outcomes: readonly Outcome[]): Outcome {
  return {
    deviations: outcomes.flatMap((outcome) => outcome.deviations),
    covered: new Set(outcomes.flatMap((outcome) => [...outcome.covered])),
    declared: new Set(outcomes.flatMap((outcome) => [...outcome.declared])),
    closed: outcomes.some((outcome) => outcome.closed),
  };
}

function assertionDeviations(
  assertions: JsonObject,
  value: unknown,
  where: string,
  { text }: SchemaContext,
): Deviation[] {
  const readings = text && typeof value === 'string' ? textReadings(value) : [value];
  const found = readings.map((reading) => deviationsOfReading(assertions, reading, where));
  const [best = []] = found.toSorted((left, right) => distanceOf(left, where) - distanceOf(right, where));
  return best;
}

function deviationsOfReading(assertions: JsonObject, value: unknown, where: string): Deviation[] {
  const validate = validatorOf(assertions);
  const errors = validate(value) ? [] : (validate.errors ?? []);
  const wrongType = errors.find((error) => error.keyword === 'type');
  // Bounds and enums of another type say nothing once the type is wrong.
  return (wrongType === undefined ? errors : [wrongType]).map(({ keyword, message = keyword }) => {
    const rejected = { actual: value, expected: assertions, keyword };
    if (keyword === 'enum') {
      const allowed = arrayOrEmpty(assertions.enum).map(valueText);
      const listed = allowed.length > 10 ? `${allowed.slice(0, 10).join(', ')}, …` : allowed.join(', ');
      const text = `${shorten(value)} is not one of ${listed}`;
      return { kind: 'wrong_value', where, message: text, ...nearestProperty(valueText(value), allowed), rejected };
    }
    const kind = keyword === 'type' ? 'wrong_type' : 'wrong_value';
    return { kind, where, message: `${shorten(value)} ${message}`, rejected };
  });
}

/** The values that text may represent: itself, a number, a boolean, and null if it is empty. */
function textReadings(text: string): unknown[] {
  if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return [text, Number(text)];
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  return text === '' ? [text, null] : [text];
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
