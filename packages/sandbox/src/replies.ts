import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { valueAt } from '@connectory/connector-sdk';
import {
  type FailureRules,
  failureConditions,
  failureMark,
  type UpstreamError,
} from '@connectory/connector-sdk/engine';
import type { Behavior } from './behaviors.ts';
import { isObject, type JsonObject, setAt } from './json.ts';
import { singular, wordsOf } from './names.ts';

/** What is sent back: a body of text or bytes, or a stream of known length. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | { readonly length: number; readonly stream: Readable };
}

/** A JSON response. */
export function jsonReply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

/** An error of the simulated vendor; it is returned in the vendor's shape. */
export class RequestError extends Error {
  readonly status: number;
  readonly error: UpstreamError;
  /** Name of the requested entity, on which the vendor's code may depend. */
  readonly entity: string | undefined;

  constructor(status: number, problem: UpstreamError, message: string, entity?: string) {
    super(message);
    this.name = 'RequestError';
    this.status = status;
    this.error = problem;
    this.entity = entity;
  }
}

/** An error before it has the vendor's shape. */
export interface Failure {
  readonly error: UpstreamError;
  readonly message: string;
  readonly requestId: string;
  /** Name of the requested entity. */
  readonly entity?: string | undefined;
}

const defaultCodes: Readonly<Record<UpstreamError, string>> = {
  record_not_found: 'not_found',
  upstream_rejected: 'invalid_request',
  credential_rejected: 'unauthorized',
  token_expired: 'token_expired',
  upstream_rate_limited: 'rate_limited',
  daily_limit_reached: 'daily_limit_reached',
  upstream_unavailable: 'internal_error',
};

/**
 * The error body of a REST call, derived from the paths where the connector looks for message and code. Uses a code that the connector
 * knows for this error, preferably one that names the entity.
 */
export function failureBody(rules: FailureRules, failure: Failure): JsonObject {
  const body: JsonObject = {};
  markFailure(rules, body);
  const messagePath = outside(rules, rules.message);
  const codePath = outside(rules, rules.code ?? []);
  if (messagePath !== undefined) setAt(body, messagePath, failure.message);
  if (codePath !== undefined) setAt(body, codePath, codeFor(rules, failure) ?? defaultCodes[failure.error]);
  if (rules.requestIdAt !== undefined) setAt(body, rules.requestIdAt, failure.requestId);
  return body;
}

/** A successful body, marked as successful if the vendor reports errors in its body. */
export function successBody(rules: FailureRules, body: unknown): unknown {
  const mark = failureMark(rules);
  if (typeof mark?.is !== 'boolean' || !isObject(body) || valueAt(body, mark.path) !== undefined) return body;
  const whole = { ...body };
  setAt(whole, mark.path, !mark.is);
  return whole;
}

/** Marks the body of an error as the vendor does, and returns whether it does; its status may then be a successful one. */
export function markFailure(rules: FailureRules, body: JsonObject): boolean {
  const mark = failureMark(rules);
  if (mark !== undefined) setAt(body, mark.path, mark.is);
  return mark !== undefined;
}

// A path whose presence makes a 200 an error belongs to GraphQL responses; other errors of the same vendor use another path if possible.
function outside(rules: FailureRules, paths: readonly string[]): string | undefined {
  const isInside = (path: string) =>
    failureConditions(rules).some((when) => when.is === 'present' && path.startsWith(`${when.path}.`));
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
  const code = codeFor(rules, failure) ?? defaultCodes[failure.error].toUpperCase();
  setAt(body, inside(rules.code) ?? 'errors.0.type', code);
  setAt(body, inside(rules.message) ?? 'errors.0.message', failure.message);
  return body;
}

function codeFor({ codes }: FailureRules, { error: problem, entity }: Failure): string | undefined {
  const known = Object.entries(codes ?? {}).flatMap(([code, meaning]) => (meaning === problem ? [code] : []));
  const noun = entity === undefined ? 'record' : wordsOf(singular(entity)).join('_');
  const exact = known.find((code) => wordsOf(code).join('_').startsWith(noun));
  return exact ?? known[0]?.replace('*', noun);
}

/** Whether the vendor reports such an error in the body of a response with a successful status. */
export function failsWithin200(rules: FailureRules, status: number, problem: UpstreamError): boolean {
  const isDecided = problem === 'record_not_found' || (problem === 'upstream_rejected' && status === 400);
  return isDecided && failureMark(rules) !== undefined;
}

const maxKeys = 10_000;

/** The responses to writes with the vendor's idempotency key; the newest 10,000 are kept. */
export class IdempotentReplies {
  readonly #stored = new Map<string, { readonly request: string; readonly reply: Reply }>();

  /** The stored response for a key. Throws a `RequestError` (400) if the key was used for another request. */
  find(key: string, request: string): Reply | undefined {
    const stored = this.#stored.get(key);
    if (stored === undefined) return undefined;
    if (stored.request === fingerprint(request)) return stored.reply;
    throw new RequestError(400, 'upstream_rejected', 'The idempotency key was used for a different request.');
  }

  /** Stores the response to a request. */
  store(key: string, request: string, reply: Reply): void {
    this.#stored.set(key, { request: fingerprint(request), reply });
    const [oldest] = this.#stored.keys();
    if (this.#stored.size > maxKeys && oldest !== undefined) this.#stored.delete(oldest);
  }
}

const fingerprint = (request: string) => createHash('sha256').update(request).digest('base64');

/** Sends a reply, with the behavior that is to happen on the way. A caller who leaves early is no error. */
export async function sendReply(response: ServerResponse, reply: Reply, behavior: Behavior | undefined): Promise<void> {
  switch (behavior?.kind) {
    case 'connection-reset':
      response.socket?.resetAndDestroy();
      return;
    case 'truncated-body':
      return sendHalf(response, reply, behavior.framing ?? 'content-length');
    case 'invalid-json':
      return sendWhole(response, {
        ...reply,
        body: typeof reply.body === 'string' ? `${reply.body.slice(0, -1)},` : '{',
      });
    case 'wrong-content-type': {
      const headers = { ...reply.headers, 'content-type': 'text/html; charset=utf-8' };
      return sendWhole(response, { status: 200, headers, body: '<!doctype html><title>Maintenance</title>' });
    }
    default:
      return sendWhole(response, reply);
  }
}

async function sendWhole(response: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  if (typeof body === 'string') {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': body.length });
  try {
    await pipeline(body.stream, response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}

// Half of what was promised, then the connection breaks.
async function sendHalf(response: ServerResponse, reply: Reply, framing: 'content-length' | 'chunked'): Promise<void> {
  const { status, headers, body } = reply;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(status, framing === 'chunked' ? headers : { ...headers, 'content-length': length });
  const half = Math.floor(length / 2);
  let sent = 0;
  const parts = typeof body === 'string' ? [Buffer.from(body)] : body.stream;
  for await (const part of parts as AsyncIterable<Buffer>) {
    const bytes = part.subarray(0, half - sent);
    sent += bytes.length;
    await new Promise<void>((resolve) => {
      response.write(bytes, () => resolve());
    });
    if (sent >= half || response.destroyed) break;
  }
  response.destroy();
}
