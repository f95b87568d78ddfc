import { type RateStanding, type Rates, standingOf } from './call-rates.ts';

/** Leased share of a rate limit, and its state afterwards. */
export interface RateLease {
  readonly granted: number;
  /** Milliseconds until the rate is full again, including the leased calls. */
  readonly untilFull: number;
}

/** Leases calls of a rate to this process and to others. */
export interface RateSource {
  /** Leases `needed` calls or more, or fewer if no more are left. */
  lease(subject: string, perMinute: number, needed: number): Promise<RateLease>;
  /** Returns leased calls that were not made. */
  giveBack(subject: string, perMinute: number, count: number): void;
}

interface Portion {
  perMinute: number;
  /** Leased calls that are still unused. */
  left: number;
  wasUsed: boolean;
  // By the monotonic clock of this process.
  fullAt: number;
  refusedUntil: number;
  waiting: number;
  asking: Promise<void> | undefined;
}

/**
 * Rates that several processes share. This process leases small portions of them and spends these locally. The state of a rate is that of
 * the last lease.
 */
export class LeasedRates implements Rates {
  readonly #source: RateSource;
  readonly #now: () => number;
  readonly #portions = new Map<string, Portion>();

  constructor(source: RateSource, now: () => number = () => performance.now()) {
    this.#source = source;
    this.#now = now;
  }

  standing(subject: string, perMinute: number): RateStanding {
    const now = this.#now();
    const { left, fullAt, refusedUntil } = this.#of(subject, perMinute);
    const { remaining, wait, untilFull } = standingOf(Math.max(0, fullAt - now), perMinute);
    if (left > 0) return { remaining: remaining + left, wait: 0, untilFull };
    if (now < refusedUntil) return { remaining: 0, wait: refusedUntil - now, untilFull };
    return { remaining, wait, untilFull };
  }

  ready(subject: string, perMinute: number): boolean | Promise<boolean> {
    const portion = this.#of(subject, perMinute);
    if (portion.left > 0) return true;
    // A refusal includes the time of the next available call; until then no lease is requested.
    if (this.#now() < portion.refusedUntil) return false;
    portion.asking ??= this.#ask(subject, portion);
    return this.#wait(subject, portion, portion.asking);
  }

  take(subject: string, perMinute: number): void {
    const portion = this.#of(subject, perMinute);
    portion.left--;
    portion.wasUsed = true;
  }

  /** Gives up the rest of a portion, because another process needs it. Returns the number of calls. */
  recall(subject: string): number {
    const portion = this.#portions.get(subject);
    if (portion === undefined) return 0;
    const { left } = portion;
    portion.left = 0;
    return left;
  }

  /** Returns portions that were not used since the last sweep, and removes expired ones. */
  sweep(): void {
    for (const [subject, portion] of this.#portions) {
      if (!portion.wasUsed) this.#giveUp(subject, portion);
      if (!portion.wasUsed && portion.asking === undefined && portion.fullAt <= this.#now())
        this.#portions.delete(subject);
      portion.wasUsed = false;
    }
  }

  async #wait(subject: string, portion: Portion, asking: Promise<void>): Promise<boolean> {
    portion.waiting++;
    try {
      await asking;
    } finally {
      portion.waiting--;
    }
    return this.ready(subject, portion.perMinute);
  }

  async #ask(subject: string, portion: Portion): Promise<void> {
    // Calls that arrive in the same turn share one lease request.
    await Promise.resolve();
    const { perMinute } = portion;
    const needed = Math.max(1, portion.waiting);
    try {
      const { granted, untilFull } = await this.#source.lease(subject, perMinute, needed);
      const now = this.#now();
      portion.left += granted;
      portion.fullAt = now + untilFull;
      portion.wasUsed = true;
      if (granted < needed) portion.refusedUntil = now + standingOf(untilFull, perMinute).wait;
    } finally {
      portion.asking = undefined;
    }
  }

  #giveUp(subject: string, portion: Portion): void {
    if (portion.left > 0) this.#source.giveBack(subject, portion.perMinute, portion.left);
    portion.left = 0;
  }

  #of(subject: string, perMinute: number): Portion {
    const known = this.#portions.get(subject);
    if (known?.perMinute === perMinute) return known;
    if (known !== undefined) {
      this.#giveUp(subject, known);
      known.refusedUntil = 0;
      known.perMinute = perMinute;
      return known;
    }
    const added: Portion = {
      perMinute,
      left: 0,
      wasUsed: false,
      fullAt: 0,
      refusedUntil: 0,
      waiting: 0,
      asking: undefined,
    };
    this.#portions.set(subject, added);
    return added;
  }
}
