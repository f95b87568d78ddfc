const minute = 60_000;
/** Entries that are kept without looking for those that say nothing any more. */
const fewEntries = 1_000;

/** State of a rate limit at a moment. */
export interface RateStanding {
  /** Calls that may be made at once. */
  readonly remaining: number;
  /** Milliseconds until one more may be made; 0 when one may be made now. */
  readonly wait: number;
  /** Milliseconds until as many may be made as the rate allows. */
  readonly untilFull: number;
}

/** How many calls per minute each subject, such as a token, may make. */
export interface Rates {
  /** State of the rate limit of a subject; consumes nothing. */
  standing(subject: string, perMinute: number): RateStanding;
  /** Whether one call may be taken now; at once unless other processes have to be asked. */
  ready(subject: string, perMinute: number): boolean | Promise<boolean>;
  /** Takes one call, after `ready` was true in the same turn. */
  take(subject: string, perMinute: number): void;
}

/**
 * Rates of calls per minute, by the monotonic clock of this process. Each is a bucket that holds as many calls as the rate allows in a
 * minute and is refilled evenly.
 */
export class CallRates implements Rates {
  readonly #now: () => number;
  // When each bucket will be full again. One that is full is like one that never was.
  readonly #fullAt = new Map<string, number>();
  #sweepAt = fewEntries;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Subjects that something is known of. */
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

  /** Gives calls back that were taken and not made. */
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
  // A lower rate than before leaves more to wait for than a minute.
  const free = minute - untilFull;
  // Divisions leave a part of a billionth, which must not cost a whole call.
  const remaining = Math.max(0, Math.floor(free / interval + 1e-6));
  return { remaining, wait: remaining > 0 ? 0 : interval - free, untilFull };
}
