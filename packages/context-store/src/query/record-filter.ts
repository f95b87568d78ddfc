import { Worker } from 'node:worker_threads';
import { GatewayError } from '@connectory/errors';
import { FairTurns } from '../stores/fair-turns.ts';
import { defaultSearchLimit } from '../stores/search-turns.ts';
import type { Condition } from './condition.ts';
import type { Document } from './evaluate.ts';

const threads = 2;
const maxMegabytes = 512;

/**
 * Applies filters in threads of their own, because a filter can take seconds on long texts, in which nobody else would be served. Workspaces
 * take turns, and one never has all threads.
 */
export class RecordFilter {
  readonly #limitMilliseconds: number;
  readonly #turns = new FairTurns(threads);
  readonly #all = new Set<Worker>();
  readonly #idle: Worker[] = [];

  /** A job that takes longer than the limit, by default that of a search, is stopped. */
  constructor(limitMilliseconds = defaultSearchLimit) {
    this.#limitMilliseconds = limitMilliseconds;
  }

  /**
   * Which documents match, when it is the workspace's turn. Throws `search_timeout` if the filter takes too long or too much memory for them,
   * and the reason of the signal when that aborts.
   */
  async matches(workspaceId: string, job: FilterJob, signal?: AbortSignal): Promise<readonly boolean[]> {
    const turn = await this.#turns.take(workspaceId, signal);
    try {
      // It may have ended in the moment of its turn.
      signal?.throwIfAborted();
      return await this.#ask(this.#idle.pop() ?? this.#newWorker(), job, signal);
    } finally {
      turn.end();
    }
  }

  /** Ends the threads, and what runs in them. */
  async close(): Promise<void> {
    this.#idle.length = 0;
    await Promise.all(Array.from(this.#all, (worker) => worker.terminate()));
  }

  #newWorker(): Worker {
    const module = new URL(import.meta.resolve('@connectory/context-store/filter-worker'));
    const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: maxMegabytes } });
    this.#all.add(worker);
    worker.on('exit', () => {
      this.#all.delete(worker);
      const place = this.#idle.indexOf(worker);
      if (place !== -1) this.#idle.splice(place, 1);
    });
    // One that fails also exits; without a listener, its error would end the process.
    worker.on('error', () => {});
    return worker;
  }

  #ask(worker: Worker, job: FilterJob, signal: AbortSignal | undefined): Promise<readonly boolean[]> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(late);
        signal?.removeEventListener('abort', abort);
        worker.off('message', finish).off('exit', fail);
        worker.unref();
      };
      const finish = (response: readonly boolean[]) => {
        leave();
        this.#idle.push(worker);
        resolve(response);
      };
      const stop = (reason: unknown) => {
        leave();
        void worker.terminate();
        reject(reason);
      };
      const fail = () => stop(tooCostly());
      const abort = () => stop(signal?.reason);
      const late = setTimeout(fail, this.#limitMilliseconds);
      signal?.addEventListener('abort', abort, { once: true });
      worker.on('message', finish).on('exit', fail);
      worker.ref();
      worker.postMessage(job);
    });
  }
}

const tooCostly = () =>
  new GatewayError('search_timeout', 'The filter takes too long for these records. Use fewer or simpler conditions.');

/** Documents to filter in a thread; null, where a record does not exist, never matches. */
export interface FilterJob {
  readonly condition: Condition;
  readonly documents: readonly (Document | null)[];
}
