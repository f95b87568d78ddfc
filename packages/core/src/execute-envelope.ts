import { type FieldError, GatewayError, jsonPointer, shownPointer } from '@connectory/errors';
import type { z } from 'zod';
import { executeRequestSchema } from './execute-body.ts';
import { nearestName } from './nearest-name.ts';

/** The execute request. */
export interface ExecuteEnvelope {
  readonly entity: string;
  readonly action: string;
  readonly params: object;
  readonly selectFields: readonly string[] | undefined;
  readonly excludeFields: readonly string[] | undefined;
  readonly dryRun: boolean;
  readonly intent: string | undefined;
}

const mostFaults = 20;

/** Reads the body of an execute request. Throws `malformed_request` naming each wrong member. */
export function parseEnvelope(body: unknown): ExecuteEnvelope {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new GatewayError('malformed_request', 'The body must be a JSON object with "entity" and "action".');
  }
  const read = executeRequestSchema.safeParse(body);
  if (!read.success) throw malformed(read.error.issues, body);
  // Not what was parsed, which is a copy: params may be large.
  const given = body as z.output<typeof executeRequestSchema>;
  return {
    entity: given.entity,
    action: given.action,
    params: given.params ?? {},
    selectFields: given.select_fields ?? undefined,
    excludeFields: given.exclude_fields ?? undefined,
    dryRun: given.dry_run === true,
    intent: given.intent ?? undefined,
  };
}

function malformed(issues: readonly z.core.$ZodIssue[], body: object): GatewayError {
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const wrong = new Map(
    issues.flatMap(({ path: [name], message }) => (name === undefined ? [] : [[String(name), message] as const])),
  );
  const errors = [
    ...unknown.slice(0, mostFaults).map(unknownMember),
    ...[...wrong].map(([name, message]) => wrongMember(name, message, body)),
  ].slice(0, mostFaults);
  const [first] = errors;
  const hint = first?.did_you_mean === undefined ? '' : ` Did you mean "${first.did_you_mean}"?`;
  const detail =
    first === undefined ? 'The body is malformed.' : `${shownPointer(first.field)} ${first.message}.${hint}`;
  return new GatewayError('malformed_request', detail, { errors });
}

function wrongMember(name: string, message: string, body: object): FieldError {
  return (body as Readonly<Record<string, unknown>>)[name] === undefined
    ? { field: `/${name}`, message: 'is required', error_code: 'required' }
    : { field: `/${name}`, message, error_code: 'invalid_type' };
}

function unknownMember(name: string): FieldError {
  const near = nearestName(name, Object.keys(executeRequestSchema.shape));
  return {
    field: jsonPointer([name.slice(0, 100)]),
    message: 'is not a field of the request',
    error_code: 'unknown_name',
    ...(near !== undefined && { did_you_mean: near }),
  };
}
