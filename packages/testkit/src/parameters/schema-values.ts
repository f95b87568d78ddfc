import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import fc from 'fast-check';

/** A parsed JSON object. */
export type JsonObject = { readonly [name: string]: unknown };

/** True for a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value itself when it is a JSON object, else an empty one: for optional sections of a document. */
export function objectOrEmpty(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The value itself when it is an array, else an empty one: for optional sections of a document. */
export function arrayOrEmpty(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Writes one more token behind a JSON pointer (RFC 6901 escaping). */
export function pointerTo(parent: string, name: string): string {
  return `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Splits a JSON pointer into its unescaped tokens; the leading `#` of a URI fragment is optional. */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns a value as text: an object or array as JSON, because its own `toString` may be data and no function. */
export function valueText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
formatsPlugin.default(ajv);

const validators = new Map<string, ValidateFunction>();

/** Compiles a JSON Schema (draft 2020-12) into a predicate; unknown formats are ignored. */
export function createValidator(schema: unknown): (value: unknown) => boolean {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? ajv.compile(isJsonObject(schema) ? withoutIdentity(schema) : true);
  validators.set(key, validate);
  return (value) => validate(value) === true;
}

// ajv keeps schemas by their $id and refuses a second one of the same name.
function withoutIdentity(schema: { readonly [keyword: string]: unknown }): object {
  const { $id: _, ...rest } = schema;
  return rest;
}

/** A schema without `$ref`, `allOf`, `anyOf` and `oneOf` at its top and with at most one type. */
export type FlatSchema = JsonObject;

/** Alternatives multiply where unions meet inside allOf; no parameter of a real action needs more than these. */
export const maxAlternatives = 64;

/**
 * Writes a schema as the list of plain schemas it is the union of: references followed, `allOf` merged, one entry per
 * member of `anyOf`, `oneOf` and of a list of types. Null comes last, so that the first entry is a real value.
 */
export function alternativesOf(schema: unknown, root: unknown): FlatSchema[] {
  const flat = expand(schema, root, 0).flatMap(splitTypes);
  return flat
    .toSorted((left, right) => Number(left.type === 'null') - Number(right.type === 'null'))
    .slice(0, maxAlternatives);
}

function expand(schema: unknown, root: unknown, depth: number): FlatSchema[] {
  if (!isJsonObject(schema) || depth > 16) {
    return [{}];
  }
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  let alternatives: FlatSchema[] = [own];
  const combine = (members: readonly FlatSchema[]): void => {
    alternatives = alternatives.flatMap((one) => members.map((other) => merge(one, other))).slice(0, maxAlternatives);
  };
  if (typeof $ref === 'string') {
    combine(expand(target($ref, root), root, depth + 1));
  }
  for (const member of arrayOrEmpty(allOf)) {
    combine(expand(member, root, depth + 1));
  }
  for (const members of [arrayOrEmpty(anyOf), arrayOrEmpty(oneOf)]) {
    if (members.length > 0) {
      combine(members.flatMap((member) => expand(member, root, depth + 1)));
    }
  }
  return alternatives;
}

function target(reference: string, root: unknown): unknown {
  let place = root;
  for (const token of pointerTokens(reference)) {
    place = Array.isArray(place) ? place[Number(token)] : objectOrEmpty(place)[token];
  }
  return place;
}

const takeLarger = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
const takeSmaller = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);

function merge(left: FlatSchema, right: FlatSchema): FlatSchema {
  const merged: Record<string, unknown> = { ...left };
  for (const [keyword, value] of Object.entries(right)) {
    merged[keyword] = keyword in left ? mergeKeyword(keyword, left[keyword], value) : value;
  }
  return merged;
}

function mergeKeyword(keyword: string, left: unknown, right: unknown): unknown {
  if (typeof left === 'number' && typeof right === 'number') {
    if (takeLarger.has(keyword)) {
      return Math.max(left, right);
    }
    return takeSmaller.has(keyword) ? Math.min(left, right) : right;
  }
  if (keyword === 'required') {
    return [...new Set([...arrayOrEmpty(left), ...arrayOrEmpty(right)])];
  }
  if (keyword === 'enum') {
    const allowed = arrayOrEmpty(right).map((value) => JSON.stringify(value));
    return arrayOrEmpty(left).filter((value) => allowed.includes(JSON.stringify(value)));
  }
  if (keyword === 'type') {
    const shared = typesOf(left).filter((type) => typesOf(right).includes(type));
    return shared.length === 1 ? shared[0] : shared;
  }
  if (keyword === 'properties') {
    const both = { ...objectOrEmpty(left) };
    for (const [name, schema] of Object.entries(objectOrEmpty(right))) {
      both[name] = Object.hasOwn(both, name) ? { allOf: [both[name], schema] } : schema;
    }
    return both;
  }
  return right;
}

function typesOf(type: unknown): unknown[] {
  return Array.isArray(type) ? type : [type];
}

function splitTypes(schema: FlatSchema): FlatSchema[] {
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema];
}

interface Bounds {
  readonly least: number;
  readonly max: number;
  readonly step: number;
}

/** A number within the bounds of a schema, the wanted one if possible; undefined if there is none. */
export function numberFor(schema: JsonObject, wanted: number): number | undefined {
  const example = Array.isArray(schema.examples) ? schema.examples[0] : undefined;
  const { least, max: most, step } = boundsOf(schema);
  const start = typeof example === 'number' ? example : Math.min(Math.max(wanted, least), most);
  const aligned = Math.floor(start / step) * step;
  return [aligned, aligned + step, start].find((value) => isWithin(schema, value, { least, max: most, step }));
}

/** The smallest and the largest number a schema states, in its own words; none for bounds it does not have. */
export function boundaryNumbers(schema: JsonObject): number[] {
  const bounds = boundsOf(schema);
  return [bounds.least, bounds.max].filter((value) => Number.isFinite(value) && isWithin(schema, value, bounds));
}

function boundsOf(schema: JsonObject): Bounds {
  const isInteger = schema.type === 'integer';
  const multiple = typeof schema.multipleOf === 'number' && schema.multipleOf > 0 ? schema.multipleOf : undefined;
  const step = multiple ?? (isInteger ? 1 : 0.5);
  const lower = [numberOf(schema.minimum, Number.NEGATIVE_INFINITY)];
  const upper = [numberOf(schema.maximum, Number.POSITIVE_INFINITY)];
  if (typeof schema.exclusiveMinimum === 'number') {
    lower.push(schema.exclusiveMinimum + step);
  }
  if (typeof schema.exclusiveMaximum === 'number') {
    upper.push(schema.exclusiveMaximum - step);
  }
  return {
    least: Math.ceil(unlessSafeBound(Math.max(...lower)) / step) * step,
    max: Math.floor(unlessSafeBound(Math.min(...upper)) / step) * step,
    step,
  };
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

// zod writes the safe integers as bounds of every integer: no bound the author meant.
function unlessSafeBound(value: number): number {
  return Math.abs(value) === Number.MAX_SAFE_INTEGER ? value * Number.POSITIVE_INFINITY : value;
}

function isWithin(schema: JsonObject, value: number, { least, max: most, step }: Bounds): boolean {
  const isAligned =
    schema.multipleOf === undefined && schema.type !== 'integer' ? true : Number.isInteger(value / step);
  return value >= least && value <= most && isAligned;
}

const exampleOfFormat: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-01-15T09:30:00Z', '2026-01-15T09:30:00', '2026-01-15T09:30:00+00:00'],
  date: ['2026-01-15'],
  time: ['09:30:00Z', '09:30:00'],
  duration: ['P1D', 'PT1H'],
  email: ['ada@example.com'],
  'idn-email': ['ada@example.com'],
  uri: ['https://example.com/example'],
  url: ['https://example.com/example'],
  'uri-reference': ['/example'],
  'uri-template': ['/example/{name}'],
  hostname: ['example.com'],
  uuid: ['3f2b8c1e-5d4a-4e6f-8a7b-9c0d1e2f3a4b'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1'],
  byte: ['ZXhhbXBsZQ=='],
  base64: ['ZXhhbXBsZQ=='],
  'json-pointer': ['/example'],
  regex: ['^example$'],
};

const plainTexts = ['1', '100', '2026-01-15', '2026-01-15T09:30:00Z', 'example', 'EXAMPLE', 'example.com', 'a'];

/**
 * Plausible text for a string schema: one of its examples, text of its format, the wanted text fitted to the lengths, or text generated
 * from its pattern. The same schema produces the same text. Undefined if nothing fits.
 */
export function textFor(schema: JsonObject, wanted: string): string | undefined {
  const fits = createValidator({ ...schema, type: 'string' });
  const candidates = [
    ...arrayOrEmpty(schema.examples).filter((example) => typeof example === 'string'),
    ...(exampleOfFormat[String(schema.format)] ?? []),
    textOfLength(wanted, schema),
    ...plainTexts,
  ];
  return candidates.find(fits) ?? textOfPattern(schema, fits);
}

/** The wanted text cut or padded to the bounds of a string schema. */
function textOfLength(wanted: string, schema: JsonObject): string {
  const least = typeof schema.minLength === 'number' ? schema.minLength : 0;
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY;
  return wanted.padEnd(least, 'x').slice(0, most);
}

function textOfPattern(schema: JsonObject, fits: (value: unknown) => boolean): string | undefined {
  if (typeof schema.pattern !== 'string') {
    return undefined;
  }
  const fitting = textsOfPattern(schema.pattern).filter(fits);
  return fitting.find((text) => /^[\x21-\x7e]+$/.test(text)) ?? fitting[0];
}

const samples = new Map<string, readonly string[]>();

function textsOfPattern(pattern: string): readonly string[] {
  const known = samples.get(pattern) ?? sampled(pattern);
  samples.set(pattern, known);
  return known;
}

function sampled(pattern: string): readonly string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 200 });
  } catch {
    // Patterns with look-around or back-references cannot be turned into texts; the caller asks for an example then.
    return [];
  }
}
