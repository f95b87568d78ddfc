import type { DirectActionName, RawValue, Upstream, UpstreamFault } from '@connectory/connector-sdk';
import { type ErrorCode, GatewayError, isRead, type UpstreamFailure, valueAt } from '@connectory/connector-sdk';
import { ExchangeError, type ResponseHeaders } from './exchange.ts';
import { firstHeader, retryAfterSeconds } from './response-headers.ts';

const longestMessage = 500;

/** What decides the error beside status and body. */
export interface FailureContext {
  readonly upstream: Upstream;
  readonly vendor: string;
  readonly action: DirectActionName;
  /** True when an idempotency key of the caller makes a repeat of this write safe. */
  readonly repeatable: boolean;
}

/** Turns a failing upstream answer into the documented error, with the vendor's own words as evidence. */
export function failureOf(
  { upstream, vendor, action, repeatable }: FailureContext,
  status: number,
  headers: ResponseHeaders,
  body: Buffer,
): GatewayError {
  const failure = readFailure(upstream, status, headers, body);
  const retryAfter = retryAfterSeconds(headers, upstream.limits);
  const code = errorCode(upstream, failure, status, headers, action);
  const said = failure.message === undefined ? '' : `: ${failure.message}`;
  const lost = status >= 500 && !isRead(action);
  return new GatewayError(code, `${vendor} ${explanation[code] ?? `answered ${status}`}${said}`, {
    upstream: failure,
    ...(code === 'upstream_rate_limited' && { retryAfterSeconds: retryAfter ?? 1 }),
    ...(lost && { outcome: 'unknown' as const, retryable: repeatable }),
  });
}

const explanation: Partial<Record<ErrorCode, string>> = {
  record_not_found: 'has no such record',
  file_not_found: 'has no such file',
  upstream_rejected: 'refused the request',
  credential_rejected: 'refused the credential of this connection; check that it is valid and may do this',
  upstream_rate_limited: 'allows no more requests for now',
  upstream_unavailable: 'failed',
};

function errorCode(
  upstream: Upstream,
  failure: UpstreamFailure,
  status: number,
  headers: ResponseHeaders,
  action: DirectActionName,
): ErrorCode {
  const decided = failure.code === undefined ? undefined : faultOf(upstream, failure.code);
  if (decided === 'record_not_found') return notFound(action);
  if (decided !== undefined) return decided;
  if (status === 429) return 'upstream_rate_limited';
  if (status === 403 && saysRateLimited(upstream, headers)) return 'upstream_rate_limited';
  if (status === 401 || status === 403) return 'credential_rejected';
  if (status === 404 || status === 410) return notFound(action);
  if (status >= 500) return 'upstream_unavailable';
  return 'upstream_rejected';
}

function faultOf({ failure: { codes = {} } }: Upstream, code: string): UpstreamFault | undefined {
  if (Object.hasOwn(codes, code)) return codes[code];
  return Object.entries(codes).find(([pattern]) => pattern.startsWith('*') && code.endsWith(pattern.slice(1)))?.[1];
}

const notFound = (action: DirectActionName): ErrorCode =>
  action === 'download' ? 'file_not_found' : 'record_not_found';

// Some vendors answer 403 instead of 429 when the budget is used up.
function saysRateLimited({ limits }: Upstream, headers: ResponseHeaders): boolean {
  if (firstHeader(headers, 'retry-after') !== undefined) return true;
  return limits !== undefined && firstHeader(headers, limits.remaining) === '0';
}

function readFailure(upstream: Upstream, status: number, headers: ResponseHeaders, bytes: Buffer): UpstreamFailure {
  const body = parseLeniently(bytes);
  const message = firstText(body, upstream.failure.message);
  const code = firstText(body, upstream.failure.code ?? []);
  const { requestId: header, requestIdAt } = upstream.failure;
  const requestId =
    (header && firstHeader(headers, header)) ??
    (requestIdAt === undefined ? undefined : firstText(body, [requestIdAt]));
  return {
    status,
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message: message.slice(0, longestMessage) }),
    ...(requestId !== undefined && { request_id: requestId.slice(0, 200) }),
  };
}

function firstText(body: RawValue, paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const value = valueAt(body, path);
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

function parseLeniently(bytes: Buffer): RawValue {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Turns an exchange that gave no answer into the documented error. */
export function exchangeFailure({ vendor, action, repeatable }: FailureContext, error: unknown): GatewayError {
  if (GatewayError.is(error)) return error;
  const cause = error instanceof ExchangeError ? error.cause : undefined;
  if (GatewayError.is(cause)) return cause;
  if (!(error instanceof ExchangeError)) throw error;
  const unknown = error.sent && !isRead(action);
  const code = error.kind === 'timeout' ? 'upstream_timeout' : 'upstream_unavailable';
  const hint = unknown ? '. Whether it was carried out is not known: look before you repeat it' : '';
  return new GatewayError(code, `${vendor} could not be reached: ${error.message}${hint}`, {
    cause: error,
    ...(unknown && { outcome: 'unknown' as const, retryable: repeatable }),
  });
}
