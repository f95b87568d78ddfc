import type { IncomingMessage } from 'node:http';
import { GatewayError } from '@connectory/errors';
import type { Rates } from '../limits/call-rates.ts';
import { takeRate } from '../limits/take-rate.ts';

const perMinute = { address: 1_200, link: 60 };
const mostAtOnce = 64;

/** Limits requests to the pages, which require no token: per IP address, per link, and the number handled concurrently. */
export class PageLimits {
  readonly #rates: Rates;
  #running = 0;

  constructor(rates: Rates) {
    this.#rates = rates;
  }

  /** Handles a request. Throws `rate_limited`, or `gateway_busy` if too many are being handled. */
  async within<Result>({ socket }: IncomingMessage, link: string, work: () => Promise<Result>): Promise<Result> {
    await takeRate(this.#rates, `address ${socket.remoteAddress ?? ''}`, perMinute.address);
    await takeRate(this.#rates, `link ${link}`, perMinute.link);
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
}
