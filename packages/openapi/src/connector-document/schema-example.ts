import { RE2JS } from 're2js';
import { isObject, type JsonObject } from './json-object.ts';

const textByFormat: Readonly<Record<string, string>> = {
  date: '2026-01-15',
  'date-time': '2026-01-15T09:30:00Z',
  time: '09:30:00Z',
  'iso-8601': '2026-01-15T09:30:00Z',
  'unix-decimal': '1768469400.000200',
  'unix-100-nanoseconds': '17684694000000000',
  'rfc-2822': 'Thu, 15 Jan 2026 09:30:00 +0000',
  decimal: '12.50',
  email: 'ada@example.com',
  uri: 'https://example.com',
  uuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
};

// Candidates for a string with a pattern or a length, the most meaningful first.
const otherTexts = ['1', 'a', 'A1', ...Object.values(textByFormat)];

/**
 * A value that a schema accepts, derived only from the schema: its own example, default or first value, else one by type, format
 * and bounds; a string without any of them is its `name`. Undefined if no candidate fits the pattern and length.
 */
export function schemaExample(schema: JsonObject, name: string): unknown {
  const [said] = [
    ...(Array.isArray(schema.examples) ? schema.examples : []),
    ...[schema.default, schema.const].filter((value) => value !== undefined),
    ...(Array.isArray(schema.enum) ? schema.enum : []),
    ...(Array.isArray(schema['x-extensible-enum']) ? schema['x-extensible-enum'] : []),
  ];
  if (said !== undefined) return said;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) {
    const chosen = alternatives.find((one) => one.type !== 'null');
    return isObject(chosen) ? schemaExample(chosen, name) : null;
  }
  const [type] = [schema.type].flat().filter((one) => one !== 'null');
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return numberExample(schema);
  if (type === 'array') return arrayExample(schema, name);
  if (type === 'object') return objectExample(schema);
  return textExample(schema, name);
}

function numberExample({ minimum, exclusiveMinimum, maximum }: JsonObject): number {
  const least = typeof minimum === 'number' ? minimum : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 1;
  return typeof maximum === 'number' ? Math.min(Math.max(least, 1), maximum) : Math.max(least, 1);
}

function arrayExample({ items, minItems }: JsonObject, name: string): readonly unknown[] {
  const one = isObject(items) ? schemaExample(items, name) : undefined;
  return Array.from({ length: one === undefined ? 0 : Math.max(1, Number(minItems ?? 1)) }, () => one);
}

function objectExample({ properties, required }: JsonObject): JsonObject {
  const names = Array.isArray(required) ? (required as readonly string[]) : [];
  const members = isObject(properties) ? properties : {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = isObject(members[name]) ? schemaExample(members[name], name) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function textExample({ format, pattern, minLength, maxLength }: JsonObject, name: string): string | undefined {
  if (typeof format === 'string' && format in textByFormat) return textByFormat[format];
  const matches = typeof pattern === 'string' ? matcherOf(pattern) : () => true;
  const fits = (text: string) =>
    matches(text) &&
    text.length >= Number(minLength ?? 0) &&
    text.length <= Number(maxLength ?? Number.POSITIVE_INFINITY);
  return [name, name.repeat(Number(minLength ?? 1)), ...otherTexts].find(fits);
}

const maxPattern = 1_000;

// A pattern may be that of a plugin, and take forever in the engine of this process: this one takes linear time.
function matcherOf(pattern: string): (text: string) => boolean {
  if (pattern.length > maxPattern) return () => false;
  try {
    const expression = RE2JS.compile(pattern);
    return (text) => expression.matcher(text).find();
  } catch {
    return () => false;
  }
}
