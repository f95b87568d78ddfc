import type { RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import type { SchemaData } from './connector-data.ts';

const deepest = 100;

/**
 * Creates a zod schema from the output of `describeSchema`. Expressions of a plugin are only shown, because a match may never end here:
 * its interpreter applies them. Throws a `TypeError` for invalid data.
 */
export function reviveSchema(data: SchemaData, depth = 0): z.ZodType {
  if (typeof data !== 'object' || data === null || depth > deepest) throw new TypeError('a schema is malformed');
  const schema = bare(data, (inner) => reviveSchema(inner, depth + 1));
  const about = { ...shownPattern(data), ...(isPlain(data.about) ? data.about : {}) };
  return Object.keys(about).length === 0 ? schema : schema.meta(about);
}

/** The same for a schema that must be an object. */
export function reviveObject(data: SchemaData): z.ZodObject {
  const schema = reviveSchema(data);
  if (schema instanceof z.ZodObject) return schema;
  throw new TypeError('a schema is not an object');
}

type Revive = (data: SchemaData) => z.ZodType;

function bare(data: SchemaData, revive: Revive): z.ZodType {
  switch (data.kind) {
    case 'string':
      return textSchema(data);
    case 'number':
      return numberSchema(data);
    case 'boolean':
      return data.coerce === true ? z.coerce.boolean() : z.boolean();
    case 'null':
      return z.null();
    case 'unknown':
    case 'any':
      return z.unknown();
    case 'never':
      return z.never();
    case 'enum':
      return z.enum(data.entries);
    case 'literal':
      return z.literal(data.values);
    case 'array':
      return withLengths(z.array(revive(data.element)), data.checks);
    case 'object':
      return objectSchema(data, revive);
    case 'record':
      return z.record(revive(data.key) as z.ZodString, revive(data.value));
    case 'tuple':
      return data.rest === null ? z.tuple(data.items.map(revive)) : z.tuple(data.items.map(revive), revive(data.rest));
    case 'union':
      return unionSchema(data, revive);
    case 'intersection':
      return z.intersection(revive(data.left), revive(data.right));
    default:
      return wrapperSchema(data, revive);
  }
}

function wrapperSchema(data: SchemaData, revive: Revive): z.ZodType {
  const inner = revive(data.inner);
  switch (data.kind) {
    case 'optional':
      return inner.optional();
    case 'nullable':
      return inner.nullable();
    case 'nonoptional':
      return z.nonoptional(inner);
    case 'readonly':
      return inner.readonly();
    case 'default':
      return inner.default(data.value);
    case 'prefault':
      return inner.prefault(data.value);
    default:
      throw new TypeError('a schema is of an unknown kind');
  }
}

function objectSchema({ shape, rest }: SchemaData, revive: Revive): z.ZodType {
  const members = Object.fromEntries(
    Object.entries(shape as RawValue).map(([name, data]) => [name, revive(data as SchemaData)]),
  );
  if (rest === 'dropped') return z.object(members);
  return z.object(members).catchall(revive(rest));
}

function unionSchema({ options, discriminator }: SchemaData, revive: Revive): z.ZodType {
  const revived = options.map(revive);
  return typeof discriminator === 'string' ? z.discriminatedUnion(discriminator, revived) : z.union(revived);
}

const formats: Readonly<Record<string, (options: RawValue) => z.ZodString | z.ZodType>> = {
  email: () => z.email(),
  url: () => z.url(),
  uuid: () => z.guid(),
  guid: () => z.guid(),
  date: () => z.iso.date(),
  time: () => z.iso.time(),
  datetime: ({ offset, local }) => z.iso.datetime({ offset: offset === true, local: local === true }),
  duration: () => z.iso.duration(),
  ipv4: () => z.ipv4(),
  ipv6: () => z.ipv6(),
  base64: () => z.base64(),
  base64url: () => z.base64url(),
};

function textSchema({ coerce, format, checks }: SchemaData): z.ZodType {
  const made = isPlain(format) ? formats[String(format.name)]?.(format) : undefined;
  const plain = made ?? (coerce === true ? z.coerce.string() : z.string());
  return withLengths(plain as z.ZodString, checks);
}

// The document of the connector shows the expression; a schema can only have one.
function shownPattern({ kind, format, checks }: SchemaData): { readonly pattern?: string } {
  if (kind !== 'string' || (isPlain(format) && Object.hasOwn(formats, String(format.name)))) return {};
  const [first] = patternsOf(format, checks);
  return first === undefined ? {} : { pattern: first.pattern };
}

function patternsOf(format: RawValue, checks: RawValue): RawValue[] {
  return [format, ...(checks ?? [])].filter(
    (rule) => isPlain(rule) && typeof rule.pattern === 'string' && typeof rule.flags === 'string',
  );
}

function numberSchema({ coerce, format, checks }: SchemaData): z.ZodType {
  const made =
    isPlain(format) && format.name === 'safeint' ? z.int() : coerce === true ? z.coerce.number() : z.number();
  return (checks ?? []).reduce((schema: z.ZodNumber, { name, bound, inclusive, format: kind }: RawValue) => {
    if (name === 'number_format') return kind === 'safeint' ? schema.int() : schema;
    const limit = requireNumber(bound);
    if (name === 'multiple_of') return schema.multipleOf(limit);
    if (name === 'greater_than') return inclusive === true ? schema.min(limit) : schema.gt(limit);
    return inclusive === true ? schema.max(limit) : schema.lt(limit);
  }, made as z.ZodNumber);
}

function withLengths<Schema extends z.ZodString | z.ZodArray>(schema: Schema, checks: RawValue): Schema {
  return (checks ?? []).reduce((bounded: RawValue, { name, bound }: RawValue) => {
    if (name === 'min_length') return bounded.min(requireNumber(bound));
    if (name === 'max_length') return bounded.max(requireNumber(bound));
    return name === 'length_equals' ? bounded.length(requireNumber(bound)) : bounded;
  }, schema);
}

function requireNumber(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TypeError('a bound of a schema is not a number');
}

const isPlain = (value: unknown): value is Readonly<Record<string, RawValue>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
