import {
  allowsType,
  fieldName,
  isObject,
  type JsonObject,
  jsonTypeOf,
  type RecordSchema,
  schemaOfOthers,
} from './record-schema.ts';

/**
 * Replaces every string and number by a placeholder of the same type and form, and every name that is data by `key_1`, `key_2` …. Names that
 * the schema declares, and values that it lists, stay.
 */
export function redacted(value: unknown, schema?: RecordSchema): unknown {
  const own = alternativeFor(schema, value);
  if (typeof value === 'string') return own?.['x-extensible-enum']?.includes(value) ? value : textPlaceholder(value);
  if (typeof value === 'bigint') return BigInt(ones(String(value)));
  if (typeof value === 'number') return Number(ones(String(value)));
  if (Array.isArray(value)) return value.map((item) => redacted(item, own?.items));
  return isObject(value) ? redactedMembers(value, own) : value;
}

function redactedMembers(value: JsonObject, schema: RecordSchema | undefined): JsonObject {
  const { properties } = schema ?? {};
  const others = schema === undefined ? undefined : schemaOfOthers(schema);
  // The names of a map, and those of an object of which nothing is declared, are up to the vendor's customer.
  const isMap = others !== undefined || (schema !== undefined && properties === undefined);
  let renamed = 0;
  const members = Object.entries(value).map(([name, member]) => {
    if (properties !== undefined && Object.hasOwn(properties, name)) return [name, redacted(member, properties[name])];
    const isData = isMap || fieldName(name) === '*';
    return [isData ? `key_${++renamed}` : name, redacted(member, others)];
  });
  return Object.fromEntries(members);
}

function alternativeFor(schema: RecordSchema | undefined, value: unknown): RecordSchema | undefined {
  if (schema?.anyOf === undefined) return schema;
  const fitting = schema.anyOf.filter((one) => allowsType(one, jsonTypeOf(value)));
  const namesOf = (one: RecordSchema) => Object.keys(one.properties ?? {});
  const sharedWith = (one: RecordSchema) => (isObject(value) ? namesOf(one).filter((name) => name in value).length : 0);
  return alternativeFor(fitting.sort((one, other) => sharedWith(other) - sharedWith(one))[0], value);
}

const isoTime = /^\d{4}-\d\d-\d\d(?:([T ])\d\d:\d\d(:\d\d)?([.,]\d+)?\s?(Z|[+-]\d\d:?\d\d|UTC)?)?$/;
const internetTime = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(?::\d\d)? (?:[+-]\d{4}|[A-Z]{3})$/;

function textPlaceholder(text: string): string {
  if (text === '') return text;
  const iso = isoTime.exec(text);
  if (iso !== null) return timePlaceholder(iso);
  if (internetTime.test(text)) return 'Thu, 15 Jan 2026 09:30:00 +0000';
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return 'https://example.com/';
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return 'user@example.com';
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return '11111111-1111-4111-8111-111111111111';
  return /^[+(-]?\d[\d .()/:,-]*$/.test(text) ? ones(text) : `text-${text.length}`;
}

function timePlaceholder([, separator, seconds = '', fraction = '', zone = '']: readonly (
  | string
  | undefined
)[]): string {
  if (separator === undefined) return '2026-01-15';
  const end = zone.replaceAll(/\d/g, '0');
  return `2026-01-15${separator}09:30${seconds && ':00'}${fraction.replaceAll(/\d/g, '0')}${end}`;
}

const ones = (text: string) => text.replaceAll(/\d/g, '1');
