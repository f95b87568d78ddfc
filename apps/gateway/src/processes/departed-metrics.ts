import type { MetricsReading } from '../metrics.ts';

/** The counters of workers that have ended: a sum that fell with each of them would look like a restart of the gateway. */
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

  /** What they counted, as one reading; none as long as none has ended. */
  async all(): Promise<readonly MetricsReading[]> {
    await this.#adding;
    return this.#sum === undefined ? [] : [this.#sum];
  }
}

// Few workers end while a gateway runs, and the primary does without the library until then.
async function sumOf(readings: readonly MetricsReading[]): Promise<MetricsReading> {
  const { addUp } = await import('../metrics.ts');
  return addUp(readings).getMetricsAsJSON();
}
