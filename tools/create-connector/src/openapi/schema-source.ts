import { indented, memberName, quoted } from '../source-text.ts';
import { arrayOf, type JsonObject, type OpenApiSource, objectOf } from './open-api-source.ts';

/** An object schema with what `allOf` and references add to it. */
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

/** The types a schema allows beside null, and whether it allows null. */
export function typesOf(schema: JsonObject): { readonly types: readonly string[]; readonly isNullable: boolean } {
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  const named = types.filter((type) => type !== 'null');
  const inferred =
    named.length > 0 ? named : schema.properties !== undefined || schema.allOf !== undefined ? ['object'] : [];
  return { types: inferred, isNullable: schema.nullable === true || types.includes('null') };
}

// A schema that is one of a thing and null is that thing.
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

/** What zod source is for: a record that is read, whose members may be missing, or parameters, which are described and bounded. */
export type Purpose = 'record' | 'params';

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
  if (types.length !== 1) return 'z.unknown()';
  switch (types[0]) {
    case 'string':
      return purpose === 'params' ? `z.string()${bounds(own, 'minLength', 'maxLength')}` : 'z.string()';
    case 'integer':
      return purpose === 'params' ? `z.int()${bounds(own, 'minimum', 'maximum')}` : 'z.int()';
    case 'number':
      return purpose === 'params' ? `z.number()${bounds(own, 'minimum', 'maximum')}` : 'z.number()';
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

/** zod source of an object with its members. */
export function objectSource(source: OpenApiSource, flat: FlatSchema, purpose: Purpose, depth = 0): string {
  const members = Object.entries(flat.properties)
    .slice(0, mostMembers)
    .map(
      ([name, schema]) =>
        `${memberName(name)}: ${memberSource(source, name, schema, flat.required.has(name), purpose, depth)},`,
    );
  // The parameters of an action are made strict by the SDK; what lies within them is not.
  const kind = purpose === 'params' && depth > 0 ? 'z.strictObject' : 'z.object';
  return members.length === 0 ? `${kind}({})` : `${kind}({\n  ${indented(members.join('\n'), 2)}\n})`;
}

/** zod source of one member, with all that is said about it. */
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
  if (type === 'z.unknown()' && purpose === 'record') return type;
  if (purpose === 'record') return isRequired && !isNullable ? type : `${type}.nullish()`;
  const description = quoted(clause(own.description ?? objectOf(schema).description, name));
  const nullable = isNullable ? '.nullable()' : '';
  return `${type}${nullable}${isRequired ? '' : '.optional()'}.describe(${description})`;
}

function bounds(schema: JsonObject, least: string, most: string): string {
  const minimum = schema[least];
  const maximum = schema[most];
  const isUsable = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);
  return `${isUsable(minimum) && (least === 'minimum' || minimum > 0) ? `.min(${minimum})` : ''}${isUsable(maximum) ? `.max(${maximum})` : ''}`;
}

/** The first sentence of a description as a clause of at most 120 characters, or the name in words. */
export function clause(description: unknown, name: string): string {
  const text = typeof description === 'string' ? description : '';
  const plain = text
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/[`*_]{1,2}([^`*_]+)[`*_]{1,2}/g, '$1')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  const first =
    plain
      .replaceAll(/\s+/g, ' ')
      .trim()
      .split(/(?<=[^.])[.!?](?:\s|$)/)[0] ?? '';
  const chosen = first === '' ? inWords(name) : first;
  return chosen.length > 120
    ? `${chosen.slice(0, chosen.lastIndexOf(' ', 117) > 40 ? chosen.lastIndexOf(' ', 117) : 117)} …`
    : chosen || name;
}

// What has spaces was written by a person.
function inWords(name: string): string {
  if (name.includes(' ')) return name;
  const words = name
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
