import type { Action, CursorForm, SyncCursor } from '@connectory/connector-sdk';
import { identityText } from './record-key.ts';
import type { PageParams } from './sync-source.ts';

/** The declared formats of a cursor's values. */
export type CursorWriting = Pick<SyncCursor, 'reads' | 'writes' | 'lookBack'>;

// Clocks of vendors and of this machine differ, and a change may become visible a little after the time it carries.
const margin = 5n * 60_000_000_000n;

/**
 * The newest cursor value from which a later pass may start: the newer of two values, of which `seen` only counts if it is five minutes
 * older than the start of the pass (milliseconds since 1970). A change after that start may belong to a page that was read before it.
 */
export function safeCursorValue(
  cursor: CursorWriting,
  known: CursorValue | null,
  seen: unknown,
  passStart: number,
): CursorValue | null {
  const value = toCursorValue(seen);
  const instant = value === null ? null : instantOf(cursor, value);
  if (instant === null || instant > BigInt(Math.floor(passStart)) * 1_000_000n - margin) return known;
  const knownInstant = known === null ? null : instantOf(cursor, known);
  return knownInstant === null || instant > knownInstant ? value : known;
}

/**
 * Candidates for the parameter that requests records from a safe cursor value on, best first; none is later than the value, or than the end of
 * the look-back time. Unless the cursor declares the parameter's format: the field's format, Unix seconds, ISO 8601, or the day.
 */
export function startingValues(cursor: CursorWriting, safeCursor: CursorValue): readonly CursorValue[] {
  const form = formOf(cursor, safeCursor);
  const instant = form === null ? null : readInstant(form, safeCursor);
  if (form === null || instant === null) return [safeCursor];
  const { writes, lookBack } = cursor;
  const start = instant - lookedBack(lookBack);
  const asItIs = lookBack === undefined && (writes ?? form) === form ? [safeCursor] : [];
  if (writes !== undefined) return [...asItIs, ...writeInstant(writes, start)];
  const [seconds = '', digits = ''] = writeInstant('unix-seconds', start);
  const others = [seconds, ...writeInstant('iso-8601', start), ...writeInstant('date', start), digits];
  return [...asItIs, ...writeInstant(form, start).filter((value) => typeof value === typeof safeCursor), ...others];
}

function instantOf(cursor: CursorWriting, value: CursorValue): Instant | null {
  const form = formOf(cursor, value);
  return form === null ? null : readInstant(form, value);
}

const formOf = ({ reads }: CursorWriting, value: CursorValue): CursorForm | null => reads ?? recognizedForm(value);

function toCursorValue(seen: unknown): CursorValue | null {
  if (typeof seen === 'string') return seen;
  if (typeof seen === 'bigint') return String(seen);
  return typeof seen === 'number' && Number.isFinite(seen) && seen >= 0 ? seen : null;
}

function lookedBack(lookBack: CursorWriting['lookBack']): bigint {
  const hours = lookBack === undefined ? 0 : (lookBack.hours ?? (lookBack.days ?? 0) * 24);
  return BigInt(Math.ceil(hours * 3600)) * 1_000_000_000n;
}

/** A value of a cursor field or parameter, as JSON has it: text, or a number. */
export type CursorValue = string | number;

/** Nanoseconds since 1970, cut off and never rounded: an instant is not later than what was written. */
export type Instant = bigint;

const second = 1_000_000_000n;
const millisecond = 1_000_000n;

const isoText = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const rfcText = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:[+-]\d{4}|GMT|UTC?|Z)$/;
const decimalText = /^(\d{1,20})(?:\.(\d{1,20}))?$/;

// Unix seconds reach this in the year 5138; as milliseconds it is March 1973.
const leastMilliseconds = 100_000_000_000;

const recognizedTexts: readonly (readonly [RegExp, CursorForm])[] = [
  [/^\d{4}-\d{2}-\d{2}$/, 'date'],
  [isoText, 'iso-8601'],
  [/^\d{10}$/, 'unix-seconds'],
  [/^\d{13}$/, 'unix-milliseconds'],
  [/^\d{17}$/, 'unix-100-nanoseconds'],
  [/^\d{10}\.\d{1,9}$/, 'unix-decimal'],
];

/** The format of a value, inferred from the value; null if it cannot be. For digits, their number decides. */
export function recognizedForm(value: CursorValue): CursorForm | null {
  if (typeof value === 'number') return value < leastMilliseconds ? 'unix-seconds' : 'unix-milliseconds';
  return recognizedTexts.find(([text]) => text.test(value))?.[1] ?? null;
}

/** The time of a value; null if it is not in the format. Text without a time zone counts as UTC. */
export function readInstant(form: CursorForm, value: CursorValue): Instant | null {
  switch (form) {
    case 'iso-8601':
      return typeof value === 'string' ? readIso(value) : null;
    case 'date':
      return typeof value === 'string' && value.length === 10 ? readIso(value) : null;
    case 'unix-seconds':
    case 'unix-decimal':
      return readDecimal(value, second);
    case 'unix-milliseconds':
      return readDecimal(value, millisecond);
    case 'unix-100-nanoseconds':
      return readDecimal(value, 100n);
    case 'rfc-2822':
      return typeof value === 'string' && rfcText.test(value) ? ofMilliseconds(Date.parse(value)) : null;
  }
}

