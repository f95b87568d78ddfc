import type { Clock } from '../../src/sync/clock.ts';

interface Sleeper {
  until: number;
  readonly wake: () => void;
}

/** A clock that is moved by hand; sleepers wake when their time has come. */
export class ManualClock implements Clock {
  #now = Date.parse('2026-03-01T12:00:00Z');
  readonly #sleepers = new Set<Sleeper>();
  readonly #timers = new Set<Sleeper>();

  now(): number {
    return this.#now;
  }

  /** How many sleep. */
  get sleepers(): number {
    return this.#sleepers.size;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const sleeper = { until: this.#now + milliseconds, wake: resolve };
      this.#sleepers.add(sleeper);
      const leave = () => {
        this.#sleepers.delete(sleeper);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  after(milliseconds: number, call: () => void): () => void {
    const timer = { until: this.#now + milliseconds, wake: call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Sets the clock back without any time passing: whoever sleeps wakes as soon as before. */
  setBack(seconds: number): void {
    this.#now -= seconds * 1000;
    for (const sleeper of [...this.#timers, ...this.#sleepers]) sleeper.until -= seconds * 1000;
  }

  /** Lets time pass. */
  pass(seconds: number): void {
    this.#now += seconds * 1000;
    for (const sleepers of [this.#timers, this.#sleepers]) {
      for (const sleeper of sleepers) {
        if (sleeper.until > this.#now) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    }
  }
}
