import { valueAt } from '@connectory/connector-sdk';
import type { FailureRules, UpstreamFault } from '@connectory/connector-sdk/engine';
import { isObject, type JsonObject, setAt } from './json.ts';
import { singular, wordsOf } from './names.ts';

/** A refusal before it has the vendor's shape. */
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
 * The body with which a vendor refuses a REST call, made from where the connector looks for message and code. A code the connector
 * knows for that fault is used, the one that names the entity first.
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

/** A successful body, which says so where the vendor says in its body that a call failed. */
export function successBody({ when }: FailureRules, body: unknown): unknown {
  if (typeof when?.is !== 'boolean' || !isObject(body) || valueAt(body, when.path) !== undefined) return body;
  const whole = { ...body };
  setAt(whole, when.path, !when.is);
  return whole;
}

// What makes a 200 a failure by being there belongs to GraphQL answers; other failures of the same vendor stand elsewhere if they can.
function outside({ when }: FailureRules, paths: readonly string[]): string | undefined {
  const isInside = (path: string) => when?.is === 'present' && (path === when.path || path.startsWith(`${when.path}.`));
  return paths.find((path) => !isInside(path)) ?? paths[0];
}

/** The body with which a GraphQL call fails: `data` beside one error, whose `path` says where in it the failure belongs. */
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

/** True when the vendor reports such a refusal with a successful status, by what stands in the body. */
export function failsWithin200({ when }: FailureRules, status: number, fault: UpstreamFault): boolean {
  const isDecided = fault === 'record_not_found' || (fault === 'upstream_rejected' && status === 400);
  return when !== undefined && when.is !== 'present' && isDecided;
}
