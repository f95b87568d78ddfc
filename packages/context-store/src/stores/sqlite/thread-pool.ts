import { Worker } from 'node:worker_threads';
import { endThread } from '@connectory/database';
import { GatewayError } from '@connectory/errors';
import { LRUCache } from 'lru-cache';
import { searchTimeout, storeClosing } from '../search-turns.ts';
import { errorOf } from './thread-failure.ts';
import type { JobMessage, JobOf, ResultMessage, ResultOf, ThreadSettings } from './thread-jobs.ts';

/** How a pool of threads works. */
export interface ThreadPoolOptions {
  /** The program of the threads. */
  readonly module: URL;
  readonly threads: number;
  readonly settings: Omit<ThreadSettings, 'openFiles'>;
  /** Maximum number of waiting jobs; further ones are rejected. */
  readonly maxWaiting: number;
  /** Time limit of a job; null for none. A longer job is rejected, but its thread stays busy until the job ends. */
  readonly jobLimitMilliseconds: number | null;
  /** A thread that is idle this long ends and frees its memory. */
  readonly idleMilliseconds: number;
  /** Number of retries of a job whose thread died. */
  readonly retries: number;
  /** Kinds of short jobs, and the maximum number of threads they use together. Every thread costs memory. */
  readonly short?: { readonly kinds: readonly string[]; readonly max: number };
}

interface Pending {
  readonly message: JobMessage;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  tries: number;
  isGivenUp: boolean;
}

interface PoolThread {
  readonly worker: Worker;
  current: Pending | null;
  timer: NodeJS.Timeout | undefined;
  rest: NodeJS.Timeout | undefined;
  /** Connections whose files the thread has open. */
  readonly connections: LRUCache<string, true>;
}

/** Number of files that a thread keeps open. */
const maxConnections = 16;

