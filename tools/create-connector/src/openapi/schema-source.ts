import { indented, memberName, quoted } from '../source-text.ts';
import { clause, isSaid } from './clause.ts';
import { arrayOf, type JsonObject, type OpenApiSource, objectOf } from './open-api-source.ts';

/** An object schema merged with its `allOf` and references. */
export interface FlatSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: ReadonlySet<string>;
}

const deepest = 3;
const mostMembers = 120;
const mostEnumValues = 60;

/** Flattens an object schema. */
export function flatSchema(source: OpenApiSource, schema: unknown, depth = 0): FlatSchema {
  const resolved = source.resolve(schema);
  const parts = depth > 10 ? [] : arrayOf(resolved.allOf).map((part) => flatSchema(source, part, depth + 1));
  const properties = Object.assign({}, ...parts.map((part) => part.properties), objectOf(resolved.properties));
  const required = new Set([
    ...parts.flatMap((part) => [...part.required]),
    ...arrayOf(resolved.required).filter((name) => typeof name === 'string'),
  ]);
  return { properties, required };
}

/** Returns the types a schema allows other than null, and whether it allows null. */
export function typesOf(schema: JsonObject): { readonly types: readonly string[]; readonly isNullable: boolean } {
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  const named = types.filter((type) => type !== 'null');
  const inferred =
    named.length > 0 ? named : schema.properties !== undefined || schema.allOf !== undefined ? ['object'] : [];
  return { types: inferred, isNullable: schema.nullable === true || types.includes('null') };
}

// A schema with null as its only alternative is a nullable schema.
function unwrapped(
  source: OpenApiSource,
  schema: unknown,
): { readonly schema: JsonObject; readonly isNullable: boolean } {
  const resolved = source.resolve(schema);
  const alternatives = arrayOf(resolved.anyOf ?? resolved.oneOf).map((one) => source.resolve(one));
  const others = alternatives.filter(({ type }) => type !== 'null');
  const [only] = others;
  if (only !== undefined && others.length === 1) {
    return { schema: only, isNullable: alternatives.length > 1 || typesOf(only).isNullable };
  }
  return { schema: resolved, isNullable: typesOf(resolved).isNullable || alternatives.length > others.length };
}

/**
 * The purpose of zod source: a record that is read, whose fields may be missing, or parameters, which are described and bounded. Only
 * parameters that are always sent have their defaults: in an update, a default would change a field that the caller omitted.
 */
export type Purpose = 'record' | 'params' | 'params with defaults';

/** zod source of a schema, without `.optional()` and the like. */
function zodSource(source: OpenApiSource, schema: unknown, purpose: Purpose, depth = 0): string {
  const { schema: own } = unwrapped(source, schema);
  const values = arrayOf(own.enum).filter((value) => value !== null);
  if (values.length > 0 && values.length <= mostEnumValues) {
    if (values.every((value) => typeof value === 'string'))
      return `z.enum([${[...new Set(values)].map(quoted).join(', ')}])`;
    if (values.every((value) => typeof value === 'number' || typeof value === 'boolean')) {
      return `z.literal([${[...new Set(values)].join(', ')}])`;
    }
  }
  const { types } = typesOf(own);
  if (types.length !== 1) {
    const shapes = arrayOf(own.anyOf ?? own.oneOf).map((one) => source.resolve(one));
    if (!areObjects(shapes)) return 'z.unknown()';
    if (purpose === 'record' || depth >= deepest) return 'z.record(z.string(), z.unknown())';
    return `z.union([${shapes.map((shape) => objectSource(source, flatSchema(source, shape), purpose, depth + 1)).join(', ')}])`;
  }
  switch (types[0]) {
    case 'string':
      return purpose === 'record' ? textSource(own) : `z.string()${bounds(own, 'minLength', 'maxLength')}`;
    case 'integer':
      return purpose === 'record' ? 'z.int()' : `z.int()${bounds(own, 'minimum', 'maximum')}`;
    case 'number':
      return purpose === 'record' ? 'z.number()' : `z.number()${bounds(own, 'minimum', 'maximum')}`;
    case 'boolean':
      return 'z.boolean()';
    case 'array':
      return `z.array(${depth >= deepest ? 'z.unknown()' : zodSource(source, own.items, purpose, depth + 1)})`;
    default: {
      const flat = flatSchema(source, own);
      const isOpen = Object.keys(flat.properties).length === 0 || depth >= deepest;
      return isOpen ? 'z.record(z.string(), z.unknown())' : objectSource(source, flat, purpose, depth + 1);
    }
  }
}

