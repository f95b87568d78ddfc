/**
 * Wall-clock time for what has to stay in order. It never goes back: when the machine's clock is set back, it goes on at half speed
 * until that has caught up.
 */
export class SteadyClock {
  #last = 0;
  #measuredAt = 0;

  /** Milliseconds since 1970, never less than the last time. */
  now(): number {
    const measuredAt = performance.now();
    this.#last = Math.max(Date.now(), this.#last + (measuredAt - this.#measuredAt) / 2);
    this.#measuredAt = measuredAt;
    return this.#last;
  }
}
