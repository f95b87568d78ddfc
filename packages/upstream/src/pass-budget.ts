import { type LimitRules, type Quota, quotaOf } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { setBounded } from './bounded-map.ts';
import type { ResponseHeaders } from './exchange.ts';
import { isOfBucket, type LimitedRequest } from './request-budget.ts';
import { firstHeader, resetSeconds } from './response-headers.ts';

const maxEntries = 10_000;
const groupsPerWindow = 10;

/** The share of a quota for reads of the copy, unless the connection says otherwise. */
export const defaultSyncShare = 0.5;

/** Requests that were sent in a short time, from the first to the last one, in milliseconds. */
interface RequestGroup {
  readonly first: number;
  last: number;
  count: number;
}

/**
 * How many requests reads of the copy and calls of batches may send, so that the rest of the vendor's quota is left to live calls: per
 * connection and quota at most their share in any time as long as the quota's, and none while the limit headers say that less than the
 * rest is left. Every process counts its own.
 */
export class PassBudget {
  readonly #now: () => number;
  readonly #sent = new Map<string, RequestGroup[]>();
  /** What the limit headers last said, by bucket: the share of the limit that is left, and until when. */
  readonly #left = new Map<string, { readonly share: number; readonly until: number }>();

  /** @param now The monotonic time in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds until a read of the copy may be sent; 0 when it may. */
  wait(request: LimitedRequest, bucket: string, share: number): number {
    const now = this.#now();
    const left = this.#left.get(bucket);
    const untilReset = left !== undefined && left.share + share < 1 ? Math.max(0, left.until - now) : 0;
    return Math.max(untilReset, this.#quotaWait(request, bucket, share, now));
  }

  /** Counts a read of the copy that is sent now. */
  count(request: LimitedRequest, bucket: string): void {
    const counted = countedBy(request, bucket);
    if (counted === undefined) return;
    const now = this.#now();
    const groups = this.#sent.get(counted.key) ?? [];
    const group = groups.at(-1);
    if (group !== undefined && now - group.first < (counted.quota.seconds * 1000) / groupsPerWindow) {
      group.last = now;
      group.count += 1;
    } else {
      groups.push({ first: now, last: now, count: 1 });
    }
    setBounded(this.#sent, maxEntries, counted.key, groups);
  }

  /** Updates the budget from the limit headers of any response. */
  learn(bucket: string, headers: ResponseHeaders, limits: LimitRules | undefined): void {
    if (limits?.limit === undefined || limits.remaining === undefined) return;
    const share =
      Number(firstHeader(headers, limits.remaining) ?? Number.NaN) / Number(firstHeader(headers, limits.limit));
    const seconds = resetSeconds(headers, limits);
    if (Number.isNaN(share) || seconds === undefined) return;
    setBounded(this.#left, maxEntries, bucket, { share, until: this.#now() + seconds * 1000 });
  }

  #quotaWait(request: LimitedRequest, bucket: string, share: number, now: number): number {
    const counted = countedBy(request, bucket);
    const groups = counted && this.#sent.get(counted.key);
    if (counted === undefined || groups === undefined) return 0;
    const { requests, seconds } = counted.quota;
    // Where the share is less than one request, one is sent in a longer time.
    const allowed = Math.max(1, Math.floor(requests * share));
    const window = (seconds * 1000 * allowed) / Math.min(allowed, requests * share);
    while (groups[0] !== undefined && groups[0].last + window <= now) groups.shift();
    let excess = groups.reduce((sum, { count }) => sum + count, 0) - allowed + 1;
    if (excess <= 0) return 0;
    const last = groups.find(({ count }) => {
      excess -= count;
      return excess <= 0;
    });
    return last === undefined ? 0 : last.last + window - now;
  }
}

/** The quota that counts a request, and the key of what it counts. */
function countedBy(
  { connectionId, route, limits }: LimitedRequest,
  bucket: string,
): { readonly quota: Quota; readonly key: string } | undefined {
  const quota = quotaOf(limits, route);
  return quota && { quota, key: `${quota.together ? connectionId : bucket} ${limits?.quotas?.indexOf(quota)}` };
}

/** The error for reads of the copy and calls of batches that have used their share, with the time until the next one. */
export function shareExhausted(vendor: string, limits: LimitRules | undefined, waitMilliseconds: number): GatewayError {
  return new GatewayError(
    'upstream_rate_limited',
    `Synchronization and batches have used their share of the requests that ${vendor} accepts; the rest is left to other calls.`,
    {
      retryAfterSeconds: Math.ceil(waitMilliseconds / 1000),
      othersMaySucceed: isOfBucket(limits) || (limits?.quotas ?? []).length > 1,
    },
  );
}
