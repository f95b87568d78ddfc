import { type RawValue, valueAt } from '@connectory/connector-sdk';
import { type DirectActionName, isRead, type Upstream, type UpstreamError } from '@connectory/connector-sdk/engine';
import { type ErrorCode, GatewayError, type UpstreamFailure } from '@connectory/errors';
import { parseExactly } from '@connectory/exact-json';
import { type CallScope, isRepeatable, type UpstreamCall } from './call.ts';
import type { Credentials, UpstreamConnection } from './connection.ts';
import { ExchangeError, type ResponseHeaders } from './exchange.ts';
import { authenticationHeaders } from './request.ts';
import { defaultFirstWait, isOfBucket } from './request-budget.ts';
import { dailyResetSeconds, delaySeconds, firstHeader, retryAfterSeconds } from './response-headers.ts';

const maxMessageLength = 500;
const maxNameLength = 200;

/** What else decides the error, apart from status and body. */
export interface FailureContext {
  readonly upstream: Upstream;
  readonly vendor: string;
  readonly action: DirectActionName;
  /** True when a key the vendor knows makes a repeat of this write by the caller safe. */
  readonly repeatable: boolean;
  /** False if no credential was sent, as to file hosts: a rejection there is not about the credential. */
  readonly authenticated: boolean;
  /** Takes note of a rate limit, with the seconds that the vendor named, and returns those to wait. */
  readonly rejected?: (seconds: number | undefined) => number;
  /** Takes the secrets of the connection and of the call out of the vendor's words. */
  readonly mask: (text: string) => string;
}

/** The failure context of a call; `credentials` returns those in use, whose values the vendor may repeat. */
export function failureContext(call: UpstreamCall, credentials: () => Credentials): FailureContext {
  const { upstream, vendor } = call.connection.connector;
  return {
    upstream,
    vendor,
    action: call.name,
    repeatable: isRepeatable(call),
    authenticated: true,
    mask: (text) => maskSecrets(text, call.connection, credentials(), call.secrets),
  };
}

/** Converts an error response of the upstream to the documented error, with the vendor's own message. */
export function failureOf(
  context: FailureContext,
  status: number,
  headers: ResponseHeaders,
  body: Buffer,
): GatewayError {
  const { upstream, vendor, action, repeatable } = context;
  const parsed = parseLeniently(body);
  const { failure, vendorCode } = readFailure(context, status, headers, parsed);
  const declared = declaredError(upstream, parsed, vendorCode, status);
  const isForeign = (status === 404 || status === 410) && isForeignPage(context, body, parsed);
  const code = isForeign ? 'upstream_unavailable' : errorCode(context, declared, status, headers);
  const named = retryAfterOf(upstream, declared ?? code, headers, parsed);
  const isLimit = code === 'upstream_rate_limited';
  const { rejected = (seconds) => seconds ?? upstream.limits?.firstWait ?? defaultFirstWait } = context;
  const retryAfter = isLimit ? rejected(named) : named;
  const ownMessage = failure.message === undefined ? '' : `: ${failure.message}`;
  const lost = code === 'upstream_unavailable' && !isRead(action);
  const foreign = isForeign ? `returned ${status} with a page that is not of its API` : undefined;
  const what = foreign ?? redirectExplanation(status, headers) ?? explanation[code] ?? `responded with ${status}`;
  return new GatewayError(code, `${vendor} ${what}${ownMessage}`, {
    upstream: failure,
    ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }),
    ...(lost && { outcome: 'unknown' as const, retryable: repeatable }),
    ...(isLimit && { othersMaySucceed: isOfBucket(upstream.limits) }),
    ...(isTooHeavy(upstream, status, vendorCode) && { pageTooHeavy: true }),
  });
}

// Only the origin is shown: a path may contain a token.
function redirectExplanation(status: number, headers: ResponseHeaders): string | undefined {
  const target = status >= 300 && status < 400 ? URL.parse(firstHeader(headers, 'location') ?? '') : null;
  if (target === null || !/^https?:$/.test(target.protocol)) return undefined;
  return `redirects to ${target.origin}, where the credential of this connection is not sent; check its settings`;
}

