import type { Action, RawValue } from '@connectory/connector-sdk';
import {
  type DirectActionName,
  type IdempotencyPath,
  idempotencyPathOf,
  isRead,
} from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import type { UpstreamConnection } from './connection.ts';
import { ExchangeError } from './exchange.ts';
import { exchangeFailure, type FailureContext } from './failure.ts';
import type { UploadedFile } from './file-upload.ts';
import type { HeldResponses } from './response-memory.ts';

/** A step of an upstream call: an attempt, or the refresh of an access token. */
export type UpstreamStep = 'attempt' | 'token';

/** How a step ended: with a status, or with the code of what failed. */
interface UpstreamStepEnd {
  readonly status?: number;
  readonly code?: string;
}

/** One direct action to carry out upstream, its parameters validated. */
export interface UpstreamCall {
  readonly connection: UpstreamConnection;
  readonly name: DirectActionName;
  readonly action: Action;
  readonly params: Readonly<Record<string, RawValue>>;
  /**
   * `sync` for reads of the copy, and `batch` for calls of a batch: both share a part of the vendor's quota, and their failures hold back no
   * others. `live` by default.
   */
  readonly purpose?: 'live' | 'sync' | 'batch';
  /** Secrets among the parameters, masked where the vendor repeats them in an error. */
  readonly secrets?: readonly string[];
  /** Key of the caller that makes a repeated write harmless; passed on where the vendor has such a thing. */
  readonly idempotencyKey?: string;
  /** True for the retry of a write whose first attempt may have been carried out. */
  readonly mayHaveHappened?: boolean;
  /** Range header for a download. */
  readonly range?: string;
  /** The file of an upload. */
  readonly file?: UploadedFile;
  /** Set if the caller wants the names of the headers with rate limits that the vendor sends. */
  readonly wantsLimitHeaders?: true;
  /**
   * Aborts when the caller no longer waits for the response. A read then ends; a write that was sent continues, so that its outcome is
   * known.
   */
  readonly signal?: AbortSignal;
  /** Counts the response until it is released; without it, until the call returns. */
  readonly held?: HeldResponses;
  /** A shorter deadline than the connection's, in seconds. */
  readonly deadlineSeconds?: number;
  /** Called when a step begins, with the number of the attempt from 1; the returned function is called once, when the step ends. */
  readonly onStep?: (step: UpstreamStep, attempt: number) => (end: UpstreamStepEnd) => void;
}

/** Where the vendor accepts an idempotency key for this call; undefined for reads. */
export function keyPathOf({ name, action, connection }: UpstreamCall): IdempotencyPath | undefined {
  return isRead(name) ? undefined : idempotencyPathOf(action, connection.connector.upstream);
}

/** True when the caller may repeat a write of unknown outcome: it has a key, and the vendor knows what to do with it. */
export function isRepeatable(call: UpstreamCall): boolean {
  return call.idempotencyKey !== undefined && keyPathOf(call) !== undefined;
}

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

  /** Calls `listener` when the call is ended, until `stopListening`. One exchange or wait listens at a time. */
  listen(listener: (end: ExchangeError) => void): void {
    this.#listener = listener;
  }

  stopListening(): void {
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
      this.stopListening();
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

/** Runs a step of a call and reports how it ended, if the call is observed. */
export function asStep<Result>(
  { onStep }: UpstreamCall,
  step: UpstreamStep,
  attempt: number,
  context: FailureContext,
  work: () => Promise<Result>,
): Promise<Result> {
  return onStep === undefined ? work() : followed(onStep(step, attempt), context, work);
}

async function followed<Result>(
  ended: ReturnType<NonNullable<UpstreamCall['onStep']>>,
  context: FailureContext,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    ended(hasStatus(result) ? { status: result.status } : {});
    return result;
  } catch (thrown) {
    const failure = thrown instanceof ExchangeError ? exchangeFailure(context, thrown) : thrown;
    ended(
      GatewayError.is(failure)
        ? { code: failure.code, ...(failure.upstream !== undefined && { status: failure.upstream.status }) }
        : { code: 'internal' },
    );
    throw thrown;
  }
}

const hasStatus = (result: unknown): result is { readonly status: number } =>
  typeof result === 'object' && result !== null && 'status' in result && typeof result.status === 'number';
