import type { ConnectorStopped } from '@connectory/connector-sdk/engine';
import { parseExactly, writeExactly } from '@connectory/exact-json';
import type { z } from 'zod';
import { ContainedThread, stoppedFor } from './contained-thread.ts';
import { description, type Question, type Records, response, type ThreadMessage } from './messages.ts';

/** The response of a plugin to a question, with the records if it made any. */
export interface WorkerResponse {
  readonly said: z.output<typeof response>;
  readonly records: Records | undefined;
}

/** The description of a plugin's package. */
export type Description = z.output<typeof description>;

/** A plugin was stopped outside or during a call; it starts again after a delay in milliseconds. */
export interface WorkerEvent {
  readonly reason: string;
  readonly restartsIn: number;
}

/** How a plugin is run. */
export interface WorkerOptions {
  readonly packageName: string;
  /** URL of what the package exports. */
  readonly url: string;
  readonly dataDirectory: string;
  readonly onEvent: (event: WorkerEvent) => void;
  readonly limits?: Partial<WorkerLimits>;
}

/**
 * Bounds of a plugin; sizes in bytes, times in milliseconds. `load` and `response` are processor time, since a busy machine is not the
 * plugin's fault: they end after six times as long in any case, and immediately if the runtime does not report processor time.
 */
export interface WorkerLimits {
  readonly load: number;
  /** Limit for one question. */
  readonly response: number;
  readonly memory: number;
  readonly firstDelay: number;
  readonly maxDelay: number;
}

const mebibyte = 1024 * 1024;
const defaultLimits: WorkerLimits = {
  load: 30_000,
  response: 5_000,
  memory: 256 * mebibyte,
  firstDelay: 1_000,
  maxDelay: 60_000,
};

const maxWaiting = 1_000;
const maxWaitingBytes = 64 * mebibyte;
const minResponse = mebibyte;
const maxResponse = 64 * mebibyte;
const growth = 8;
const patience = 6;
const shortestExtension = 50;

/** Work in progress: its limit, its start, and the processor time of its thread by then; in milliseconds. */
interface Work {
  readonly limit: number;
  readonly startedAt: number;
  readonly timeBefore: number;
}

interface Pending {
  readonly question: string;
  readonly rows: readonly (Uint8Array | undefined)[];
  readonly bytes: number;
  readonly resolve: (response: WorkerResponse) => void;
  readonly reject: (error: ConnectorStopped) => void;
}

/**
 * The thread of one plugin, kept running: asks it one question after the other, ends it if it takes too long or too much memory, and
 * restarts it, with a growing delay while it keeps failing. Questions that waited behind the failed one are asked again.
 */
