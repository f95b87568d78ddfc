import type { MetricsReading } from '../metrics.ts';

/**
 * The counters of workers that have ended. Without them, the sums would fall with each worker, which looks like a restart of the gateway.
 */
export class DepartedMetrics {
  #sum: MetricsReading | undefined;
  #adding: Promise<void> = Promise.resolve();

  /** Adds the last reading of a worker. */
  add(last: MetricsReading): Promise<void> {
    const counted = last.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram');
    this.#adding = this.#adding.then(async () => {
      this.#sum = this.#sum === undefined ? counted : await sumOf([this.#sum, counted]);
    });
    return this.#adding;
  }

  /** Returns their counters as one reading; none if no worker has ended. */
  async all(): Promise<readonly MetricsReading[]> {
    await this.#adding;
    return this.#sum === undefined ? [] : [this.#sum];
  }
}

// Few workers end while a gateway runs, so the primary loads the library only then.
async function sumOf(readings: readonly MetricsReading[]): Promise<MetricsReading> {
  const { addUp } = await import('../metrics.ts');
  return addUp(readings).getMetricsAsJSON();
}