/** A pool of threads that run jobs in order of arrival, one at a time per thread. A thread that dies is replaced. */
export class ThreadPool<Jobs> {
  readonly #options: ThreadPoolOptions;
  readonly #queue: Pending[] = [];
  readonly #threads = new Set<PoolThread>();
  readonly #jobs = new Set<Promise<unknown>>();
  readonly #leaving = new Set<Promise<void>>();
  readonly #openFiles = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #lastNumber = 0;
  #closed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs a job. Throws `store_busy` if too many jobs wait, `search_timeout` if it takes too long, `internal` if its thread dies, and
   * `shutting_down` after `close`.
   */
  run<Kind extends keyof Jobs>(job: JobOf<Jobs, Kind>): Promise<ResultOf<Jobs, Kind>> {
    if (this.#closed) return Promise.reject(storeClosing());
    if (this.#queue.length >= this.#options.maxWaiting) return Promise.reject(busyError());
    this.#lastNumber += 1;
    const message = { number: this.#lastNumber, job } as unknown as JobMessage;
    const result = new Promise<ResultOf<Jobs, Kind>>((resolve, reject) => {
      this.#queue.push({ message, resolve, reject, tries: 0, isGivenUp: false });
      this.#assign();
    });
    this.#jobs.add(result);
    const forget = () => this.#jobs.delete(result);
    result.then(forget, forget);
    return result;
  }

  /** Ends the threads after their current jobs; waiting jobs are rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#queue.splice(0)) reject(storeClosing());
    await Promise.allSettled(this.#jobs);
    for (const thread of this.#threads) this.#leave(thread);
    await Promise.all(this.#leaving);
  }

  #assign(): void {
    for (const pending of this.#queue.splice(0, this.#queue.length)) {
      const thread = this.#freeThread(pending);
      if (thread === undefined) this.#queue.push(pending);
      else this.#start(thread, pending);
    }
  }

  // Opening a file and reading its schema takes longer than most jobs.
  #freeThread({ message }: Pending): PoolThread | undefined {
    if (this.#isShort(message) && this.#shortRunning >= (this.#options.short?.max ?? 0)) return undefined;
    const free = [...this.#threads].filter((thread) => thread.current === null);
    const { connectionId } = message.job.scope;
    const thread = free.find(({ connections }) => connections.has(connectionId)) ?? free[0];
    if (thread !== undefined) return thread;
    return this.#threads.size < this.#options.threads ? this.#newThread() : undefined;
  }

  #isShort({ job }: JobMessage): boolean {
    return this.#options.short?.kinds.includes(job.kind) === true;
  }

  get #shortRunning(): number {
    return [...this.#threads].filter(({ current }) => current !== null && this.#isShort(current.message)).length;
  }

  #newThread(): PoolThread {
    const settings: ThreadSettings = { ...this.#options.settings, openFiles: this.#openFiles };
    const worker = new Worker(this.#options.module, { workerData: settings });
    const connections = new LRUCache<string, true>({ max: maxConnections });
    const thread: PoolThread = { worker, current: null, timer: undefined, rest: undefined, connections };
    this.#threads.add(thread);
    worker.on('message', (message: ResultMessage) => this.#finish(thread, message));
    worker.on('error', (error) => this.#lose(thread, error));
    worker.on('exit', () => this.#lose(thread, new Error('The thread ended.')));
    // An unclosed store does not keep its process alive, unless a job is running.
    worker.unref();
    return thread;
  }

  #start(thread: PoolThread, pending: Pending): void {
    const { jobLimitMilliseconds } = this.#options;
    clearTimeout(thread.rest);
    thread.current = pending;
    thread.connections.set(pending.message.job.scope.connectionId, true);
    this.#countFiles();
    pending.tries += 1;
    thread.worker.ref();
    if (jobLimitMilliseconds !== null) {
      thread.timer = setTimeout(() => giveUp(pending, jobLimitMilliseconds), jobLimitMilliseconds);
    }
    thread.worker.postMessage(pending.message);
  }

  #finish(thread: PoolThread, message: ResultMessage): void {
    const { current } = thread;
    if (current === null || current.message.number !== message.number) return;
    this.#vacate(thread);
    if ('failure' in message) current.reject(errorOf(message.failure));
    else current.resolve(message.result as never);
    this.#assign();
    if (thread.current === null && this.#threads.has(thread)) this.#rest(thread);
  }

  #rest(thread: PoolThread): void {
    thread.rest = setTimeout(() => this.#leave(thread), this.#options.idleMilliseconds);
    thread.rest.unref();
  }

  #leave(thread: PoolThread): void {
    clearTimeout(thread.rest);
    this.#threads.delete(thread);
    this.#countFiles();
    const left = endThread(thread.worker).then(() => {
      this.#leaving.delete(left);
    });
    this.#leaving.add(left);
  }

  #countFiles(): void {
    let open = 0;
    for (const { connections } of this.#threads) open += connections.size;
    Atomics.store(this.#openFiles, 0, open);
  }

  #vacate(thread: PoolThread): void {
    clearTimeout(thread.timer);
    thread.current = null;
    thread.worker.unref();
  }

  #lose(thread: PoolThread, cause: unknown): void {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.rest);
    this.#countFiles();
    const { current } = thread;
    this.#vacate(thread);
    if (current !== null && this.#isLost(current)) current.reject(threadError(cause));
    else if (current !== null) this.#queue.unshift(current);
    this.#assign();
  }

  #isLost({ tries, isGivenUp }: Pending): boolean {
    return this.#closed || isGivenUp || tries > this.#options.retries;
  }
}

// The thread is not terminated: see `endThread`.
function giveUp(pending: Pending, milliseconds: number): void {
  pending.isGivenUp = true;
  pending.reject(searchTimeout(milliseconds));
}

function busyError(): GatewayError {
  return new GatewayError('store_busy', 'Too many requests are waiting for the context store. Try again in a second.', {
    retryAfterSeconds: 1,
  });
}

function threadError(cause: unknown): GatewayError {
  return new GatewayError('internal', 'A thread of the context store ended unexpectedly. Try again.', {
    retryable: true,
    cause,
  });
}
