import { createHash, randomUUID } from 'node:crypto';
import { isRead, type Upstream, type UpstreamRequest } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { asStep, type CallScope, keyPathOf, type UpstreamCall } from './call.ts';
import type { CircuitBreakers } from './circuit-breaker.ts';
import type { Credentials } from './connection.ts';
import { routeOf } from './declared-route.ts';
import { type Exchange, type ExchangeBounds, ExchangeError, type ExchangeResponse } from './exchange.ts';
import {
  endedWith,
  exchangeFailure,
  type FailureContext,
  failureContext,
  failureOf,
  lostWrite,
  saysTokenExpired,
  vendorCodeOf,
} from './failure.ts';
import { withFile } from './file-upload.ts';
import type { TokenRenewal } from './oauth/token-renewal.ts';
import { defaultSyncShare, type PassBudget, shareExhausted } from './pass-budget.ts';
import { type IdempotencyKey, prepareRequest, type SendableRequest } from './request.ts';
import { budgetExhausted, type LimitedRequest, type RequestBudget } from './request-budget.ts';
import { firstHeader } from './response-headers.ts';

/** How often and how long failed calls are repeated; times in milliseconds. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly firstDelay: number;
  readonly maxDelay: number;
  /** Longest wait of a live call; if a longer one is needed, the error is returned with the true Retry-After. */
  readonly maxWait: number;
  /** Resolves after the time, or at once when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** The monotonic time that passes while it sleeps. */
  readonly now: () => number;
}

/** Dependencies of a sender. */
export interface CallSenderParts {
  readonly exchange: Exchange;
  readonly circuits: CircuitBreakers;
  readonly budget: RequestBudget;
  /** Undefined if reads of the copy may use all that the vendor accepts. */
  readonly passBudget: PassBudget | undefined;
  readonly tokens: TokenRenewal;
  readonly retry: RetryPolicy;
}

/**
 * Decides whether a response with a successful status is an error; `partial` is the error of a write that was at least partly carried out.
 */
export type FailureCheck = (response: ExchangeResponse) => 'none' | 'whole' | 'partial';

const redirects = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 3;

/**
 * Sends declared requests until they succeed or must not be retried: reads after network errors, 429 and 5xx; writes only if no byte was
 * sent or the vendor knows their idempotency key, and never a file whose bytes cannot be read again. Throws the documented
 * `GatewayError`. Once an attempt of a write may have been carried out, the outcome is unknown whatever later attempts return.
 */
export class CallSender {
  readonly #parts: CallSenderParts;

  constructor(parts: CallSenderParts) {
    this.#parts = parts;
  }

