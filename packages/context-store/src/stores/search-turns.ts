import { GatewayError } from '@connectory/errors';
import { type Clock, systemClock } from '../sync/clock.ts';
import { FairTurns, type Turn } from './fair-turns.ts';

/** Milliseconds after which a search ends as `search_timeout`, unless a store is opened with another limit. */
export const defaultSearchLimit = 10_000;

/** How many searches may wait, and how long. */
export interface SearchQueueLimits {
  readonly process: number;
  readonly workspace: number;
  readonly seconds: number;
}

const defaultLimits: SearchQueueLimits = { process: 200, workspace: 100, seconds: 30 };

/** Shares the searches that a store runs at once between workspaces: each has at most half of them. */
export class SearchTurns {
  readonly #turns: FairTurns;
  readonly #limits: SearchQueueLimits;
  readonly #clock: Clock;

  constructor(turns: number, limits: Partial<SearchQueueLimits> = {}, clock: Clock = systemClock) {
    this.#turns = new FairTurns(turns);
    this.#limits = { ...defaultLimits, ...limits };
    this.#clock = clock;
  }

  /** Searches that run. */
  get running(): number {
    return this.#turns.inUse;
  }

  /** Most searches that run. */
  get maxRunning(): number {
    return this.#turns.limit;
  }

  /** Searches that wait. */
  get waiting(): number {
    return this.#turns.waiting;
  }

  /** Most searches that wait. */
  get maxWaiting(): number {
    return this.#limits.process;
  }

  /**
   * Searches, when it is the workspace's turn. Throws `store_busy` when too many wait, or it has waited too long, and the reason of the
   * signal when that aborts while it waits.
   */
  async run<Result>(workspace: string, search: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    const turn = this.#turns.takeNow(workspace) ?? (await this.#wait(workspace, signal));
    try {
      return await search();
    } finally {
      turn.end();
    }
  }

  async #wait(workspace: string, signal: AbortSignal | undefined): Promise<Turn> {
    const { process, workspace: ofWorkspace, seconds } = this.#limits;
    if (this.#turns.waiting >= process || this.#turns.waitingOf(workspace) >= ofWorkspace) throw busy();
    const late = new AbortController();
    const forget = this.#clock.after(seconds * 1000, () => late.abort(busy()));
    try {
      return await this.#turns.take(
        workspace,
        AbortSignal.any([late.signal, ...(signal === undefined ? [] : [signal])]),
      );
    } finally {
      forget();
    }
  }
}

function busy(): GatewayError {
  return new GatewayError('store_busy', 'Too many searches are waiting for the context store. Try again in a second.', {
    retryAfterSeconds: 1,
  });
}

/** The error of a search that a store stopped. */
export function searchTimeout(milliseconds: number): GatewayError {
  return new GatewayError(
    'search_timeout',
    `The search was stopped after ${milliseconds / 1000} s. Narrow it by a field with an index (explain: true shows the plan), or try again later: an index is built for fields that are searched often.`,
  );
}

/** The error of work that a store no longer does, because it is being closed. */
export function storeClosing(): GatewayError {
  return new GatewayError('shutting_down', 'The context store is closing. Try again in a second.', {
    retryAfterSeconds: 1,
  });
}