/** The ways to write an instant in a form, the usual one first. What the form has no place for is cut off. */
export function writeInstant(form: CursorForm, instant: Instant): readonly CursorValue[] {
  const iso = new Date(Number(floor(instant, millisecond))).toISOString();
  switch (form) {
    case 'iso-8601':
      return [iso, `${iso.slice(0, 19)}Z`];
    case 'date':
      return [iso.slice(0, 10)];
    case 'unix-seconds':
      return numberOrDigits(floor(instant, second));
    case 'unix-milliseconds':
      return numberOrDigits(floor(instant, millisecond));
    case 'unix-decimal': {
      const microseconds = floor(instant, 1000n);
      const seconds = floor(microseconds, 1_000_000n);
      return [`${seconds}.${String(microseconds - seconds * 1_000_000n).padStart(6, '0')}`];
    }
    case 'unix-100-nanoseconds':
      return numberOrDigits(floor(instant, 100n)).toReversed();
    case 'rfc-2822':
      return [new Date(iso).toUTCString().replace('GMT', '+0000')];
  }
}

function readIso(text: string): Instant | null {
  const match = isoText.exec(text);
  if (match === null) return null;
  const [, date, minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = match;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const instant = ofMilliseconds(Date.parse(`${date}T${minutes}:${seconds}${offset}`));
  return instant === null ? null : instant + fractionOf(fraction, second);
}

function readDecimal(value: CursorValue, unit: bigint): Instant | null {
  const match = decimalText.exec(String(value));
  return match === null ? null : BigInt(match[1] ?? '') * unit + fractionOf(match[2] ?? '', unit);
}

const fractionOf = (digits: string, unit: bigint): bigint =>
  (BigInt(digits || '0') * unit) / 10n ** BigInt(digits.length);

const ofMilliseconds = (time: number): Instant | null => (Number.isNaN(time) ? null : BigInt(time) * millisecond);

// A number that is not exact would be rounded, perhaps forward.
function numberOrDigits(units: bigint): readonly CursorValue[] {
  const number = Number(units);
  return Number.isSafeInteger(number) ? [number, String(units)] : [String(units)];
}

function floor(value: bigint, unit: bigint): bigint {
  return value / unit - (value % unit < 0n ? 1n : 0n);
}

type ParamsSchema = Action['params'];

/** Whether a schema accepts a value of one parameter; false for a parameter it does not have. */
function accepts(params: ParamsSchema, name: string, value: unknown): boolean {
  return Object.hasOwn(params.shape, name) && params.shape[name]?.safeParse(value).success === true;
}

/** Names of the parameters an action cannot do without. */
export function requiredParams(params: ParamsSchema): readonly string[] {
  return Object.keys(params.shape).filter((name) => !accepts(params, name, undefined));
}

/** A partition value in the type its parameter declares: copies and settings hold numbers as text, too. Undefined when none fits. */
export function fitPartitionValue(params: ParamsSchema, name: string, value: unknown): unknown {
  return [value, otherForm(value)].find((form) => form !== undefined && accepts(params, name, form));
}

// Digits that a number could not hold stay text.
function otherForm(value: unknown): string | number | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Whether an action has the parameter, whose name may be dotted for a member of a nested one. */
export function hasParam({ shape }: ParamsSchema, param: string): boolean {
  return Object.hasOwn(shape, param) || Object.hasOwn(shape, rootOf(param));
}

/**
 * The parameters that request records from a safe cursor value on, in a format that the action accepts; the unchanged value if there is none.
 */
export function cursorParams(
  schema: ParamsSchema,
  constants: PageParams,
  cursor: CursorWriting & { readonly param: string },
  safeCursor: CursorValue,
): PageParams {
  const { param } = cursor;
  const forms = startingValues(cursor, safeCursor).map((value) => withMember(schema, constants, param, value));
  const root = Object.hasOwn(schema.shape, param) ? param : rootOf(param);
  return forms.find((params) => accepts(schema, root, params[root])) ?? forms[0] ?? {};
}

function withMember(schema: ParamsSchema, constants: PageParams, param: string, value: CursorValue): PageParams {
  if (Object.hasOwn(schema.shape, param)) return { [param]: value };
  const [root = '', ...below] = param.split('.');
  const nested = (outer: unknown, path: readonly string[]): unknown => {
    const [member, ...rest] = path;
    if (member === undefined) return value;
    const known = typeof outer === 'object' && outer !== null ? (outer as PageParams) : {};
    return { ...known, [member]: nested(known[member], rest) };
  };
  return { [root]: nested(constants[root], below) };
}

const rootOf = (param: string) => param.split('.', 1)[0] ?? '';

/** A parameter whose value comes from the parent. */
export interface BoundParam {
  readonly param: string;
  /** The fields of the parent it takes. */
  readonly fields: readonly string[];
  /** Its value, undefined if the parent lacks a field; `of` returns the value of a field. */
  readonly value: (of: (field: string) => unknown) => unknown;
}

const place = /\{([^{}]+)\}/g;

/**
 * The parameters of a binding: each takes the value of a field, or text built from several fields with a template (`urn:li:account:{id}`).
 */
export function boundParams(bind: Readonly<Record<string, string>> = {}): readonly BoundParam[] {
  return Object.entries(bind).map(([param, path]) => {
    const fields = [...path.matchAll(place)].map(([, field]) => field as string);
    if (fields.length === 0) return { param, fields: [path], value: (of) => of(path) };
    return { param, fields, value: (of) => filled(path, of) };
  });
}

function filled(template: string, of: (field: string) => unknown): string | undefined {
  let isWhole = true;
  const text = template.replace(place, (_, field: string) => {
    const value = identityText(of(field));
    isWhole &&= value !== null;
    return value ?? '';
  });
  return isWhole ? text : undefined;
}
