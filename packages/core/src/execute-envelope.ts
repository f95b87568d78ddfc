import { type FieldError, GatewayError } from '@connectory/errors';
import { jsonPointer, shownPointer } from './json-pointer.ts';
import { nearestName } from './nearest-name.ts';

/** The execute request (contract: execute request envelope; DESIGN section 4). */
export interface ExecuteEnvelope {
  readonly entity: string;
  readonly action: string;
  readonly params: object;
  readonly selectFields: readonly string[] | undefined;
  readonly excludeFields: readonly string[] | undefined;
  readonly dryRun: boolean;
  readonly intent: string | undefined;
}

const mostFields = 200;
const longestPath = 200;
const dottedPath = /^[^.]+(\.[^.]+)*$/;
const longestIntent = 512;
const mostFaults = 20;

type Rule = (value: unknown) => string | undefined;

// JSON Schema counts code points, and so do the published bounds. Most texts are short enough in UTF-16 units already.
const isWithin = (text: string, most: number) =>
  text.length <= most || (text.length <= 2 * most && [...text].length <= most);

const isText: Rule = (value) =>
  typeof value === 'string' && isWithin(value, 100) ? undefined : 'must be text of at most 100 characters';
const isBoolean: Rule = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
const isIntent: Rule = (value) =>
  typeof value === 'string' && isWithin(value, longestIntent)
    ? undefined
    : `must be text of at most ${longestIntent} characters`;
const isObject: Rule = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'must be an object';
const isPathList: Rule = (value) =>
  Array.isArray(value) &&
  value.length <= mostFields &&
  value.every((path) => typeof path === 'string' && isWithin(path, longestPath) && dottedPath.test(path))
    ? undefined
    : `must be at most ${mostFields} dotted field paths`;

interface Member {
  readonly rule: Rule;
  readonly required?: true;
  readonly nullable?: true;
}

// skip_truncation is what existing clients of the hosted service send; it has no effect here.
const members = new Map<string, Member>([
  ['entity', { rule: isText, required: true }],
  ['action', { rule: isText, required: true }],
  ['params', { rule: isObject, nullable: true }],
  ['select_fields', { rule: isPathList, nullable: true }],
  ['exclude_fields', { rule: isPathList, nullable: true }],
  ['dry_run', { rule: isBoolean }],
  ['intent', { rule: isIntent, nullable: true }],
  ['skip_truncation', { rule: isBoolean, nullable: true }],
]);

/** Reads the body of an execute request. Throws `malformed_request` naming each wrong member. */
export function parseEnvelope(body: unknown): ExecuteEnvelope {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new GatewayError('malformed_request', 'The body must be a JSON object with "entity" and "action".');
  }
  const given = body as Record<string, unknown>;
  const errors: FieldError[] = [];
  const unknown = Object.keys(given).filter((name) => !members.has(name));
  errors.push(...unknown.slice(0, mostFaults).map(unknownMember));
  for (const [name, { rule, required, nullable }] of members) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) {
      if (required) errors.push({ field: `/${name}`, message: 'is required', error_code: 'required' });
    } else if (!(value === null && nullable)) {
      const message = rule(value);
      if (message !== undefined) errors.push({ field: `/${name}`, message, error_code: 'invalid_type' });
    }
  }
  const [first] = errors;
  if (first !== undefined) {
    const hint = first.did_you_mean === undefined ? '' : ` Did you mean "${first.did_you_mean}"?`;
    throw new GatewayError('malformed_request', `${shownPointer(first.field)} ${first.message}.${hint}`, {
      errors: errors.slice(0, mostFaults),
    });
  }
  return {
    entity: given.entity as string,
    action: given.action as string,
    params: (given.params as object | null | undefined) ?? {},
    selectFields: (given.select_fields as string[] | null | undefined) ?? undefined,
    excludeFields: (given.exclude_fields as string[] | null | undefined) ?? undefined,
    dryRun: given.dry_run === true,
    intent: (given.intent as string | null | undefined) ?? undefined,
  };
}

function unknownMember(name: string): FieldError {
  const near = nearestName(name, members.keys());
  return {
    field: jsonPointer([name.slice(0, 100)]),
    message: 'is not a member of the request',
    error_code: 'unknown_name',
    ...(near !== undefined && { did_you_mean: near }),
  };
}
