const minute = 60_000;
/** Number of entries to keep before removing expired ones. */
const fewEntries = 1_000;

/** State of a rate limit at a moment. */
export interface RateStanding {
  /** Number of calls that may be made immediately. */
  readonly remaining: number;
  /** Milliseconds until one more may be made; 0 if one may be made now. */
  readonly wait: number;
  /** Milliseconds until the whole rate is available again. */
  readonly untilFull: number;
}

/** Limits how many calls per minute each subject, such as a token, may make. */
export interface Rates {
  /** State of the rate limit of a subject; consumes nothing. */
  standing(subject: string, perMinute: number): RateStanding;
  /** Whether one call may be taken now; synchronous unless other processes are involved. */
  ready(subject: string, perMinute: number): boolean | Promise<boolean>;
  /** Takes one call, after `ready` returned true in the same turn. */
  take(subject: string, perMinute: number): void;
}

/**
 * Rates of calls per minute, by the monotonic clock of this process. Each is a token bucket that holds the calls of one minute and refills
 * evenly.
 */
export class CallRates implements Rates {
  readonly #now: () => number;
  // When each bucket will be full again. A full bucket is equivalent to none.
  readonly #fullAt = new Map<string, number>();
  #sweepAt = fewEntries;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Number of subjects with an entry. */
  get size(): number {
    return this.#fullAt.size;
  }

  standing(subject: string, perMinute: number): RateStanding {
    return standingOf(Math.max(0, (this.#fullAt.get(subject) ?? 0) - this.#now()), perMinute);
  }

  ready(subject: string, perMinute: number): boolean {
    return this.standing(subject, perMinute).remaining > 0;
  }

  take(subject: string, perMinute: number, calls = 1): void {
    const now = this.#now();
    this.#fullAt.set(subject, Math.max(now, this.#fullAt.get(subject) ?? 0) + (calls * minute) / perMinute);
    if (this.#fullAt.size > this.#sweepAt) this.#sweep(now);
  }

  /** Returns calls that were taken but not made. */
  giveBack(subject: string, perMinute: number, calls: number): void {
    const fullAt = this.#fullAt.get(subject);
    if (fullAt !== undefined) this.#fullAt.set(subject, fullAt - (calls * minute) / perMinute);
  }

  #sweep(now: number): void {
    for (const [subject, at] of this.#fullAt) if (at <= now) this.#fullAt.delete(subject);
    this.#sweepAt = Math.max(fewEntries, 2 * this.#fullAt.size);
  }
}

/** State of a rate limit whose bucket will be full after a number of milliseconds. */
export function standingOf(untilFull: number, perMinute: number): RateStanding {
  const interval = minute / perMinute;
  // If the rate was lowered, the wait may be longer than a minute.
  const free = minute - untilFull;
  // Division leaves a rounding error of a billionth, which must not cost a whole call.
  const remaining = Math.max(0, Math.floor(free / interval + 1e-6));
  return { remaining, wait: remaining > 0 ? 0 : interval - free, untilFull };
}