  /** Sends a request of the call within its bounds and returns its successful response. */
  async send(
    call: UpstreamCall,
    request: UpstreamRequest,
    bounds: ExchangeBounds,
    failed: FailureCheck,
  ): Promise<ExchangeResponse> {
    const { budget, passBudget, tokens, retry } = this.#parts;
    const { connection } = call;
    const { scope } = bounds;
    const { upstream } = connection.connector;
    const idempotency = idempotencyOf(call);
    const repeatable = isRead(call.name) || idempotency !== undefined;
    let credentials = connection.credentials;
    const { limits } = upstream;
    const route = routeOf(call.action, request);
    const limited: LimitedRequest = { connectionId: connection.id, route, limits };
    let bucket = budget.bucketOf(limited);
    const context: FailureContext = {
      ...failureContext(call, () => credentials),
      rejected: (seconds) => budget.rejected(bucket, seconds, limits?.firstWait),
    };
    const renew = async (attempt: number) => {
      credentials = await asStep(call, 'token', attempt, context, () =>
        endedWith(scope, context, tokens.renew(connection, credentials)),
      );
    };
    if (tokens.isDue(connection)) await renew(1);
    let renewed = false;
    let isLost = call.mayHaveHappened === true;
    for (let attempt = 1; ; attempt++) {
      let error: unknown;
      let mayRepeat: boolean;
      try {
        const response = await this.#withinBudget(call, limited, bucket, scope, context, () =>
          asStep(call, 'attempt', attempt, context, () =>
            this.#attempt(call, request, route, credentials, idempotency, bounds),
          ),
        );
        bucket = budget.bucketOf(limited, response.headers);
        budget.learn(bucket, response.headers, limits);
        passBudget?.learn(bucket, response.headers, limits);
        const extent = response.status < 300 ? failed(response) : 'whole';
        if (extent === 'none') {
          budget.accepted(bucket);
          return response;
        }
        isLost ||= extent === 'partial';
        // An upstream that rejects a token has done nothing yet, so a write can be sent again, too.
        if (extent === 'whole' && !renewed && tokens.canRenew(connection) && refusesToken(upstream, response)) {
          await renew(attempt);
          renewed = true;
          if (call.file?.isSpent !== true) continue;
          throw tokenRenewed(connection.connector.vendor);
        }
        const failure = failureOf(context, response.status, response.headers, response.body);
        if (failure.code !== 'upstream_rate_limited') budget.accepted(bucket);
        error = failure;
        mayRepeat = repeatable && isTransient(failure) && extent === 'whole';
      } catch (thrown) {
        error = thrown instanceof ExchangeError ? exchangeFailure(context, thrown) : thrown;
        mayRepeat =
          thrown instanceof ExchangeError
            ? (repeatable || !thrown.sent) && isTransientError(thrown)
            : isRead(call.name) && GatewayError.is(thrown, 'upstream_unavailable') && thrown.retryable;
      }
      if (GatewayError.is(error)) {
        isLost ||= error.outcome === 'unknown';
        if (isLost) error = lostWrite(call, error);
      }
      if (!mayRepeat || call.file?.isSpent === true || attempt >= retry.attempts || scope.end !== undefined)
        throw error;
      const delay = Math.max(backoff(retry, attempt), budget.wait(bucket), waitOf(error));
      if (delay > retry.maxWait || delay > scope.left) throw error;
      await retry.sleep(delay, scope.signal);
      // The last response explains more than the timeout.
      if (scope.end !== undefined) throw error;
    }
  }

  /** Sends once the bucket accepts requests. Throws `upstream_rate_limited` if a caller should not wait so long. */
  async #withinBudget(
    { connection, purpose }: UpstreamCall,
    limited: LimitedRequest,
    bucket: string,
    scope: CallScope,
    context: FailureContext,
    send: () => Promise<ExchangeResponse>,
  ): Promise<ExchangeResponse> {
    const { budget, retry } = this.#parts;
    const { connector, syncShare = defaultSyncShare } = connection;
    const passBudget = purpose === 'sync' || purpose === 'batch' ? this.#parts.passBudget : undefined;
    // A batch has no other work meanwhile.
    const maxWait = purpose === 'batch' ? scope.left : retry.maxWait;
    const shareWait = () => passBudget?.wait(limited, bucket, syncShare) ?? 0;
    const anyWait = () => Math.max(budget.wait(bucket), shareWait());
    let waited = 0;
    for (let wait = anyWait(); wait > 0; wait = anyWait()) {
      waited += wait;
      if (waited > maxWait || wait > scope.left) {
        const exhausted = shareWait() > budget.wait(bucket) ? shareExhausted : budgetExhausted;
        throw exhausted(connector.vendor, limited.limits, wait);
      }
      await retry.sleep(wait, scope.signal);
      if (scope.end !== undefined) throw exchangeFailure(context, scope.end);
    }
    passBudget?.count(limited, bucket);
    const isProbe = budget.enter(bucket);
    try {
      return await send();
    } finally {
      if (isProbe) budget.leave(bucket);
    }
  }

  async #attempt(
    call: UpstreamCall,
    request: UpstreamRequest,
    route: string,
    credentials: Credentials,
    idempotency: IdempotencyKey | undefined,
    bounds: ExchangeBounds,
  ): Promise<ExchangeResponse> {
    const { id, connector } = call.connection;
    let prepared = withFile(prepareRequest(call.connection, request, credentials, idempotency), request, call);
    const owner = `${call.purpose ?? 'live'} ${id}`;
    for (let hop = 0; ; hop++) {
      // Earlier responses are no longer needed.
      bounds.held?.release();
      const response = await this.#parts.circuits.run(
        { origin: `${owner} ${prepared.origin}`, route: `${owner} ${route}` },
        connector.vendor,
        () => this.#parts.exchange.send(prepared, bounds),
      );
      const next = isRead(call.name) && hop < maxRedirects ? sameOriginRedirect(prepared, response) : undefined;
      if (next === undefined) return response;
      prepared = next;
    }
  }
}

// The bytes of the file are gone, but the vendor did nothing with them.
const tokenRenewed = (vendor: string) =>
  new GatewayError(
    'upstream_unavailable',
    `${vendor} rejected the access token, which has been renewed. Send the file again.`,
  );

const refusesToken = (upstream: Upstream, { status, body }: ExchangeResponse) =>
  status === 401 || saysTokenExpired(upstream, vendorCodeOf(upstream, body));

// A redirect to another host is not followed: the credential belongs to this one.
function sameOriginRedirect(prepared: SendableRequest, response: ExchangeResponse): SendableRequest | undefined {
  if (!redirects.has(response.status)) return undefined;
  const location = firstHeader(response.headers, 'location');
  if (location === undefined || !URL.canParse(location, prepared.origin + prepared.path)) return undefined;
  const url = new URL(location, prepared.origin + prepared.path);
  return url.origin === prepared.origin ? { ...prepared, path: url.pathname + url.search } : undefined;
}

const isTransient = ({ code }: GatewayError) => code === 'upstream_rate_limited' || code === 'upstream_unavailable';
const isTransientError = ({ kind }: ExchangeError) => kind === 'network' || kind === 'timeout' || kind === 'incomplete';

const waitOf = (error: unknown) => (GatewayError.is(error) ? (error.retryAfterSeconds ?? 0) * 1000 : 0);

function backoff({ firstDelay, maxDelay }: RetryPolicy, attempt: number): number {
  const full = Math.min(maxDelay, firstDelay * 2 ** (attempt - 1));
  return full / 2 + Math.random() * (full / 2);
}

/** The idempotency key of a write, where the vendor accepts one: derived from the caller's key, else made for this call. */
export function idempotencyOf(call: UpstreamCall): IdempotencyKey | undefined {
  const { connection, idempotencyKey } = call;
  const path = keyPathOf(call);
  if (path === undefined) return undefined;
  // A repeat through another gateway process must carry the same key.
  const derive = () => createHash('sha256').update(`${connection.id}\n${idempotencyKey}`).digest('hex');
  return { ...path, key: idempotencyKey === undefined ? randomUUID() : derive() };
}
