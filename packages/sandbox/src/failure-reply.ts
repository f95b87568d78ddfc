import { valueAt } from '@connectory/connector-sdk';
import type { FailureRules, UpstreamFault } from '@connectory/connector-sdk/engine';
import { isObject, type JsonObject, setAt } from './json.ts';
import { singular, wordsOf } from './names.ts';

/** An error before it has the vendor's shape. */
export interface Failure {
  readonly fault: UpstreamFault;
  readonly message: string;
  readonly requestId: string;
  /** Name of the requested entity. */
  readonly entity?: string | undefined;
}

const usualCodes: Readonly<Record<UpstreamFault, string>> = {
  record_not_found: 'not_found',
  upstream_rejected: 'invalid_request',
  credential_rejected: 'unauthorized',
  token_expired: 'token_expired',
  upstream_rate_limited: 'rate_limited',
  upstream_unavailable: 'internal_error',
};

/**
 * The error body of a REST call, derived from the paths where the connector looks for message and code. Uses a code that the connector
 * knows for this error, preferably one that names the entity.
 */
export function failureBody(rules: FailureRules, failure: Failure): JsonObject {
  const body: JsonObject = {};
  const { when } = rules;
  if (when !== undefined && when.is !== 'present') setAt(body, when.path, when.is);
  const messagePath = outside(rules, rules.message);
  const codePath = outside(rules, rules.code ?? []);
  if (messagePath !== undefined) setAt(body, messagePath, failure.message);
  if (codePath !== undefined) setAt(body, codePath, codeFor(rules, failure) ?? usualCodes[failure.fault]);
  if (rules.requestIdAt !== undefined) setAt(body, rules.requestIdAt, failure.requestId);
  return body;
}

/** A successful body, marked as successful if the vendor reports errors in its body. */
export function successBody({ when }: FailureRules, body: unknown): unknown {
  if (typeof when?.is !== 'boolean' || !isObject(body) || valueAt(body, when.path) !== undefined) return body;
  const whole = { ...body };
  setAt(whole, when.path, !when.is);
  return whole;
}

// A path whose presence makes a 200 an error belongs to GraphQL responses; other errors of the same vendor use another path if possible.
function outside({ when }: FailureRules, paths: readonly string[]): string | undefined {
  const isInside = (path: string) => when?.is === 'present' && (path === when.path || path.startsWith(`${when.path}.`));
  return paths.find((path) => !isInside(path)) ?? paths[0];
}

/** The error body of a GraphQL call: `data` and one error, whose `path` is the failed field. */
export function graphqlFailureBody(
  rules: FailureRules,
  failure: Failure,
  data: JsonObject | null,
  path: readonly string[],
): JsonObject {
  const body: JsonObject = { data, errors: [{ ...(path.length > 0 && { path }) }] };
  const inside = (paths: readonly string[] | undefined) => paths?.find((one) => one.startsWith('errors.0.'));
  const code = codeFor(rules, failure) ?? usualCodes[failure.fault].toUpperCase();
  setAt(body, inside(rules.code) ?? 'errors.0.type', code);
  setAt(body, inside(rules.message) ?? 'errors.0.message', failure.message);
  return body;
}

function codeFor({ codes }: FailureRules, { fault, entity }: Failure): string | undefined {
  const known = Object.entries(codes ?? {}).flatMap(([code, meaning]) => (meaning === fault ? [code] : []));
  const noun = entity === undefined ? 'record' : wordsOf(singular(entity)).join('_');
  const exact = known.find((code) => wordsOf(code).join('_').startsWith(noun));
  return exact ?? known[0]?.replace('*', noun);
}

/** Whether the vendor reports such an error in the body of a response with a successful status. */
export function failsWithin200({ when }: FailureRules, status: number, fault: UpstreamFault): boolean {
  const isDecided = fault === 'record_not_found' || (fault === 'upstream_rejected' && status === 400);
  return when !== undefined && when.is !== 'present' && isDecided;
}
