import { Worker } from 'node:worker_threads';
import { endThread } from '@connectory/database';
import { GatewayError } from '@connectory/errors';
import { LRUCache } from 'lru-cache';
import { searchTookTooLong } from '../search-took-too-long.ts';
import { errorOf } from './thread-failure.ts';
import type { AnswerMessage, AnswerOf, JobMessage, JobOf, ThreadSettings } from './thread-jobs.ts';

/** How a pool of threads works. */
export interface ThreadPoolOptions {
  /** The program of the threads. */
  readonly module: URL;
  readonly threads: number;
  readonly settings: Omit<ThreadSettings, 'openFiles'>;
  /** Maximum number of waiting jobs; further ones are rejected. */
  readonly longestQueue: number;
  /** Time limit of a job; null for none. A longer job is rejected, but its thread stays busy until the job ends. */
  readonly jobLimitMilliseconds: number | null;
  /** A thread that is idle this long ends and frees its memory. */
  readonly restMilliseconds: number;
  /** Number of retries of a job whose thread died. */
  readonly retries: number;
  /** Kinds of short jobs, and the maximum number of threads they use together. Every thread costs memory. */
  readonly short?: { readonly kinds: readonly string[]; readonly most: number };
}

interface Pending {
  readonly message: JobMessage;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
  tries: number;
  isGivenUp: boolean;
}

interface Seat {
  readonly worker: Worker;
  current: Pending | null;
  timer: NodeJS.Timeout | undefined;
  rest: NodeJS.Timeout | undefined;
  /** Connections whose files the thread has open. */
  readonly connections: LRUCache<string, true>;
}

/** Number of files that a thread keeps open. */
const mostConnections = 16;

/** A pool of threads that run jobs in order of arrival, one at a time per thread. A thread that dies is replaced. */
export class ThreadPool<Jobs> {
  readonly #options: ThreadPoolOptions;
  readonly #queue: Pending[] = [];
  readonly #seats = new Set<Seat>();
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
  run<Kind extends keyof Jobs>(job: JobOf<Jobs, Kind>): Promise<AnswerOf<Jobs, Kind>> {
    if (this.#closed) return Promise.reject(closedError());
    if (this.#queue.length >= this.#options.longestQueue) return Promise.reject(busyError());
    this.#lastNumber += 1;
    const message = { number: this.#lastNumber, job } as unknown as JobMessage;
    const answer = new Promise<AnswerOf<Jobs, Kind>>((resolve, reject) => {
      this.#queue.push({ message, resolve, reject, tries: 0, isGivenUp: false });
      this.#assign();
    });
    this.#jobs.add(answer);
    const forget = () => this.#jobs.delete(answer);
    answer.then(forget, forget);
    return answer;
  }

  /** Ends the threads after their current jobs; waiting jobs are rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#queue.splice(0)) reject(closedError());
    await Promise.allSettled(this.#jobs);
    for (const seat of this.#seats) this.#leave(seat);
    await Promise.all(this.#leaving);
  }

  #assign(): void {
    for (const pending of this.#queue.splice(0, this.#queue.length)) {
      const seat = this.#freeSeat(pending);
      if (seat === undefined) this.#queue.push(pending);
      else this.#start(seat, pending);
    }
  }

  // Opening a file and reading its schema takes longer than most jobs.
  #freeSeat({ message }: Pending): Seat | undefined {
    if (this.#isShort(message) && this.#shortRunning >= (this.#options.short?.most ?? 0)) return undefined;
    const free = [...this.#seats].filter((seat) => seat.current === null);
    const { connectionId } = message.job.scope;
    const seat = free.find(({ connections }) => connections.has(connectionId)) ?? free[0];
    if (seat !== undefined) return seat;
    return this.#seats.size < this.#options.threads ? this.#newSeat() : undefined;
  }

  #isShort({ job }: JobMessage): boolean {
    return this.#options.short?.kinds.includes(job.kind) === true;
  }

  get #shortRunning(): number {
    return [...this.#seats].filter(({ current }) => current !== null && this.#isShort(current.message)).length;
  }

  #newSeat(): Seat {
    const settings: ThreadSettings = { ...this.#options.settings, openFiles: this.#openFiles };
    const worker = new Worker(this.#options.module, { workerData: settings });
    const connections = new LRUCache<string, true>({ max: mostConnections });
    const seat: Seat = { worker, current: null, timer: undefined, rest: undefined, connections };
    this.#seats.add(seat);
    worker.on('message', (message: AnswerMessage) => this.#finish(seat, message));
    worker.on('error', (error) => this.#lose(seat, error));
    worker.on('exit', () => this.#lose(seat, new Error('The thread ended.')));
    // An unclosed store does not keep its process alive, unless a job is running.
    worker.unref();
    return seat;
  }

  #start(seat: Seat, pending: Pending): void {
    const { jobLimitMilliseconds } = this.#options;
    clearTimeout(seat.rest);
    seat.current = pending;
    seat.connections.set(pending.message.job.scope.connectionId, true);
    this.#countFiles();
    pending.tries += 1;
    seat.worker.ref();
    if (jobLimitMilliseconds !== null) {
      seat.timer = setTimeout(() => giveUp(pending, jobLimitMilliseconds), jobLimitMilliseconds);
    }
    seat.worker.postMessage(pending.message);
  }

  #finish(seat: Seat, message: AnswerMessage): void {
    const { current } = seat;
    if (current === null || current.message.number !== message.number) return;
    this.#vacate(seat);
    if ('failure' in message) current.reject(errorOf(message.failure));
    else current.resolve(message.answer as never);
    this.#assign();
    if (seat.current === null && this.#seats.has(seat)) this.#rest(seat);
  }

  #rest(seat: Seat): void {
    seat.rest = setTimeout(() => this.#leave(seat), this.#options.restMilliseconds);
    seat.rest.unref();
  }

  #leave(seat: Seat): void {
    clearTimeout(seat.rest);
    this.#seats.delete(seat);
    this.#countFiles();
    const left = endThread(seat.worker).then(() => {
      this.#leaving.delete(left);
    });
    this.#leaving.add(left);
  }

  #countFiles(): void {
    let open = 0;
    for (const { connections } of this.#seats) open += connections.size;
    Atomics.store(this.#openFiles, 0, open);
  }

  #vacate(seat: Seat): void {
    clearTimeout(seat.timer);
    seat.current = null;
    seat.worker.unref();
  }

  #lose(seat: Seat, cause: unknown): void {
    if (!this.#seats.delete(seat)) return;
    clearTimeout(seat.rest);
    this.#countFiles();
    const { current } = seat;
    this.#vacate(seat);
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
  pending.reject(searchTookTooLong(milliseconds));
}

function busyError(): GatewayError {
  return new GatewayError('store_busy', 'Too many requests are waiting for the context store. Try again in a second.', {
    retryAfterSeconds: 1,
  });
}

function closedError(): GatewayError {
  return new GatewayError('shutting_down', 'The context store is closing. Try again in a second.', {
    retryAfterSeconds: 1,
  });
}

function threadError(cause: unknown): GatewayError {
  return new GatewayError('internal', 'A thread of the context store ended unexpectedly. Try again.', {
    retryable: true,
    cause,
  });
}
