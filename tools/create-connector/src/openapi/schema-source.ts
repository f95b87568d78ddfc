import { indented, memberName, quoted } from '../source-text.ts';
import { arrayOf, type JsonObject, type OpenApiSource, objectOf } from './open-api-source.ts';
import { clause, isGiven } from './words.ts';

/** The fields of an object schema. */
export interface FlatSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: ReadonlySet<string>;
}

const deepest = 3;
const maxMembers = 120;
const maxEnumValues = 60;

/** Flattens an object schema. */
export function flatSchema(source: OpenApiSource, schema: unknown): FlatSchema {
  const { properties, required } = source.resolve(schema);
  return {
    properties: objectOf(properties),
    required: new Set(arrayOf(required).filter((name) => typeof name === 'string')),
  };
}

/** Whether only the vendor sets a field. */
export const isReadOnly = (source: OpenApiSource, schema: unknown): boolean => source.resolve(schema).readOnly === true;

/** Returns the types a schema allows other than null, and whether it allows null. */
export function typesOf(schema: JsonObject): { readonly types: readonly string[]; readonly isNullable: boolean } {
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  const named = types.filter((type) => type !== 'null');
  const inferred = schema.properties !== undefined ? ['object'] : schema.items !== undefined ? ['array'] : [];
  return { types: named.length > 0 ? named : inferred, isNullable: schema.nullable === true || types.includes('null') };
}

/** The purpose of zod source: a record that is read, whose fields may be missing, or parameters, which are described and bounded. */
export type Purpose = 'record' | 'params';

/** zod source of a schema, without `.optional()` and the like. */
function zodSource(source: OpenApiSource, schema: unknown, purpose: Purpose, depth = 0): string {
  const own = source.resolve(schema);
  const values = arrayOf(own.enum).filter((value) => value !== null);
  if (values.length > 0 && values.length <= maxEnumValues) {
    if (values.every((value) => typeof value === 'string'))
      return `z.enum([${[...new Set(values)].map(quoted).join(', ')}])`;
    if (values.every((value) => typeof value === 'number' || typeof value === 'boolean')) {
      return `z.literal([${[...new Set(values)].join(', ')}])`;
    }
  }
  const { types } = typesOf(own);
  if (types.length !== 1) return 'z.unknown()';
  switch (types[0]) {
    case 'string':
      return textSource(own) ?? `z.string()${purpose === 'record' ? '' : bounds(own, 'minLength', 'maxLength')}`;
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

// A format is as informative as a description, and is shown in the documentation.
function textSource({ format }: JsonObject): string | undefined {
  if (format === 'date-time') return 'z.iso.datetime({ offset: true })';
  return format === 'date' ? 'z.iso.date()' : undefined;
}

/** zod source of an object with its fields. */
export function objectSource(source: OpenApiSource, flat: FlatSchema, purpose: Purpose, depth = 0): string {
  const all = Object.entries(flat.properties);
  const chosen =
    purpose === 'record'
      ? recordFields(source, flat)
      : all.filter(([, schema]) => source.resolve(schema).readOnly !== true);
  // Within parameters, an object with fields of the vendor only refers to a record: by its ID.
  const isReference = purpose === 'params' && depth > 0 && chosen.length === 0;
  const members = (isReference ? all.filter(([name]) => referring.test(name)) : chosen)
    .slice(0, maxMembers)
    .map(
      ([name, schema]) =>
        `${memberName(name)}: ${memberSource(source, name, schema, flat.required.has(name), purpose, depth)},`,
    );
  // The SDK makes the parameters of an action strict, but not nested objects.
  const kind = purpose !== 'record' && depth > 0 ? 'z.strictObject' : 'z.object';
  return members.length === 0 ? `${kind}({})` : `${kind}({\n  ${indented(members.join('\n'), 2)}\n})`;
}

const referring = /^(id|gid|uuid|guid|type)$|_id$/;

/** zod source of one field, with its description and modifiers. */
export function memberSource(
  source: OpenApiSource,
  name: string,
  schema: unknown,
  isRequired: boolean,
  purpose: Purpose,
  depth = 0,
): string {
  const own = source.resolve(schema);
  const { isNullable } = typesOf(own);
  const type = zodSource(source, schema, purpose, depth);
  const described = own.description;
  if (purpose === 'record') {
    const mayLack = type === 'z.unknown()' || (isRequired && !isNullable) ? type : `${type}.nullish()`;
    // Fields that belong to others need no description of their own.
    const isShown = isGiven(described) || (depth === 0 && lacksDescription(source, name, schema));
    return isShown ? `${mayLack}.describe(${quoted(clause(described, name))})` : mayLack;
  }
  const nullable = isNullable ? '.nullable()' : '';
  return `${type}${nullable}${isRequired ? '' : '.optional()'}.describe(${quoted(clause(described, name))})`;
}

function bounds(schema: JsonObject, least: string, max: string): string {
  const minimum = schema[least];
  const maximum = schema[max];
  const isUsable = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);
  return `${isUsable(minimum) && (least === 'minimum' || minimum > 0) ? `.min(${minimum})` : ''}${isUsable(maximum) ? `.max(${maximum})` : ''}`;
}

/** Returns the top-level fields of a record without a description whose name is not self-explanatory. */
export function undescribedFields(source: OpenApiSource, flat: FlatSchema): readonly string[] {
  return recordFields(source, flat).flatMap(([name, schema]) => (lacksDescription(source, name, schema) ? [name] : []));
}

/** Returns the top-level fields of a record that may hold text, themselves or below. */
export function textFields(source: OpenApiSource, flat: FlatSchema): readonly string[] {
  return recordFields(source, flat).flatMap(([name, schema]) =>
    valueSource.test(zodSource(source, schema, 'record')) ? [] : [name],
  );
}

const valueSource = /^(z\.array\()*z\.(int|number|boolean|enum|literal|iso)\b/;

// Names with white space cannot be marked as personal data or none. Fields that are not declared are passed on, as free text.
const recordFields = (source: OpenApiSource, { properties }: FlatSchema) =>
  Object.entries(properties)
    .filter(([name, schema]) => !/^$|\s/.test(name) && source.resolve(schema).writeOnly !== true)
    .slice(0, maxMembers);

// A format describes a string, and its fields an object.
function lacksDescription(source: OpenApiSource, name: string, schema: unknown): boolean {
  const own = source.resolve(schema);
  const element = own.items === undefined ? own : source.resolve(own.items);
  const hasMembers = Object.keys(flatSchema(source, element).properties).length > 0;
  const isFormatted = own.format === 'date-time' || own.format === 'date';
  return !isGiven(own.description) && !isFormatted && !hasMembers && !plainName.test(name);
}

const plainName = /(^|_|[a-z](?=[A-Z]))(id|name|title|description|email|url)$/i;
