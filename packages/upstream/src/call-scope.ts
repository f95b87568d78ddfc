import { ExchangeError } from './exchange-error.ts';

/** Deadline of one call from its first step to its response, and what may end it earlier. */
export interface CallScopeOptions {
  /** Seconds until the call is ended. */
  readonly seconds: number;
  /** True when ending the call after its request left loses nothing. */
  readonly isRead: boolean;
  /** Aborts when the caller is gone. */
  readonly caller?: AbortSignal | undefined;
}

const tickMilliseconds = 250;

/**
 * The time of one call: token renewal, waits, retries and redirects all end with it. Its end is an `ExchangeError`: `timeout` at the
 * deadline, `aborted` when the caller has gone, `shutdown` when the process stops.
 */
export class CallScope {
  readonly endsAt: number;
  readonly isRead: boolean;
  readonly #seconds: number;
  readonly #caller: AbortSignal | undefined;
  readonly #leave: (() => void) | undefined;
  #end: ExchangeError | undefined;
  #controller: AbortController | undefined;
  #listener: ((end: ExchangeError) => void) | undefined;

  constructor({ seconds, isRead, caller }: CallScopeOptions) {
    this.endsAt = performance.now() + seconds * 1000;
    this.isRead = isRead;
    this.#seconds = seconds;
    this.#caller = caller;
    if (caller === undefined) return;
    this.#leave = () => this.stop(new ExchangeError('aborted', false, 'the caller closed the connection'));
    if (caller.aborted) this.#leave();
    else caller.addEventListener('abort', this.#leave, { once: true });
  }

  /** Why the call ended early; undefined while it may go on. */
  get end(): ExchangeError | undefined {
    return this.#end;
  }

  /** Milliseconds until the deadline. */
  get left(): number {
    return this.endsAt - performance.now();
  }

  /** Aborts when the call ends, for work that takes a signal. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#end !== undefined) this.#controller.abort(this.#end);
    }
    return this.#controller.signal;
  }

  /** Ends the call at its deadline. */
  expire(): void {
    this.stop(new ExchangeError('timeout', false, `the call was aborted after ${this.#seconds} s`));
  }

  /** Ends the call. A write that has left only ends at its deadline or with the process: its outcome would be lost. */
  stop(end: ExchangeError): void {
    this.#end = end;
    this.#controller?.abort(end);
    this.#listener?.(end);
  }

  /** Calls `listener` when the call is ended, until `deafen`. One exchange or wait listens at a time. */
  listen(listener: (end: ExchangeError) => void): void {
    this.#listener = listener;
  }

  deafen(): void {
    this.#listener = undefined;
  }

  /** Awaits work that continues without this call. Throws when the call ends first. */
  async wait<Result>(work: Promise<Result>): Promise<Result> {
    if (this.#end !== undefined) throw this.#end;
    const ended = Promise.withResolvers<never>();
    this.listen(ended.reject);
    try {
      return await Promise.race([work, ended.promise]);
    } finally {
      this.deafen();
    }
  }

  /** Stops listening to the caller. */
  close(): void {
    if (this.#leave !== undefined) this.#caller?.removeEventListener('abort', this.#leave);
  }
}

/**
 * The calls that run. One timer looks after all deadlines every quarter of a second, because a timer per call would cost more than
 * the rest of its bookkeeping.
 */
export class CallScopes {
  readonly #running = new Set<CallScope>();
  #clock: NodeJS.Timeout | undefined;
  #end: ExchangeError | undefined;

  open(options: CallScopeOptions): CallScope {
    const scope = new CallScope(options);
    if (this.#end !== undefined) scope.stop(this.#end);
    this.#running.add(scope);
    this.#clock ??= setInterval(() => this.#tick(), tickMilliseconds).unref();
    return scope;
  }

  close(scope: CallScope): void {
    this.#running.delete(scope);
    scope.close();
  }

  /** Ends all calls that run, and every later one as it begins. */
  stop(end: ExchangeError): void {
    this.#end = end;
    for (const scope of this.#running) scope.stop(end);
  }

  #tick(): void {
    const now = performance.now();
    for (const scope of this.#running) if (scope.endsAt <= now) scope.expire();
    if (this.#running.size > 0) return;
    clearInterval(this.#clock);
    this.#clock = undefined;
  }
}
