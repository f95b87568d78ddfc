import type { ChangeSignals } from '@connectory/context-store';
import { LeaseUnavailableError, type Subscription } from '@connectory/control-plane';
import type { Bound } from '@connectory/core';
import { type SubscriptionParts, SubscriptionWork } from './subscription-work.ts';

const lookMilliseconds = 1_000;
/** At every fifth look: which workspaces have a subscription to the audit. */
const auditLooks = 5;
/** Maximum number of subscriptions per process. */
const maxSubscriptions = 1_000;

/** Dependencies of the runner. */
export interface SubscriptionRunnerOptions extends SubscriptionParts {
  readonly signals: ChangeSignals;
  /** Called with unexpected errors. */
  readonly onError: (error: unknown, subscriptionId: string | null) => void;
}

/** Delivers changes to receivers: works on each active subscription, in one process at a time. */
export class SubscriptionRunner {
  readonly #options: SubscriptionRunnerOptions;
  readonly #stopping = new AbortController();
  readonly #works = new Map<string, { readonly work: SubscriptionWork; readonly done: Promise<void> }>();
  #looking: Promise<void> = Promise.resolve();

  /** Number of subscriptions this process works on. */
  readonly bound: Bound = {
    name: 'subscriptions',
    help: 'Active subscriptions',
    limit: maxSubscriptions,
    inUse: () => this.#works.size,
  };

  constructor(options: SubscriptionRunnerOptions) {
    this.#options = options;
  }

  /** Starts looking for active subscriptions. */
  start(): void {
    const stop = this.#options.signals.onChange((connectionId) => {
      for (const { work } of this.#works.values()) work.changed(connectionId);
    });
    this.#stopping.signal.addEventListener('abort', stop, { once: true });
    this.#looking = this.#look();
  }

  /** Stops: cancels running attempts and resolves when none is left. The next process sends them again. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#looking;
    await Promise.all([...this.#works.values()].map(({ done }) => done));
  }

  async #look(): Promise<void> {
    const { controlPlane, clock, onError } = this.#options;
    const { signal } = this.#stopping;
    for (let looks = 0; !signal.aborted; looks += 1) {
      try {
        if (looks % auditLooks === 0) controlPlane.audit.stream(await controlPlane.subscriptions.followingAudit());
        for (const subscription of await controlPlane.subscriptions.active(maxSubscriptions)) this.#begin(subscription);
      } catch (error) {
        onError(error, null);
      }
      await clock.sleep(lookMilliseconds, signal);
    }
  }

  #begin(subscription: Subscription): void {
    const { id } = subscription;
    if (this.#works.has(id) || this.#stopping.signal.aborted) return;
    const { controlPlane, onError } = this.#options;
    const over = new AbortController();
    const work = new SubscriptionWork(
      this.#options,
      subscription,
      AbortSignal.any([over.signal, this.#stopping.signal]),
    );
    const leased = controlPlane.leases.withLease(`subscription/${id}`, {}, async (lost) => {
      lost.addEventListener('abort', () => over.abort(), { once: true });
      await work.run();
    });
    const done = leased
      .catch((error: unknown) => {
        if (!(error instanceof LeaseUnavailableError)) onError(error, id);
      })
      .finally(() => this.#works.delete(id));
    this.#works.set(id, { work, done });
  }
}