// A proxy in front of a slow server returns 502 or 504 in its place.
const isTooHeavy = ({ failure: { tooHeavy = [] } }: Upstream, status: number, vendorCode: string | undefined) =>
  status === 502 || status === 504 || (vendorCode !== undefined && tooHeavy.includes(vendorCode));

// A proxy, a website or a half-broken server also returns 404, which says nothing about the record. Files may come from other hosts.
function isForeignPage({ upstream, action }: FailureContext, body: Buffer, parsed: RawValue): boolean {
  if (action === 'download' || parsed !== undefined) return false;
  const isEmpty = body.toString('utf8').trim() === '';
  return !isEmpty || Object.values(upstream.failure.codes ?? {}).includes('record_not_found');
}

const explanation: Partial<Record<ErrorCode, string>> = {
  record_not_found: 'has no such record',
  file_not_found: 'has no such file',
  upstream_rejected: 'rejected the request',
  credential_rejected:
    'rejected the credential of this connection; check that it is valid and has the required permissions',
  upstream_rate_limited: 'accepts no more requests for now',
  upstream_unavailable: 'failed',
};

function errorCode(
  { upstream, action, authenticated }: FailureContext,
  decided: UpstreamError | undefined,
  status: number,
  headers: ResponseHeaders,
): ErrorCode {
  if (decided === 'record_not_found') return notFound(action);
  if (decided === 'token_expired') return 'credential_rejected';
  if (decided === 'daily_limit_reached') return 'upstream_rate_limited';
  if (decided !== undefined) return decided;
  if (status === 429) return 'upstream_rate_limited';
  if (status === 403 && saysRateLimited(upstream, headers)) return 'upstream_rate_limited';
  if (authenticated && (status === 401 || status === 403)) return 'credential_rejected';
  if (status === 404 || status === 410) return notFound(action);
  if (status >= 500 || status === 408) return 'upstream_unavailable';
  if (isRedirectAfter(action, status)) return 'upstream_unavailable';
  return 'upstream_rejected';
}

// Many servers return "See other" for a form they have processed. Only 307 and 308 ask to send the same request elsewhere.
const isRedirectAfter = (action: DirectActionName, status: number) =>
  !isRead(action) && status < 400 && status >= 300 && status < 307;

function retryAfterOf(
  { limits, failure }: Upstream,
  code: ErrorCode | UpstreamError,
  headers: ResponseHeaders,
  body: RawValue,
): number | undefined {
  const inBody = () => firstDelay(body, failure.retryAfter ?? []);
  if (code === 'upstream_rate_limited') return retryAfterSeconds(headers, limits) ?? inBody();
  if (code === 'daily_limit_reached') return retryAfterSeconds(headers, limits) ?? inBody() ?? dailyResetSeconds();
  return code === 'upstream_unavailable' ? (retryAfterSeconds(headers, undefined) ?? inBody()) : undefined;
}

function firstDelay(body: RawValue, paths: readonly string[]): number | undefined {
  for (const path of paths) {
    const seconds = delaySeconds(valueAt(body, path));
    if (seconds !== undefined) return seconds;
  }
  return undefined;
}

/** Whether the vendor uses this code for an access token that is no longer valid. */
export function saysTokenExpired(upstream: Upstream, vendorCode: string | undefined): boolean {
  return vendorCode !== undefined && declaredFailure(upstream, vendorCode) === 'token_expired';
}

/** Whether the vendor uses this code for an error that will pass, or that a new access token ends. */
export function saysTemporary(upstream: Upstream, vendorCode: string | undefined): boolean {
  const decided = vendorCode === undefined ? undefined : declaredFailure(upstream, vendorCode);
  return decided === 'upstream_rate_limited' || decided === 'upstream_unavailable' || decided === 'token_expired';
}

/** The vendor's own error code in a response body; undefined if there is none. */
export function vendorCodeOf(upstream: Upstream, body: Buffer): string | undefined {
  return firstText(parseLeniently(body), upstream.failure.code ?? []);
}

