import type { ConnectorStopped } from '@connectory/connector-sdk/engine';
import { ContainedProcess, stoppedFor } from './contained-process.ts';
import { type Frame, writeFrame } from './frames.ts';
import type { Question, Said, Thrown } from './messages.ts';

/** The response of a plugin's process to a question. */
export interface WorkerResponse {
  readonly said: Extract<Said, { readonly kind: 'response' | 'thrown' }>;
  readonly bytes: Buffer;
}

/** Something that happened to a plugin outside any call. */
export type WorkerEvent =
  | { readonly kind: 'failed'; readonly thrown: Thrown }
  | { readonly kind: 'stopped'; readonly reason: string; readonly restartsIn: number };

/** How a plugin is run; times in milliseconds. */
export interface WorkerOptions {
  readonly packageName: string;
  /** URL of what the package exports. */
  readonly url: string;
  readonly readable: readonly string[];
  readonly onEvent: (event: WorkerEvent) => void;
  readonly limits?: Partial<WorkerLimits>;
}

/**
 * Bounds of a plugin; sizes in bytes, times in milliseconds. `load` and `answer` are processor time, since a busy machine is not the
 * plugin's fault: they end after six times as long in any case, and immediately if the system does not report processor time.
 */
export interface WorkerLimits {
  readonly load: number;
  /** Limit for one question. */
  readonly response: number;
  readonly heap: number;
  readonly memory: number;
  readonly firstDelay: number;
  readonly maxDelay: number;
  /** How often an idle process is checked. */
  readonly pulse: number;
}

const mebibyte = 1024 * 1024;
const defaultLimits: WorkerLimits = {
  load: 30_000,
  response: 5_000,
  heap: 256 * mebibyte,
  memory: 512 * mebibyte,
  firstDelay: 1_000,
  maxDelay: 60_000,
  pulse: 15_000,
};

const maxWaiting = 1_000;
const maxWaitingBytes = 64 * mebibyte;
const maxSent = 8;
const smallHeader = 256 * 1024;
const maxDescription = 16 * mebibyte;
const leastResponse = mebibyte;
const maxResponse = 64 * mebibyte;
const growth = 8;
// Beyond this number, failures outside calls add no information.
const maxEvents = 100;
const tries = 2;
const patience = 6;
const shortestExtension = 50;

/** Work in progress: its limit, its start, and the processor time of its process by then; in milliseconds. */
interface Work {
  readonly limit: number;
  readonly startedAt: number;
  readonly timeBefore: number | undefined;
}

interface Pending {
  readonly frame: Buffer;
  readonly isPulse: boolean;
  readonly resolve: (response: WorkerResponse) => void;
  readonly reject: (error: ConnectorStopped) => void;
  tries: number;
}

/**
 * The process of one plugin, kept running: sends it questions one after the other, ends it if it takes too long or too much memory, and
 * restarts it, with a growing delay while it keeps failing. Questions that waited behind the failed one are sent again.
 */
