import { type Clock, systemClock } from './clock.ts';

/** Decides when the engine may request the next page of an upstream; live calls have priority. */
export interface SyncBudget {
  /** Resolves when the connection's upstream budget has room for a page of sync, or when the signal aborts. */
  turn(connectionId: string, signal: AbortSignal): Promise<void>;
  /** Whether live calls of any connection run, or ran within the last second; synchronization is then limited to a quarter of its share. */
  readonly isLive: boolean;
}

const maxPause = 10_000;
const moment = 1_000;

/**
 * Pauses synchronization while live calls of the same connection run: wrap each live call in `live`. A connection that is never quiet still
 * gets a page every ten seconds. Rate limits of the upstream are not handled here: the source throws them.
 */
export class LivePriority implements SyncBudget {
  readonly #running = new Map<string, { calls: number; readonly waiting: Set<AbortController> }>();
  readonly #clock: Clock;
  #lastEnd = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  get isLive(): boolean {
    return this.#running.size > 0 || Math.abs(this.#clock.now() - this.#lastEnd) < moment;
  }

  /** Runs a live call of a connection; sync of that connection pauses until it ends. */
  async live<Result>(connectionId: string, call: () => Promise<Result>): Promise<Result> {
    const entry = this.#running.get(connectionId) ?? { calls: 0, waiting: new Set() };
    this.#running.set(connectionId, entry);
    entry.calls += 1;
    try {
      return await call();
    } finally {
      entry.calls -= 1;
      this.#lastEnd = this.#clock.now();
      if (entry.calls === 0) {
        this.#running.delete(connectionId);
        for (const waiting of entry.waiting) waiting.abort();
      }
    }
  }

  async turn(connectionId: string, signal: AbortSignal): Promise<void> {
    const deadline = this.#clock.now() + maxPause;
    for (;;) {
      const entry = this.#running.get(connectionId);
      const left = deadline - this.#clock.now();
      if (entry === undefined || left <= 0 || signal.aborted) return;
      const quiet = new AbortController();
      entry.waiting.add(quiet);
      await this.#clock.sleep(left, AbortSignal.any([signal, quiet.signal]));
      entry.waiting.delete(quiet);
    }
  }
}

/** A budget without limits, for an upstream without other callers. */
export const noBudget: SyncBudget = { turn: async () => undefined, isLive: false };
