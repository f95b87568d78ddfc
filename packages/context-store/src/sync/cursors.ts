import type { Action, SyncCursor, TimeForm } from '@connectory/connector-sdk';
import { type Instant, readInstant, recognizedForm, type WrittenTime, writeInstant } from '../query/instant.ts';
import { clockMargin } from './pass-limits.ts';
import { identityText } from './record-key.ts';
import type { PageParams } from './sync-source.ts';

/** A value of a cursor field or parameter. */
export type CursorValue = WrittenTime;

/** The declared formats of a cursor's values. */
export type CursorWriting = Pick<SyncCursor, 'reads' | 'writes' | 'lookBack'>;

// Clocks of vendors and of this machine differ, and a change may become visible a little after the time it carries.
const margin = BigInt(clockMargin) * 1_000_000n;

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

const formOf = ({ reads }: CursorWriting, value: CursorValue): TimeForm | null => reads ?? recognizedForm(value);

function toCursorValue(seen: unknown): CursorValue | null {
  if (typeof seen === 'string') return seen;
  if (typeof seen === 'bigint') return String(seen);
  return typeof seen === 'number' && Number.isFinite(seen) && seen >= 0 ? seen : null;
}

function lookedBack(lookBack: CursorWriting['lookBack']): bigint {
  const hours = lookBack === undefined ? 0 : (lookBack.hours ?? (lookBack.days ?? 0) * 24);
  return BigInt(Math.ceil(hours * 3600)) * 1_000_000_000n;
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
