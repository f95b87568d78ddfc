import type { IncomingMessage } from 'node:http';
import { GatewayError } from '@connectory/errors';
import { CallRates } from '../limits/call-rates.ts';

const perMinute = { address: 1_200, link: 60 };
const mostAtOnce = 64;

/** Bounds the pages, which nobody needs a token for: requests per address and per link, and how many are worked on at a time. */
export class PageLimits {
  readonly #rates = new CallRates();
  #running = 0;

  /** Works on a request. Throws `rate_limited`, and `gateway_busy` when too many are worked on. */
  async within<Result>({ socket }: IncomingMessage, link: string, work: () => Promise<Result>): Promise<Result> {
    this.#take(`address ${socket.remoteAddress ?? ''}`, perMinute.address);
    this.#take(`link ${link}`, perMinute.link);
    if (this.#running >= mostAtOnce) {
      throw new GatewayError('gateway_busy', 'Too many people are connecting accounts right now.', {
        retryAfterSeconds: 5,
      });
    }
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
    }
  }

  #take(subject: string, rate: number): void {
    const { wait } = this.#rates.standing(subject, rate);
    if (wait > 0) {
      const retryAfterSeconds = Math.ceil(wait / 1_000);
      throw new GatewayError('rate_limited', 'Too many requests per minute.', { retryAfterSeconds });
    }
    this.#rates.take(subject, rate);
  }
}