function declaredError(
  upstream: Upstream,
  body: RawValue,
  vendorCode: string | undefined,
  status: number,
): UpstreamError | undefined {
  const { signs = [], statuses = {} } = upstream.failure;
  const sign = signs.find(({ path, contains }) =>
    firstText(body, [path])?.toLowerCase().includes(contains.toLowerCase()),
  );
  const ofCode = vendorCode === undefined ? undefined : declaredFailure(upstream, vendorCode);
  return sign?.means ?? ofCode ?? statuses[status];
}

function declaredFailure({ failure: { codes = {} } }: Upstream, code: string): UpstreamError | undefined {
  if (Object.hasOwn(codes, code)) return codes[code];
  return Object.entries(codes).find(([pattern]) => pattern.startsWith('*') && code.endsWith(pattern.slice(1)))?.[1];
}

const notFound = (action: DirectActionName): ErrorCode =>
  action === 'download' ? 'file_not_found' : 'record_not_found';

// Some vendors return 403 instead of 429 when the rate limit is reached.
function saysRateLimited({ limits }: Upstream, headers: ResponseHeaders): boolean {
  if (firstHeader(headers, 'retry-after') !== undefined) return true;
  return limits?.remaining !== undefined && firstHeader(headers, limits.remaining) === '0';
}

/** What a response body says about its failure, masked, and the vendor's code as it was sent. */
export function readFailure(
  { upstream, mask }: FailureContext,
  status: number,
  headers: ResponseHeaders,
  body: RawValue,
): { readonly failure: UpstreamFailure; readonly vendorCode: string | undefined } {
  const message = messageOf(body, upstream.failure.message);
  const code = firstText(body, upstream.failure.code ?? []);
  const { requestId: header, requestIdAt } = upstream.failure;
  const requestId =
    (header && firstHeader(headers, header)) ??
    (requestIdAt === undefined ? undefined : firstText(body, [requestIdAt]));
  const failure = {
    status,
    ...(code !== undefined && { code: mask(code).slice(0, maxNameLength) }),
    ...(message !== undefined && { message: mask(message).slice(0, maxMessageLength) }),
    ...(requestId !== undefined && { request_id: mask(requestId).slice(0, maxNameLength) }),
  };
  return { failure, vendorCode: code };
}

function messageOf(body: RawValue, paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const message = path.endsWith('.*') ? messagesByName(valueAt(body, path.slice(0, -2))) : firstText(body, [path]);
    if (message !== undefined) return message;
  }
  return undefined;
}

function messagesByName(messages: RawValue): string | undefined {
  if (typeof messages !== 'object' || messages === null || Array.isArray(messages)) return undefined;
  const named = Object.keys(messages).flatMap((name) => {
    const message = firstText([messages[name]].flat(), ['0']);
    return message === undefined ? [] : [`${name}: ${message}`];
  });
  return named.length === 0 ? undefined : named.join('; ');
}

/** The first text or number at one of these paths of a body. */
export function firstText(body: RawValue, paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const value = valueAt(body, path);
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  }
  return undefined;
}