export class PluginWorker {
  readonly #options: WorkerOptions;
  readonly #limits: WorkerLimits;
  readonly #waiting: Pending[] = [];
  readonly #sent: Pending[] = [];
  #waitingBytes = 0;
  #process: ContainedProcess | undefined;
  #loading: { readonly resolve: (frame: Frame) => void; readonly reject: (error: Error) => void } | undefined;
  #isReady = false;
  #timer: NodeJS.Timeout | undefined;
  #pulse: NodeJS.Timeout | undefined;
  #events = 0;
  #failures = 0;
  #readySince = 0;
  #resumeAt = 0;
  #lastReason = '';
  #isClosed = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
  }

  /** Starts the process and returns its description of the package. Throws a `ConnectorStopped` if there is none. */
  async load(): Promise<Extract<Said, { readonly kind: 'loaded' | 'refused' }>> {
    const { header } = await this.#start();
    return header as Extract<Said, { readonly kind: 'loaded' | 'refused' }>;
  }

  /** Sends a question. Throws a `ConnectorStopped` if there is no response. */
  ask(question: Question, parts: readonly Buffer[] = []): Promise<WorkerResponse> {
    const left = this.#resumeAt - performance.now();
    if (this.#isClosed) return Promise.reject(stoppedFor('the gateway shuts down'));
    if (left > 0) {
      const seconds = Math.ceil(left / 1000);
      return Promise.reject(stoppedFor(`${this.#lastReason}; it restarts in ${seconds} s`));
    }
    const frame = writeFrame(question, parts);
    if (this.#waiting.length >= maxWaiting || this.#waitingBytes + frame.length > maxWaitingBytes) {
      return Promise.reject(stoppedFor('too many calls are waiting for it'));
    }
    return new Promise((resolve, reject) => {
      this.#wait({ frame, isPulse: question.kind === 'ping', resolve, reject, tries: 0 });
      this.#next();
    });
  }

  /** Ends the process permanently. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#pulse);
    this.#process?.end('the gateway shuts down');
  }

  #wait(...pending: Pending[]): void {
    this.#waiting.unshift(...pending.filter(({ tries: tried }) => tried > 0));
    this.#waiting.push(...pending.filter(({ tries: tried }) => tried === 0));
    this.#waitingBytes += pending.reduce((total, { frame }) => total + frame.length, 0);
  }

  #next(): void {
    if (this.#process === undefined) {
      this.#start().catch(() => undefined);
      return;
    }
    if (!this.#isReady) return;
    while (this.#sent.length < maxSent) {
      const pending = this.#waiting.shift();
      if (pending === undefined) break;
      this.#waitingBytes -= pending.frame.length;
      pending.tries += 1;
      this.#sent.push(pending);
      this.#process.send(pending.frame);
      if (this.#sent.length === 1) this.#allow(this.#limits.response);
    }
  }

  #start(): Promise<Frame> {
    this.#isReady = false;
    this.#events = 0;
    const loaded = new Promise<Frame>((resolve, reject) => {
      this.#loading = { resolve, reject };
    });
    const { packageName, url, readable } = this.#options;
    const { heap, memory } = this.#limits;
    this.#process = new ContainedProcess({
      module: new URL(import.meta.resolve('@connectory/gateway/plugin-process')),
      arguments: [url, packageName],
      readable,
      heap,
      memory,
      limits: () => this.#frameLimits(),
      onFrame: (frame) => this.#take(frame),
      onEnd: (reason, wasKilled) => this.#ended(reason, wasKilled),
    });
    this.#process.hold();
    this.#allow(this.#limits.load);
    return loaded;
  }

  #frameLimits() {
    if (!this.#isReady) return { header: maxDescription, bytes: 0 };
    const asked = this.#sent[0]?.frame.length ?? 0;
    const bytes = asked === 0 ? 0 : Math.min(maxResponse, leastResponse + growth * asked);
    return { header: smallHeader + growth * asked, bytes };
  }

  #take(frame: Frame): void {
    const said = frame.header as Partial<Said> | null;
    if (said?.kind === 'outside') {
      this.#events += 1;
      if (this.#events > maxEvents) this.#process?.end('it failed too often outside calls');
      else this.#options.onEvent({ kind: 'failed', thrown: said.thrown as Thrown });
      return;
    }
    if (!this.#isReady && (said?.kind === 'loaded' || said?.kind === 'refused')) {
      this.#isReady = said.kind === 'loaded';
      this.#readySince = performance.now();
      this.#loading?.resolve(frame);
      this.#loading = undefined;
      this.#settled();
      return;
    }
    const pending = said?.kind === 'response' || said?.kind === 'thrown' ? this.#sent.shift() : undefined;
    if (pending === undefined) {
      this.#process?.end('it sent an invalid message');
      return;
    }
    pending.resolve({ said: said as WorkerResponse['said'], bytes: frame.bytes });
    this.#settled();
  }

  #settled(): void {
    this.#stopTimer();
    if (this.#sent.length > 0) this.#allow(this.#limits.response);
    this.#next();
    if (this.#sent.length > 0) return;
    this.#process?.release();
    this.#pulse ??= setInterval(() => {
      // Otherwise the next caller would be the first to notice an endless loop outside calls.
      if (!this.#isReady || this.#sent.length > 0) return;
      void this.#process?.measure();
      this.ask({ kind: 'ping' }).catch(() => undefined);
    }, this.#limits.pulse).unref();
  }

  #allow(limit: number): void {
    this.#process?.hold();
    this.#checkAfter(limit, { limit, startedAt: performance.now(), timeBefore: this.#process?.processorTime });
  }

  #checkAfter(milliseconds: number, work: Work): void {
    clearTimeout(this.#timer);
    const timer = setTimeout(() => void this.#check(timer, work), milliseconds);
    this.#timer = timer;
    if (this.#isReady && this.#sent.every(({ isPulse }) => isPulse)) {
      timer.unref();
      this.#process?.release();
    }
  }

  async #check(timer: NodeJS.Timeout, { limit, startedAt, timeBefore = 0 }: Work): Promise<void> {
    const process = this.#process;
    await process?.measure();
    if (this.#timer !== timer) return;
    const used = (process?.processorTime ?? Number.POSITIVE_INFINITY) - timeBefore;
    const left = Math.min(limit - used, startedAt + patience * limit - performance.now());
    if (left > 0) {
      this.#checkAfter(Math.max(left, shortestExtension), { limit, startedAt, timeBefore });
      return;
    }
    const seconds = limit / 1000;
    process?.end(this.#isReady ? `it took longer than ${seconds} s` : `it did not finish loading within ${seconds} s`);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #ended(reason: string, wasKilled: boolean): void {
    this.#stopTimer();
    const wasReady = this.#isReady;
    const wasSteady = wasReady && performance.now() - this.#readySince >= this.#limits.maxDelay;
    this.#isReady = false;
    this.#process = undefined;
    this.#lastReason = reason;
    this.#loading?.reject(stoppedFor(reason));
    this.#loading = undefined;
    const others = this.#sent.splice(0);
    // If the system killed the process for its memory, the current question is not to blame.
    if (!wasKilled) others.shift()?.reject(stoppedFor(reason));
    if (this.#isClosed) {
      this.#refuse([...others, ...this.#waiting.splice(0)], 'the gateway shuts down');
      return;
    }
    this.#failures = wasSteady ? 1 : this.#failures + 1;
    const { firstDelay, maxDelay } = this.#limits;
    const delay = this.#failures === 1 ? 0 : Math.min(maxDelay, firstDelay * 2 ** (this.#failures - 2));
    this.#resumeAt = performance.now() + delay;
    this.#options.onEvent({ kind: 'stopped', reason, restartsIn: delay });
    const again = others.filter((pending) => pending.tries < tries);
    this.#refuse(
      others.filter((pending) => pending.tries >= tries),
      reason,
    );
    this.#wait(...again);
    if (delay > 0 || !wasReady) this.#refuse(this.#waiting.splice(0), reason);
    if (this.#waiting.length > 0) this.#next();
  }

  #refuse(pending: readonly Pending[], reason: string): void {
    for (const { reject } of pending) reject(stoppedFor(reason));
    this.#waitingBytes = this.#waiting.reduce((total, { frame }) => total + frame.length, 0);
  }
}
