import { GatewayError } from '@connectory/errors';
import { type Clock, systemClock } from '../sync/clock.ts';
import { FairTurns, type Turn } from './fair-turns.ts';

/**
 * The two ways through a store. Every search begins in the quick one and has a tenth of a second there; what takes longer is stopped and
 * begins again in the long one, so that quick searches never wait behind slow ones.
 */
export type SearchLane = 'quick' | 'long';

/** How many searches run at once, by lane. */
export type SearchTurns = Readonly<Record<SearchLane, number>>;

/** After how many milliseconds a search of the quick lane is stopped and begun again in the long one. */
export const quickMilliseconds = 100;

/** After how many milliseconds a search ends as `search_timeout`, unless a store is opened with another limit. */
export const longestSearch = 10_000;

/** How many searches may wait in each lane, and how long. */
export interface SearchQueues {
  readonly process: number;
  readonly workspace: number;
  readonly seconds: number;
}

const usualQueues: SearchQueues = { process: 200, workspace: 100, seconds: 30 };

/** Shares the searches of a store between workspaces: each has at most half of either lane. */
export class SearchLanes {
  readonly #lanes: Readonly<Record<SearchLane, FairTurns>>;
  readonly #queues: SearchQueues;
  readonly #clock: Clock;

  constructor(turns: SearchTurns, queues: Partial<SearchQueues> = {}, clock: Clock = systemClock) {
    this.#lanes = { quick: new FairTurns(turns.quick), long: new FairTurns(turns.long) };
    this.#queues = { ...usualQueues, ...queues };
    this.#clock = clock;
  }

  /** Searches that run. */
  get running(): number {
    return this.#lanes.quick.inUse + this.#lanes.long.inUse;
  }

  /** Most searches that run. */
  get mostRunning(): number {
    return this.#lanes.quick.limit + this.#lanes.long.limit;
  }

  /** Searches that wait. */
  get waiting(): number {
    return this.#lanes.quick.waiting + this.#lanes.long.waiting;
  }

  /** Most searches that wait. */
  get mostWaiting(): number {
    return 2 * this.#queues.process;
  }

  /**
   * Searches, when it is the workspace's turn. `search` throws `search_timeout` when the time of its lane is over. Throws `store_busy` when
   * too many wait, or it has waited too long, and the reason of the signal when that aborts while it waits.
   */
  async run<Result>(
    workspace: string,
    search: (lane: SearchLane) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    try {
      return await this.#runIn('quick', workspace, search, signal);
    } catch (error) {
      if (!GatewayError.is(error, 'search_timeout')) throw error;
    }
    return this.#runIn('long', workspace, search, signal);
  }

  async #runIn<Result>(
    lane: SearchLane,
    workspace: string,
    search: (lane: SearchLane) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const turns = this.#lanes[lane];
    signal?.throwIfAborted();
    const turn = turns.takeNow(workspace) ?? (await this.#wait(turns, workspace, signal));
    try {
      return await search(lane);
    } finally {
      turn.end();
    }
  }

  async #wait(turns: FairTurns, workspace: string, signal: AbortSignal | undefined): Promise<Turn> {
    const isFull = turns.waiting >= this.#queues.process || turns.waitingOf(workspace) >= this.#queues.workspace;
    if (isFull) throw busy();
    const late = new AbortController();
    const forget = this.#clock.after(this.#queues.seconds * 1000, () => late.abort(busy()));
    try {
      return await turns.take(workspace, AbortSignal.any([late.signal, ...(signal === undefined ? [] : [signal])]));
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
