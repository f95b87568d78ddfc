import type { z } from 'zod';
import { type FieldError, GatewayError } from './errors.ts';
import { jsonPointer, shownPointer } from './json-pointer.ts';
import { nearestName } from './nearest-name.ts';
import { schemaError } from './schema-issue.ts';

const maxErrors = 20;

/** Validates the parameters of an action. Throws `invalid_params` with a JSON pointer and, for names, the nearest accepted one. */
export function validateParams<S extends z.ZodObject>(schema: S, params: object): z.output<S> {
  requirePlainJson(params, ['params']);
  const result = schema.safeParse(params, { error: schemaError });
  if (result.success) return result.data;
  throw refusedParams(schema, params, result.error.issues);
}

/** The error for parameters that break rules of the schema of an action. */
export function refusedParams(schema: z.ZodObject, params: object, issues: readonly z.core.$ZodIssue[]): GatewayError {
  return invalid(fieldErrors(schema, params, issues, ['params']));
}

/** The error for any other input that breaks rules of its schema. */
export function refusedInput(
  schema: z.ZodType,
  input: unknown,
  issues: readonly z.core.$ZodIssue[],
  pointer: readonly string[],
): GatewayError {
  return invalid(fieldErrors(schema, input, issues, pointer));
}

/** Validates any other input, such as connection settings, against its schema. Throws `invalid_params`. */
export function validateInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  pointer: readonly string[] = [],
): z.output<S> {
  if (typeof input === 'object' && input !== null) requirePlainJson(input, pointer);
  const result = schema.safeParse(input, { error: schemaError });
  if (result.success) return result.data;
  throw invalid(fieldErrors(schema, input, result.error.issues, pointer));
}

function invalid(errors: readonly FieldError[]): GatewayError {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const hint = first?.did_you_mean === undefined ? '' : ` Did you mean "${first.did_you_mean}"?`;
  return new GatewayError('invalid_params', `${shownPointer(first?.field ?? '')} ${first?.message}${more}.${hint}`, {
    errors,
  });
}

function fieldErrors(
  schema: z.ZodType,
  input: unknown,
  issues: readonly z.core.$ZodIssue[],
  pointer: readonly string[],
): readonly FieldError[] {
  return issues
    .slice(0, maxErrors)
    .flatMap((issue) => issueErrors(schema, input, issue))
    .slice(0, maxErrors)
    .map((error) => ({ ...error, field: jsonPointer(pointer) + error.field }));
}

function issueErrors(schema: z.ZodType, input: unknown, issue: z.core.$ZodIssue): FieldError[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const names = acceptedNames(schema, path);
    return issue.keys.slice(0, maxErrors).map((key) => {
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
  if (isAbsent(input, path)) return [{ field, message: 'is required', error_code: 'required' }];
  const takesNumber = issue.code === 'invalid_type' && (issue.expected === 'int' || issue.expected === 'number');
  if (takesNumber && typeof valueIn(input, path) === 'bigint') {
    return [{ field, message: 'is outside the accepted range of integers', error_code: 'too_big' }];
  }
  if (issue.code === 'invalid_union') return unionErrors(schema, input, issue);
  if (issue.code === 'invalid_value') return [{ field, message: issue.message, error_code: 'not_allowed' }];
  return [{ field, message: issue.message, error_code: issue.code }];
}

// The alternative that has at least the right type is the one that was meant.
function unionErrors(schema: z.ZodType, input: unknown, issue: z.core.$ZodIssueInvalidUnion): FieldError[] {
  const isWrongType = ({ path, code }: z.core.$ZodIssue) =>
    path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');
  const meant = issue.errors
    .filter((issues) => !issues.some(isWrongType))
    .sort((one, other) => one.length - other.length)[0];
  if (meant === undefined) {
    const message = 'has none of the accepted types or values';
    return [{ field: jsonPointer(issue.path), message, error_code: 'invalid_type' }];
  }
  return meant.flatMap((below) => issueErrors(schema, input, { ...below, path: [...issue.path, ...below.path] }));
}

// JSON has no undefined: an undefined value was omitted.
function isAbsent(input: unknown, path: readonly PropertyKey[]): boolean {
  return valueIn(input, path) === undefined;
}

// Null where the path leads through something without members.
function valueIn(input: unknown, path: readonly PropertyKey[]): unknown {
  let current = input;
  for (const part of path) {
    if (typeof current !== 'object' || current === null) return null;
    current = (current as Readonly<Record<PropertyKey, unknown>>)[part];
  }
  return current;
}

// Walks to the objects the unknown name may stand in, to know which names they accept.
function acceptedNames(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let current = alternatives(schema as SchemaNode);
  for (const part of path) {
    current = current.flatMap(({ def }) => alternatives(def.shape?.[part] ?? def.element ?? def.valueType));
  }
  return current.flatMap(({ def }) => Object.keys(def.shape ?? {}));
}

/** A schema of zod, as far as it leads to other schemas. */
interface SchemaNode {
  readonly def: {
    readonly innerType?: SchemaNode;
    readonly options?: readonly SchemaNode[];
    readonly shape?: Readonly<Record<PropertyKey, SchemaNode>>;
    readonly element?: SchemaNode;
    readonly valueType?: SchemaNode;
  };
}

function alternatives(schema: SchemaNode | undefined): readonly SchemaNode[] {
  if (schema === undefined) return [];
  const { innerType, options } = schema.def;
  if (innerType !== undefined) return alternatives(innerType);
  return options === undefined ? [schema] : options.flatMap(alternatives);
}

const deepest = 64;

// The path is built only for rejected values, which are rare.
interface Visit {
  readonly value: object;
  readonly key: string;
  readonly above: Visit | undefined;
  readonly depth: number;
}

/**
 * Refuses JSON values that later stages could not carry: nested deeper than 64 levels, with a `__proto__` member, or with text
 * that is not well-formed Unicode. Throws `invalid_params` with a pointer.
 */
export function requirePlainJson(root: object, pointer: readonly string[]): void {
  const refuse = (visit: Visit, keys: readonly string[], message: string, code: string) =>
    refusal([...pointer, ...pathOf(visit), ...keys], message, code);
  const open: Visit[] = [{ value: root, key: '', above: undefined, depth: pointer.length }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, depth } = visit;
    if (depth > deepest) throw refuse(visit, [], `is nested deeper than ${deepest} levels`, 'too_deep');
    for (const [key, member] of Object.entries(value)) {
      if (key === '__proto__') throw refuse(visit, [key], 'is not an allowed name', 'unknown_name');
      if (!key.isWellFormed()) throw refuse(visit, [], 'has a name that is not well-formed Unicode', 'invalid_text');
      if (typeof member === 'string') {
        if (!member.isWellFormed()) throw refuse(visit, [key], 'is not well-formed Unicode', 'invalid_text');
      } else if (typeof member === 'object' && member !== null) {
        open.push({ value: member, key, above: visit, depth: depth + 1 });
      }
    }
  }
}

function pathOf(visit: Visit): string[] {
  const path: string[] = [];
  for (let { key, above } = visit; above !== undefined; { key, above } = above) path.unshift(key);
  return path;
}

function refusal(path: readonly string[], message: string, code: string): GatewayError {
  const shown = path.slice(0, 8);
  const error: FieldError = { field: jsonPointer(shown), message, error_code: code };
  return new GatewayError('invalid_params', `${shown.at(-1) ?? 'params'} ${message}.`, { errors: [error] });
}