export class PluginWorker {
  readonly #options: WorkerOptions;
  readonly #limits: WorkerLimits;
  readonly #waiting: Pending[] = [];
  #current: Pending | undefined;
  #waitingBytes = 0;
  #thread: ContainedThread | undefined;
  #loading: { readonly resolve: (text: string) => void; readonly reject: (error: Error) => void } | undefined;
  #isReady = false;
  /** Milliseconds of processor time of the thread at its last message. */
  #processorTime = 0;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #readySince = 0;
  #resumeAt = 0;
  #lastReason = '';
  #isClosed = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
  }

  /** Starts the thread and returns its description of the package. Throws a `ConnectorStopped` if there is none. */
  async load(): Promise<Description> {
    const text = await this.#start();
    try {
      // A field with this name could be lost, or change a prototype, when objects are merged.
      if (text.includes('"__proto__":')) throw new TypeError('it has a field named __proto__');
      return description.parse(parseExactly(text));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Asks a question about rows. Throws a `ConnectorStopped` if there is no response. */
  ask(question: Question, rows: readonly (Uint8Array | undefined)[] = []): Promise<WorkerResponse> {
    const left = this.#resumeAt - performance.now();
    if (this.#isClosed) return Promise.reject(stoppedFor('the gateway shuts down'));
    if (left > 0) {
      const seconds = Math.ceil(left / 1000);
      return Promise.reject(stoppedFor(`${this.#lastReason}; it restarts in ${seconds} s`));
    }
    const text = writeExactly(question);
    const bytes = rows.reduce((total, row) => total + (row?.length ?? 0), text.length);
    if (this.#waiting.length >= maxWaiting || this.#waitingBytes + bytes > maxWaitingBytes) {
      return Promise.reject(stoppedFor('too many calls are waiting for it'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question: text, rows, bytes, resolve, reject });
      this.#waitingBytes += bytes;
      this.#next();
    });
  }

  /** Ends the thread permanently. */
  close(): void {
    this.#isClosed = true;
    this.#thread?.end('the gateway shuts down');
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#current !== undefined) return;
    if (this.#thread === undefined) {
      this.#start().catch(() => undefined);
      return;
    }
    if (!this.#isReady) return;
    const pending = this.#waiting.shift() as Pending;
    this.#waitingBytes -= pending.bytes;
    this.#current = pending;
    this.#allow(this.#limits.response);
    const { question, rows, bytes } = pending;
    // Copies, because a thread takes the memory of what it is sent.
    const copies = rows.map((row) => row && Uint8Array.from(row));
    this.#thread.send({ question, rows: copies, maxLength: Math.min(maxResponse, minResponse + growth * bytes) });
  }

  #start(): Promise<string> {
    this.#isReady = false;
    this.#processorTime = 0;
    const loaded = new Promise<string>((resolve, reject) => {
      this.#loading = { resolve, reject };
    });
    const { packageName, url, dataDirectory } = this.#options;
    this.#thread = new ContainedThread({
      ...{ packageName, url, dataDirectory, memory: this.#limits.memory },
      onMessage: (message) => this.#take(message),
      onEnd: (reason) => this.#ended(reason),
    });
    this.#allow(this.#limits.load);
    return loaded;
  }

  #take({ text, records, processorTime }: Extract<ThreadMessage, { readonly kind: 'said' }>): void {
    this.#processorTime = processorTime;
    const pending = this.#current;
    if (this.#isReady && pending !== undefined) {
      const said = response.parse(parseExactly(text));
      this.#current = undefined;
      pending.resolve({ said, records });
    } else {
      this.#isReady = true;
      this.#readySince = performance.now();
      this.#loading?.resolve(text);
      this.#loading = undefined;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#thread?.release();
    this.#next();
  }

  #allow(limit: number): void {
    this.#thread?.hold();
    this.#checkAfter(limit, { limit, startedAt: performance.now(), timeBefore: this.#processorTime });
  }

  #checkAfter(milliseconds: number, work: Work): void {
    clearTimeout(this.#timer);
    const timer = setTimeout(() => void this.#check(timer, work), milliseconds);
    this.#timer = timer;
  }

  async #check(timer: NodeJS.Timeout, work: Work): Promise<void> {
    const { limit, startedAt, timeBefore } = work;
    const thread = this.#thread;
    const used = ((await thread?.processorTime()) ?? Number.POSITIVE_INFINITY) - timeBefore;
    if (this.#timer !== timer) return;
    const left = Math.min(limit - used, startedAt + patience * limit - performance.now());
    if (left > 0) {
      this.#checkAfter(Math.max(left, shortestExtension), work);
      return;
    }
    const seconds = limit / 1000;
    thread?.end(this.#isReady ? `it took longer than ${seconds} s` : `it did not finish loading within ${seconds} s`);
  }

  #ended(reason: string): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const wasReady = this.#isReady;
    const wasSteady = wasReady && performance.now() - this.#readySince >= this.#limits.maxDelay;
    this.#isReady = false;
    this.#thread = undefined;
    this.#lastReason = reason;
    this.#loading?.reject(stoppedFor(reason));
    this.#loading = undefined;
    this.#current?.reject(stoppedFor(reason));
    this.#current = undefined;
    if (this.#isClosed) {
      this.#refuseWaiting('the gateway shuts down');
      return;
    }
    this.#failures = wasSteady ? 1 : this.#failures + 1;
    const { firstDelay, maxDelay } = this.#limits;
    const delay = this.#failures === 1 ? 0 : Math.min(maxDelay, firstDelay * 2 ** (this.#failures - 2));
    this.#resumeAt = performance.now() + delay;
    this.#options.onEvent({ reason, restartsIn: delay });
    if (delay > 0 || !wasReady) this.#refuseWaiting(reason);
    this.#next();
  }

  #refuseWaiting(reason: string): void {
    for (const { reject } of this.#waiting.splice(0)) reject(stoppedFor(reason));
    this.#waitingBytes = 0;
  }
}
