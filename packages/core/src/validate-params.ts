import { type FieldError, GatewayError, type ParamsSchema, type RawValue } from '@connectory/connector-sdk';
import type { z } from 'zod';
import { jsonPointer } from './json-pointer.ts';
import { nearestName } from './nearest-name.ts';
import { requirePlainJson } from './plain-json.ts';

const mostFaults = 50;

/** Validates the parameters of an action. Throws `invalid_params` with a JSON pointer and, for names, the nearest accepted one. */
export function validateParams(schema: ParamsSchema, params: object): Readonly<Record<string, RawValue>> {
  requirePlainJson(params, ['params']);
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  throw invalid('invalid_params', fieldErrors(schema, result.error, ['params']));
}

/** Validates any other input, such as connection settings, against its schema. Throws `invalid_params`. */
export function validateInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  pointer: readonly string[] = [],
): z.output<S> {
  if (typeof input === 'object' && input !== null) requirePlainJson(input, pointer);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw invalid('invalid_params', fieldErrors(schema, result.error, pointer));
}

function invalid(code: 'invalid_params', errors: readonly FieldError[]): GatewayError {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const hint = first?.did_you_mean === undefined ? '' : ` Did you mean "${first.did_you_mean}"?`;
  return new GatewayError(code, `${first?.field.slice(1).replaceAll('/', '.')} ${first?.message}${more}.${hint}`, {
    errors,
  });
}

function fieldErrors(schema: z.ZodType, error: z.ZodError, pointer: readonly string[]): FieldError[] {
  return error.issues.flatMap((issue) => issueErrors(schema, issue, pointer)).slice(0, mostFaults);
}

function issueErrors(schema: z.ZodType, issue: z.core.$ZodIssue, pointer: readonly string[]): FieldError[] {
  const path = [...pointer, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const names = namesAt(schema, issue.path);
    return issue.keys.map((key) => {
      const near = nearestName(key, names);
      return {
        field: jsonPointer([...path, key.slice(0, 100)]),
        message: 'is not a known name',
        error_code: 'unknown_name',
        ...(near !== undefined && { did_you_mean: near }),
      };
    });
  }
  const field = jsonPointer(path);
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return [{ field, message: 'is required', error_code: 'required' }];
  if (issue.code === 'invalid_value') {
    return [{ field, message: `must be one of ${issue.values.map(String).join(', ')}`, error_code: 'not_allowed' }];
  }
  return [{ field, message: lowerFirst(issue.message), error_code: issue.code }];
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

// Walks to the object the unknown name stands in, to know which names it accepts.
function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let current: RawValue = unwrap(schema);
  for (const part of path) {
    current = unwrap(typeof part === 'number' ? current?.def?.element : current?.def?.shape?.[part]);
  }
  return Object.keys(current?.def?.shape ?? {});
}

function unwrap(schema: RawValue): RawValue {
  let current = schema;
  while (current?.def?.innerType !== undefined) current = current.def.innerType;
  return current;
}
