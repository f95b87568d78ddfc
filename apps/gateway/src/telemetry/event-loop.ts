import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Bound } from '@connectory/core';

const windowMilliseconds = 10_000;
const resolutionMilliseconds = 20;
/** Above this mean delay, the process is not ready. */
const maxMeanMilliseconds = 1_000;

/** Measures how long work waits for the event loop, in intervals of ten seconds. */
export class EventLoopWatch {
  readonly #histogram = monitorEventLoopDelay({ resolution: resolutionMilliseconds });
  readonly #timer: NodeJS.Timeout;
  #mean = 0;

  constructor() {
    this.#histogram.enable();
    this.#timer = setInterval(() => this.#turn(), windowMilliseconds).unref();
  }

  /** Whether the mean delay of the last interval was too long. */
  get isStalled(): boolean {
    return this.#mean > maxMeanMilliseconds;
  }

  /** The mean delay and its limit. */
  get bound(): Bound {
    return {
      name: 'event_loop_delay_milliseconds',
      help: 'Mean event-loop delay in the last ten seconds; above the limit the process is not ready',
      limit: maxMeanMilliseconds,
      inUse: () => this.#mean,
    };
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  #turn(): void {
    const mean = this.#histogram.mean / 1e6 - resolutionMilliseconds;
    this.#mean = Number.isFinite(mean) ? Math.max(0, Math.round(mean)) : 0;
    this.#histogram.reset();
  }
}