// Whether all alternatives are objects.
const areObjects = (shapes: readonly JsonObject[]) =>
  shapes.length > 0 && shapes.every((shape) => typesOf(shape).types.join() === 'object');

// A format is as informative as a description, and is shown in the documentation.
function textSource({ format }: JsonObject): string {
  if (format === 'date-time') return 'z.iso.datetime({ offset: true })';
  return format === 'date' ? 'z.iso.date()' : 'z.string()';
}

/** zod source of an object with its fields. */
export function objectSource(source: OpenApiSource, flat: FlatSchema, purpose: Purpose, depth = 0): string {
  const members = Object.entries(flat.properties)
    .slice(0, mostMembers)
    .map(
      ([name, schema]) =>
        `${memberName(name)}: ${memberSource(source, name, schema, flat.required.has(name), purpose, depth)},`,
    );
  // The SDK makes the parameters of an action strict, but not nested objects.
  const kind = purpose !== 'record' && depth > 0 ? 'z.strictObject' : 'z.object';
  return members.length === 0 ? `${kind}({})` : `${kind}({\n  ${indented(members.join('\n'), 2)}\n})`;
}

/** zod source of one field, with its description and modifiers. */
export function memberSource(
  source: OpenApiSource,
  name: string,
  schema: unknown,
  isRequired: boolean,
  purpose: Purpose,
  depth = 0,
): string {
  const { schema: own, isNullable } = unwrapped(source, schema);
  const type = zodSource(source, schema, purpose, depth);
  const described = source.resolve(schema).description ?? own.description;
  if (purpose === 'record') {
    const mayLack = type === 'z.unknown()' || (isRequired && !isNullable) ? type : `${type}.nullish()`;
    const isUnsaid = depth === 0 && lacksWords(source, name, schema);
    return isSaid(described) || isUnsaid ? `${mayLack}.describe(${quoted(clause(described, name))})` : mayLack;
  }
  const nullable = isNullable ? '.nullable()' : '';
  const standard = purpose === 'params with defaults' && !isRequired ? defaultSource(own) : undefined;
  const absence = isRequired ? '' : standard === undefined ? '.optional()' : `.default(${standard})`;
  return `${type}${nullable}${absence}.describe(${quoted(clause(described, name))})`;
}

// A default that its own schema rejects is a mistake in the description.
function defaultSource(schema: JsonObject): string | undefined {
  const value = schema.default;
  const { types } = typesOf(schema);
  const values = arrayOf(schema.enum);
  if (values.length > 0 && !values.includes(value)) return undefined;
  switch (types.length === 1 ? types[0] : undefined) {
    case 'string':
      return typeof value === 'string' && isWithin(value.length, schema.minLength, schema.maxLength)
        ? quoted(value)
        : undefined;
    case 'integer':
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && isWithin(value, schema.minimum, schema.maximum)
        ? String(value)
        : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? String(value) : undefined;
    default:
      return undefined;
  }
}

const isWithin = (value: number, least: unknown, most: unknown) =>
  (typeof least !== 'number' || value >= least) && (typeof most !== 'number' || value <= most);

function bounds(schema: JsonObject, least: string, most: string): string {
  const minimum = schema[least];
  const maximum = schema[most];
  const isUsable = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);
  return `${isUsable(minimum) && (least === 'minimum' || minimum > 0) ? `.min(${minimum})` : ''}${isUsable(maximum) ? `.max(${maximum})` : ''}`;
}

/** Returns the top-level fields of a record without a description whose name is not self-explanatory. */
export function unsaidFields(source: OpenApiSource, flat: FlatSchema): readonly string[] {
  return Object.entries(flat.properties)
    .slice(0, mostMembers)
    .flatMap(([name, schema]) => (lacksWords(source, name, schema) ? [name] : []));
}

// A format describes a string, and its fields an object.
function lacksWords(source: OpenApiSource, name: string, schema: unknown): boolean {
  const { schema: own } = unwrapped(source, schema);
  const element = own.items === undefined ? own : unwrapped(source, own.items).schema;
  const hasMembers = Object.keys(flatSchema(source, element).properties).length > 0;
  const isFormatted = own.format === 'date-time' || own.format === 'date';
  const isDescribed = isSaid(source.resolve(schema).description) || isSaid(own.description);
  return !isDescribed && !isFormatted && !hasMembers && !plainName.test(name);
}

const plainName = /(^|_|[a-z](?=[A-Z]))(id|name|title|description|email|url)$/i;
