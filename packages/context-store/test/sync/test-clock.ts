import type { Clock } from '../../src/sync/clock.ts';

/** A clock that advances only by sleeping or by hand. */
export class TestClock implements Clock {
  #now = Date.parse('2026-03-01T12:00:00Z');
  /** Every time slept so far, in milliseconds. */
  readonly slept: number[] = [];

  now(): number {
    return this.#now;
  }

  async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.slept.push(milliseconds);
    this.#now += milliseconds;
  }

  /** Nothing is ever late. */
  after(): () => void {
    return () => undefined;
  }

  /** Lets time pass. */
  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }
}
