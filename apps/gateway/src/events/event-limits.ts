import type { EventEndpoint } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import type { Rates } from '../limits/call-rates.ts';
import { takeRate } from '../limits/take-rate.ts';

const perMinute = { connection: 1_200, workspace: 6_000 };
const mostAtOnce = { connection: 8, all: 64 };

/** Limits vendors' requests: per connection, per workspace, and the number handled concurrently. */
export class EventLimits {
  readonly #rates: Rates;
  readonly #running = new Map<string, number>();
  #all = 0;

  constructor(rates: Rates) {
    this.#rates = rates;
  }

  /** Handles a request. Throws `rate_limited`, or `gateway_busy` if too many are being handled. */
  async within<Result>(
    { connectionId, workspaceId }: Pick<EventEndpoint, 'connectionId' | 'workspaceId'>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    await takeRate(this.#rates, `events of connection ${connectionId}`, perMinute.connection);
    await takeRate(this.#rates, `events of workspace ${workspaceId}`, perMinute.workspace);
    const running = this.#running.get(connectionId) ?? 0;
    if (running >= mostAtOnce.connection || this.#all >= mostAtOnce.all) {
      throw new GatewayError('gateway_busy', 'Too many events are arriving right now.', { retryAfterSeconds: 5 });
    }
    this.#running.set(connectionId, running + 1);
    this.#all += 1;
    try {
      return await work();
    } finally {
      this.#all -= 1;
      const left = (this.#running.get(connectionId) ?? 1) - 1;
      if (left === 0) this.#running.delete(connectionId);
      else this.#running.set(connectionId, left);
    }
  }
}
