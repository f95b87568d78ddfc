import type { Action } from '@connectory/connector-sdk';
import type { CursorValue } from './cursor-form.ts';
import { type CursorWriting, startingValues } from './cursor-value.ts';
import type { PageParams } from './sync-source.ts';

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
 * The parameters that request records from a settled value on, in a format that the action accepts; the unchanged value if there is none.
 */
export function cursorParams(
  schema: ParamsSchema,
  constants: PageParams,
  cursor: CursorWriting & { readonly param: string },
  settled: CursorValue,
): PageParams {
  const { param } = cursor;
  const forms = startingValues(cursor, settled).map((value) => withMember(schema, constants, param, value));
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
