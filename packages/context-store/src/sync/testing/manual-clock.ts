import type { Clock } from '../clock.ts';

/** A clock that only moves when it is told to; sleepers wake when their time has come. */
export class ManualClock implements Clock {
  #now = Date.parse('2026-03-01T12:00:00Z');
  readonly #sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();

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
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** Lets time pass. */
  pass(seconds: number): void {
    this.#now += seconds * 1000;
    for (const sleeper of this.#sleepers) {
      if (sleeper.until > this.#now) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}