function parseLeniently(bytes: Buffer): RawValue {
  try {
    return parseExactly(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Converts an exchange without a response to the documented error. */
export function exchangeFailure(
  { vendor, action, repeatable }: Pick<FailureContext, 'vendor' | 'action' | 'repeatable'>,
  error: unknown,
): GatewayError {
  if (GatewayError.is(error)) return error;
  if (!(error instanceof ExchangeError)) throw error;
  const unknown = error.sent && !isRead(action);
  const hint = unknown ? '. It is not known whether it was carried out: check before you repeat it' : '';
  const { code, what } = endings[error.kind];
  return new GatewayError(code, `${what(vendor)}: ${error.message}${hint}`, {
    cause: error,
    ...(code === 'gateway_busy' && { retryAfterSeconds: 1 }),
    ...(error.kind === 'too-large' && { retryable: false }),
    ...((error.kind === 'too-large' || (error.kind === 'timeout' && error.sent)) && { pageTooHeavy: true }),
    ...(unknown && { outcome: 'unknown' as const, retryable: repeatable }),
  });
}

const pending = (vendor: string) => `${vendor} sent no complete response`;

const endings: Readonly<
  Record<ExchangeError['kind'], { readonly code: ErrorCode; readonly what: (vendor: string) => string }>
> = {
  timeout: { code: 'upstream_timeout', what: pending },
  network: { code: 'upstream_unavailable', what: (vendor) => `${vendor} could not be reached` },
  incomplete: { code: 'upstream_unavailable', what: pending },
  'too-large': { code: 'upstream_unavailable', what: (vendor) => `The response from ${vendor} cannot be passed on` },
  aborted: { code: 'request_timeout', what: (vendor) => `The call to ${vendor} was aborted` },
  shutdown: { code: 'shutting_down', what: (vendor) => `The call to ${vendor} was aborted` },
  'no-room': { code: 'gateway_busy', what: (vendor) => `The response from ${vendor} was not read` },
};

/** Waits for a refresh, which continues if the call ends first. Throws its errors, and the documented error if the call ends. */
export async function endedWith<Result>(
  scope: CallScope,
  context: FailureContext,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await scope.wait(work);
  } catch (error) {
    throw error instanceof ExchangeError ? exchangeFailure(context, error) : error;
  }
}

const refusals: ReadonlySet<string> = new Set(['record_not_found', 'file_not_found', 'upstream_rejected']);

/**
 * The error of a write that may have been carried out although its last attempt failed: the same error with an unknown outcome. If the
 * vendor rejects the retry, the error becomes `upstream_unavailable`, because "no such record" after a delete can mean that the delete
 * succeeded.
 */
export function lostWrite(call: UpstreamCall, error: GatewayError): GatewayError {
  if (error.outcome === 'unknown') return error;
  const { code, message, errors, retryAfterSeconds, upstream } = error;
  const isRefusal = refusals.has(code);
  return new GatewayError(
    isRefusal ? 'upstream_unavailable' : code,
    `${message} It is not known whether the write was carried out: check before you repeat it.`,
    {
      errors,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(upstream !== undefined && { upstream }),
      outcome: 'unknown',
      // A vendor that rejects the retry would reject every further one.
      retryable: error.retryable && !isRefusal && isRepeatable(call),
      cause: error,
    },
  );
}

/** Whether a status means a temporary failure of the vendor and not a wrong request: 408, 429 and 5xx. */
export function isTemporary(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/** The `upstream_unavailable` error of a vendor that failed with a status, and a code if it sent one. `purpose` completes "<vendor> could not …". */
export function temporaryFailure(vendor: string, purpose: string, status: number, code?: string): GatewayError {
  const what = code === undefined ? status : `${status}, ${code}`;
  return new GatewayError('upstream_unavailable', `${vendor} could not ${purpose} (${what}).`, {
    upstream: { status, ...(code !== undefined && { code }) },
  });
}

// Shorter values would blacken ordinary words.
const minMaskedLength = 6;

/**
 * Replaces the secrets of a connection, and `others`, with `***` in an upstream's text, plain and in the usual encodings: some vendors
 * repeat what they reject.
 */
export function maskSecrets(
  text: string,
  connection: UpstreamConnection,
  credentials: Credentials,
  others: readonly string[] = [],
): string {
  return [...credentialSecrets(connection, credentials), ...others]
    .filter((secret) => secret.length >= minMaskedLength)
    .flatMap(formsOf)
    .sort((one, other) => other.length - one.length)
    .reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}

function credentialSecrets(connection: UpstreamConnection, credentials: Credentials): readonly string[] {
  const scheme = connection.connector.upstream.authentication[connection.authentication];
  if (scheme === undefined) return [];
  const fields = Object.entries(credentials).filter(([name]) => scheme.fields[name]?.secret !== false);
  const headers = authenticationHeaders(scheme, connection, (name) => credentials[name]?.reveal());
  return [...fields.map(([, secret]) => secret.reveal()), ...Object.values(headers).map(lastWord)];
}

const lastWord = (header: string) => header.slice(header.lastIndexOf(' ') + 1);

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64').replace(/={1,2}$/, '');
  return [
    secret,
    base64,
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
  ];
}
