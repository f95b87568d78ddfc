import type { Action } from '@connectory/connector-sdk';
import type { SelectedField } from '@connectory/connector-sdk/engine';
import type { EntityLayout } from '@connectory/context-store';
import { GatewayError } from '@connectory/errors';
import { dropMembers, keepMembers, memberTree } from '@connectory/exact-json';
import { z } from 'zod';

/**
 * Which fields of each record to keep; `select` wins over `exclude`, and those of `key` always stay. Dotted paths reach into nested objects
 * and arrays of objects.
 */
export interface FieldChoice {
  readonly select: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
  readonly key?: string | readonly string[] | null;
}

/** Splits a dotted path into the names of members. */
export type PathSplitter = (path: string) => readonly string[];

/**
 * Reduces the JSON text of one record, or of an array of records, to the chosen fields, whose values stay the bytes they are. Throws
 * `JsonSyntaxError` for text that is not JSON where it is looked at.
 */
export type FieldChooser = (json: Buffer) => Buffer;

/**
 * Prepares a choice; undefined when it changes nothing, so that records can stay the bytes they are. Names that do not occur
 * are ignored.
 */
export function fieldChooser(
  { select = [], exclude = [], key }: FieldChoice,
  split: PathSplitter = (path) => path.split('.'),
): FieldChooser | undefined {
  const identity = [key ?? []].flat();
  const dropped = exclude.filter((path) => !identity.includes(path));
  const [paths, cut] = select.length > 0 ? [[...select, ...identity], keepMembers] : [dropped, dropMembers];
  if (paths.length === 0) return undefined;
  const tree = memberTree(paths.map(split));
  return (json) => cut(json, tree);
}

/**
 * Splits paths into the results of a search: a search field may have dots in its own name (`owner.login`), so the longest field a path
 * begins with is its first part.
 */
export function searchFieldPath({ fields }: EntityLayout): PathSplitter {
  const dotted = fields
    .map(({ name }) => name)
    .filter((name) => name.includes('.'))
    .sort((one, other) => other.length - one.length);
  return (path) => {
    const field = dotted.find((name) => path === name || path.startsWith(`${name}.`));
    if (field === undefined) return path.split('.');
    return path === field ? [field] : [field, ...path.slice(field.length + 1).split('.')];
  };
}

/**
 * Restricts a caller's selection of fields to the entity: default fields of the action and members that the record declares. Other fields
 * lead to records of other entities. Throws `forbidden` with the first field that is neither, and for a query of more than 65,536 characters.
 */
export function requireDeclaredFields(
  entity: { readonly name: string; readonly record: z.ZodObject },
  action: Pick<Action, 'document' | 'selection' | 'queryIn'>,
  params: Readonly<Record<string, unknown>>,
): void {
  const isDeclared = (path: string) => {
    const steps = path.split('.');
    return isSelected(action.selection ?? [], steps) || declares(entity.record, steps.map(withoutType));
  };
  const strange = chosenFields(action, params).find(({ names }) => !names.some(isDeclared));
  if (strange === undefined) return;
  const message = `is not a declared field of ${entity.name}`;
  throw new GatewayError(
    'forbidden',
    `"${strange.names[0].slice(0, 200)}" ${message}. The policy of this token is limited, so only declared fields can be selected.`,
    { errors: [{ field: strange.at, message, error_code: 'not_allowed' }] },
  );
}

/** A field that a call names: the names it may have in the record, and the pointer to it. */
interface ChosenField {
  readonly names: readonly [string, ...string[]];
  readonly at: string;
}

/** The fields that a call chooses or names in a query: parameters that say which fields to return. */
export function chosenFields(
  { document, queryIn }: Pick<Action, 'document' | 'queryIn'>,
  params: Readonly<Record<string, unknown>>,
): readonly ChosenField[] {
  const query = queryIn === undefined ? undefined : params[queryIn];
  if (typeof query === 'string') {
    const at = `/params/${queryIn}`;
    requireShort(query, at);
    return namesIn(query).map((name) => ({ names: [name, camelCase(name)], at }));
  }
  const { fields } = params;
  if (document === undefined || !Array.isArray(fields)) return [];
  return fields.map((path, at) => ({ names: [String(path)], at: `/params/fields/${at}` }));
}

/** Far more than a query needs; one of a megabyte takes half a second. */
const maxQueryLength = 65_536;

function requireShort(query: string, field: string): void {
  if (query.length <= maxQueryLength) return;
  const message = `must have at most ${maxQueryLength} characters`;
  throw new GatewayError(
    'forbidden',
    `The query ${message}, because the policy of this token is limited to entities and the fields of the query have to be checked.`,
    { errors: [{ field, message, error_code: 'too_big' }] },
  );
}

/** The dotted names of a query, in all its clauses: a condition on a field tells its value as well. */
function namesIn(query: string): readonly string[] {
  // Languages differ in what a backslash does, so that nobody can tell where such a text ends.
  const isClear = !query.includes('\\');
  const outside = isClear ? query.replace(/'[^']*'|"[^"]*"/g, ' ') : query;
  // Word by word: an expression for whole names would begin anew at every character of a long text.
  const names: string[] = [];
  let name: string[] = [];
  let isOpen = false;
  const end = () => {
    const first = name.findIndex((word) => /[a-z_]/i.test(word));
    const [word = '', ...others] = first === -1 ? [] : name.slice(first);
    if (others.length > 0) names.push([word.replace(/^\d+/, ''), ...others].join('.'));
    name = [];
  };
  for (const [token] of outside.matchAll(/\w+|[^\s\w]/g)) {
    const isWord = /^\w/.test(token);
    if (isWord ? !isOpen : token !== '.' || isOpen) end();
    if (isWord) name.push(token);
    isOpen = token === '.';
  }
  end();
  return names;
}

const camelCase = (path: string) => path.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const withoutType = (step: string) => step.replace(/<.*$/, '');

/** Whether a path, with its types as in `target<Commit>`, is one of the default selection or leads to a part of it. */
function isSelected(defaults: readonly SelectedField[], [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return true;
  const [name, type] = step.replace('>', '').split('<');
  const known = defaults.find((field) => field.name === name);
  if (known === undefined) return false;
  const fragment = type === undefined ? known : known.fields.find(({ on }) => on === type);
  return fragment !== undefined && isSelected(fragment.fields, rest);
}

function declares(schema: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (schema instanceof z.ZodObject) {
    return Object.hasOwn(schema.shape, name) && declares(schema.shape[name], rest);
  }
  return partsOf(schema).some((part) => declares(part, [name, ...rest]));
}

/** The schemas of what a value holds or may be. */
function partsOf(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy
  ) {
    return [schema.unwrap()];
  }
  return [];
}
