import type { LimitBucket, LimitRules } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { setBounded } from './bounded-map.ts';
import type { ResponseHeaders } from './exchange.ts';
import { firstHeader, resetSeconds } from './response-headers.ts';

const maxEntries = 10_000;
const maxWaitSeconds = 15 * 60;
const probeMilliseconds = 1000;

/** Seconds to wait after the first rejection without a time, unless the vendor's rules say otherwise. */
export const defaultFirstWait = 10;

interface Block {
  readonly until: number;
  /** Rejections in a row without a time; 0 if the vendor said when requests are accepted again. */
  readonly rejections: number;
}

/** Whose limit a request counts for, apart from what the vendor's responses have said. */
export interface LimitedRequest {
  readonly connectionId: string;
  /** Method and declared path. */
  readonly route: string;
  readonly limits: LimitRules | undefined;
}

/**
 * Remembers, per connection and bucket, until when the upstream accepts no more requests: learned from rejections and from the vendor's
 * limit headers. After rejections without a time, a single request tries whether the limit has ended. Times in milliseconds.
 */
export class RequestBudget {
  readonly #now: () => number;
  readonly #blocks = new Map<string, Block>();
  readonly #probes = new Set<string>();
  /** What the limit header last said, by connection and route. */
  readonly #resources = new Map<string, string>();

  /** @param now The monotonic time in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The bucket of a request: as its response says if there is one, otherwise as the last response of its route did. */
  bucketOf({ connectionId, route, limits }: LimitedRequest, headers?: ResponseHeaders): string {
    const rule = limits?.bucket ?? 'connection';
    if (rule === 'connection') return connectionId;
    if (rule === 'route') return `${connectionId} ${route}`;
    if ('apart' in rule) return `${connectionId} ${rule.apart.find((ending) => route.endsWith(ending)) ?? ''}`;
    const key = `${connectionId} ${route}`;
    const named = headers && firstHeader(headers, rule.header);
    if (named !== undefined) setBounded(this.#resources, maxEntries, key, named);
    const resource = named ?? this.#resources.get(key);
    return resource === undefined ? key : `${connectionId} =${resource}`;
  }

  /** Milliseconds until a request of the bucket may be sent; 0 when it may. */
  wait(bucket: string): number {
    const block = this.#blocks.get(bucket);
    if (block === undefined) return 0;
    const left = block.until - this.#now();
    if (left > 0) return left;
    if (block.rejections > 0) return this.#probes.has(bucket) ? probeMilliseconds : 0;
    this.#blocks.delete(bucket);
    return 0;
  }

  /** Begins a request of a bucket that need not wait. True if others wait for its outcome, until `leave`. */
  enter(bucket: string): boolean {
    const isProbe = this.#blocks.has(bucket);
    if (isProbe) this.#probes.add(bucket);
    return isProbe;
  }

  leave(bucket: string): void {
    this.#probes.delete(bucket);
  }

  /** Updates the budget from the rate limit headers of a response. */
  learn(bucket: string, headers: ResponseHeaders, limits: LimitRules | undefined): void {
    if (limits?.remaining === undefined || firstHeader(headers, limits.remaining) !== '0') return;
    const seconds = resetSeconds(headers, limits);
    if (seconds !== undefined) this.#block(bucket, seconds, 0);
  }

  /** Records that the upstream accepted a request. One that was sent before the block began says nothing about its end. */
  accepted(bucket: string): void {
    const block = this.#blocks.get(bucket);
    if (block !== undefined && block.until <= this.#now()) this.#blocks.delete(bucket);
  }

  /**
   * Records that the upstream rejected a request because there were too many, with the time that it named. Returns the seconds until the
   * next one: without a time they double with every rejection.
   */
  rejected(bucket: string, seconds: number | undefined, firstWait = defaultFirstWait): number {
    if (seconds !== undefined) return this.#block(bucket, seconds, 0);
    const block = this.#blocks.get(bucket);
    const left = block === undefined ? 0 : block.until - this.#now();
    // It was sent before the rejection that began the block.
    if (left > 0) return Math.ceil(left / 1000);
    const before = block?.rejections ?? 0;
    return this.#block(bucket, Math.min(maxWaitSeconds, firstWait * 2 ** before), before + 1);
  }

  #block(bucket: string, seconds: number, rejections: number): number {
    setBounded(this.#blocks, maxEntries, bucket, { until: this.#now() + seconds * 1000, rejections });
    return seconds;
  }
}

/** Whether a limit of the vendor leaves other requests of the connection alone. */
export function isOfBucket(limits: LimitRules | undefined): boolean {
  const bucket: LimitBucket = limits?.bucket ?? 'connection';
  return bucket !== 'connection';
}

/** The error for a budget that is used up, with the true time to wait. */
export function budgetExhausted(
  vendor: string,
  limits: LimitRules | undefined,
  waitMilliseconds: number,
): GatewayError {
  const which = isOfBucket(limits) ? 'requests of this kind' : 'requests';
  return new GatewayError(
    'upstream_rate_limited',
    `${vendor} accepts no more ${which} with this credential for now. Nothing was sent; retry after the time in Retry-After.`,
    { retryAfterSeconds: Math.ceil(waitMilliseconds / 1000), othersMaySucceed: isOfBucket(limits) },
  );
}
