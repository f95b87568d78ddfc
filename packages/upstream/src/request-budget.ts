import type { LimitHeaders } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import type { ResponseHeaders } from './exchange.ts';
import { firstHeader, resetSeconds } from './response-headers.ts';

const maxConnections = 10_000;

/**
 * Remembers, per credential, until when the upstream accepts no more requests: learned from refusals and from the vendor's
 * limit headers. Times in milliseconds.
 */
export class RequestBudget {
  readonly #blockedUntil = new Map<string, number>();

  /** Milliseconds until requests of this connection are welcome again; 0 when they are. */
  wait(connectionId: string): number {
    const until = this.#blockedUntil.get(connectionId);
    if (until === undefined) return 0;
    const left = until - performance.now();
    if (left > 0) return left;
    this.#blockedUntil.delete(connectionId);
    return 0;
  }

  /** Updates the budget from the rate limit headers of a response. */
  learn(connectionId: string, headers: ResponseHeaders, limits: LimitHeaders | undefined): void {
    if (limits === undefined || firstHeader(headers, limits.remaining) !== '0') return;
    const seconds = resetSeconds(headers, limits);
    if (seconds !== undefined) this.block(connectionId, seconds);
  }

  /** Records that the upstream rejected a request of this connection because there were too many. */
  block(connectionId: string, seconds: number): void {
    const [oldest] = this.#blockedUntil.keys();
    if (this.#blockedUntil.size >= maxConnections && oldest !== undefined) this.#blockedUntil.delete(oldest);
    this.#blockedUntil.set(connectionId, performance.now() + seconds * 1000);
  }
}

/** The error for a budget that is used up, with the true time to wait. */
export function budgetExhausted(vendor: string, waitMilliseconds: number): GatewayError {
  return new GatewayError(
    'upstream_rate_limited',
    `${vendor} accepts no more requests with this credential for now. Nothing was sent; retry after the time in Retry-After.`,
    { retryAfterSeconds: Math.ceil(waitMilliseconds / 1000) },
  );
}
