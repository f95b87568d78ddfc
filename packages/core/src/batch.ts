import { hash } from 'node:crypto';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { IdempotencyAttempt, IdempotencyKeys, TokenPrincipal } from '@connectory/control-plane';
import { type FieldError, GatewayError, jsonPointer } from '@connectory/errors';
import type { batchRequestSchema } from '@connectory/errors/validation';
import { writeExactly } from '@connectory/exact-json';
import { HeldResponses } from '@connectory/upstream';
import type { z } from 'zod';
import { toGatewayError } from './errors.ts';
import type { Executor } from './executor.ts';
import type { ExecuteRequest, ExecuteResult } from './request.ts';

const maxParallelism = 8;
const maxSeconds = 600;
const maxRepeats = 10;
const maxErrors = 100;
const validationsPerTurn = 50;
const tickMilliseconds = 500;

/** A batch as it reached the gateway, authenticated. */
export interface BatchRequest extends Omit<ExecuteRequest, 'body' | 'held' | 'purpose' | 'range' | 'resolved'> {
  /** The validated body. */
  readonly body: z.output<typeof batchRequestSchema>;
  /** How many calls may run at the same time. */
  readonly parallelism: number;
  /** Called before each call but the first one: authorizes it and counts it. An error ends the batch. */
  admit(): Promise<TokenPrincipal>;
  /** Throws if the process is shutting down. */
  requireOpen(): void;
}

/** How one call of a batch ended. `unknown` is a write that may have been carried out, `held` one that waits for approval. */
export type BatchItem =
  | { readonly status: 'succeeded' | 'held'; readonly index: number; readonly result: BatchResult }
  | { readonly status: 'failed' | 'unknown'; readonly index: number; readonly error: GatewayError }
  | { readonly status: 'not_run'; readonly index: number };

/** Result of a call of a batch. */
export type BatchResult = Exclude<ExecuteResult, { readonly kind: 'file' }>;

/** How a batch ended. */
export interface BatchEnd {
  readonly succeeded: number;
  readonly failed: number;
  readonly unknown: number;
  readonly not_run: number;
  /** Calls that wait for approval; absent if none does. */
  readonly held?: number;
  /** Why calls were not run: one before them failed, the time was over, or the error. */
  readonly reason?: 'failed_call' | 'time' | 'error';
  readonly error?: GatewayError;
}

/** How many calls of a batch may run at the same time, if nothing else limits them. */
export const parallelismOf = ({ order, calls }: BatchRequest['body']): number =>
  order === 'sequential' ? 1 : Math.min(maxParallelism, calls.length);

type Ending = Pick<BatchEnd, 'reason' | 'error'>;

/** Dependencies of batches. */
export interface BatchParts {
  readonly executor: Executor;
  readonly controlPlane: { readonly idempotency: IdempotencyKeys };
}

/** A batch whose calls are all valid and whose key is claimed: `run` must follow. */
export interface Batch {
  /**
   * Runs the calls and hands each one over as it ends, those that were not run last. The call counts as running until `take` resolves.
   * Never rejects, unless `take` does.
   */
  run(take: (item: BatchItem) => Promise<void>): Promise<BatchEnd>;
}

/**
 * Validates all calls of a batch, and claims its Idempotency-Key. Throws `invalid_params` with every invalid call, the errors that concern
 * all calls, and `idempotency_conflict`; nothing has been sent then. The same batch with the same key continues where it was interrupted.
 */
export async function beginBatch({ executor, controlPlane }: BatchParts, request: BatchRequest): Promise<Batch> {
  await validateAll(executor, request);
  const { principal, connectionId, idempotencyKey, body } = request;
  if (idempotencyKey === undefined || body.dry_run === true) return new RunningBatch(executor, request, undefined);
  const fingerprint = writeExactly(['batch', body.calls]);
  const start = await controlPlane.idempotency
    .begin(principal.workspaceId, connectionId, idempotencyKey, fingerprint, true)
    .catch((thrown: unknown) => {
      throw toGatewayError(thrown);
    });
  if (start.state === 'new') return new RunningBatch(executor, request, start.attempt);
  throw new GatewayError('idempotency_conflict', 'The Idempotency-Key was used for a different request.');
}

/** Codes of errors in a single call; others concern all calls of the connection. */
const ofOneCall = new Set<string>([
  'malformed_request',
  'unknown_entity',
  'action_not_available',
  'forbidden',
  'hosted_mode_required',
  'invalid_params',
  'invalid_query',
  'invalid_cursor',
]);

/** Actions whose request or response is a file. */
const filesOnly = new Set<string>(['download', 'upload']);

async function validateAll(executor: Executor, request: BatchRequest): Promise<void> {
  const errors: FieldError[] = [];
  let invalid = 0;
  for (const index of request.body.calls.keys()) {
    // Validation of many calls must not delay other callers.
    if (index % validationsPerTurn === validationsPerTurn - 1) await nextTurn();
    try {
      const action = await executor.validate(callOf(request, index));
      if (action.kind === 'direct' && filesOnly.has(action.name)) {
        throw new GatewayError('action_not_available', `${action.name} is not possible in a batch.`);
      }
    } catch (thrown) {
      const error = toGatewayError(thrown);
      if (!ofOneCall.has(error.code)) throw error;
      invalid++;
      errors.push(...errorsOfCall(error, index));
    }
  }
  if (invalid === 0) return;
  const calls = `${invalid} of ${request.body.calls.length} calls`;
  throw new GatewayError(
    'invalid_params',
    `${calls} cannot be run; nothing was sent. ${errors[0]?.field}: ${errors[0]?.message}`,
    { errors: errors.slice(0, maxErrors) },
  );
}

function errorsOfCall({ code, message, errors }: GatewayError, index: number): readonly FieldError[] {
  const pointer = jsonPointer(['calls', String(index)]);
  if (errors.length === 0) return [{ field: pointer, message, error_code: code }];
  return errors.map((error) => ({ ...error, field: pointer + error.field }));
}

function callOf(request: BatchRequest, index: number): ExecuteRequest {
  const { body, idempotencyKey, parallelism: _, admit: _admit, requireOpen: _requireOpen, ...call } = request;
  const dryRun = body.dry_run === true;
  return {
    ...call,
    body: { ...body.calls[index], ...(dryRun && { dry_run: true }) },
    purpose: 'batch',
    ...(idempotencyKey !== undefined && { idempotencyKey: keyOfCall(idempotencyKey, index) }),
  };
}

// As long as an idempotency key may be, whatever the caller's key.
const keyOfCall = (key: string, index: number) => `batch ${hash('sha256', `${key}\n${index}`)}`;

class RunningBatch implements Batch {
  readonly #executor: Executor;
  readonly #request: BatchRequest;
  readonly #attempt: IdempotencyAttempt | undefined;
  readonly #endsAt = performance.now() + maxSeconds * 1000;
  readonly #counts: { -readonly [Status in BatchItem['status']]?: number } & Record<
    'succeeded' | 'failed' | 'unknown' | 'not_run',
    number
  > = {
    succeeded: 0,
    failed: 0,
    unknown: 0,
    not_run: 0,
  };
  #principal: TokenPrincipal;
  #admission: Promise<void> = Promise.resolve();
  #admitted = 0;
  #next = 0;
  #end: Ending | undefined;

  constructor(executor: Executor, request: BatchRequest, attempt: IdempotencyAttempt | undefined) {
    this.#executor = executor;
    this.#request = request;
    this.#attempt = attempt;
    this.#principal = request.principal;
  }

  async run(take: (item: BatchItem) => Promise<void>): Promise<BatchEnd> {
    const { body, parallelism } = this.#request;
    const workers = Math.min(parallelism, parallelismOf(body));
    try {
      const work = await Promise.allSettled(Array.from({ length: workers }, () => this.#work(take)));
      for (const one of work) if (one.status === 'rejected') throw one.reason;
      for (let index = this.#next; index < body.calls.length; index++) {
        this.#counts.not_run++;
        await take({ status: 'not_run', index });
      }
    } finally {
      // Its calls have keys of their own, which say what must not be repeated.
      await this.#attempt?.reopen();
    }
    return { ...this.#counts, ...this.#end };
  }

  async #work(take: (item: BatchItem) => Promise<void>): Promise<void> {
    for (let index = await this.#begin(); index !== undefined; index = await this.#begin()) {
      const held = new HeldResponses();
      try {
        const item = await this.#call(index, held);
        this.#counts[item.status] = (this.#counts[item.status] ?? 0) + 1;
        await take(item);
      } catch (thrown) {
        this.#stop({ reason: 'error', error: toGatewayError(thrown) });
        throw thrown;
      } finally {
        held.close();
      }
    }
  }

  /** The index of the next call; undefined if no further one may begin. */
  async #begin(): Promise<number | undefined> {
    if (this.#admitted >= this.#request.body.calls.length || !this.#mayContinue()) return undefined;
    try {
      // The request itself was counted for the first call.
      if (this.#admitted++ > 0) await this.#admit();
    } catch (thrown) {
      this.#stop({ reason: 'error', error: toGatewayError(thrown) });
    }
    return this.#mayContinue() ? this.#next++ : undefined;
  }

  // One after the other: calls that wait for the same limit would take its next request from each other.
  #admit(): Promise<void> {
    this.#admission = this.#admission.then(async () => {
      if (!this.#mayContinue()) return;
      this.#principal = await this.#repeated(() => this.#request.admit(), Number.POSITIVE_INFINITY);
    });
    return this.#admission;
  }

  async #call(index: number, held: HeldResponses): Promise<BatchItem> {
    const call = { ...callOf(this.#request, index), principal: this.#principal, held };
    try {
      const result = await this.#repeated(() => this.#executor.execute(call));
      if (result.kind !== 'file') return { status: result.kind === 'held' ? 'held' : 'succeeded', index, result };
      throw new TypeError('a file cannot be part of a batch');
    } catch (thrown) {
      const error = toGatewayError(thrown);
      if (this.#request.body.on_error === 'stop') this.#stop({ reason: 'failed_call' });
      else if (blocksOthers(error)) this.#stop({ reason: 'error', error });
      return { status: mayHaveHappened(error) ? 'unknown' : 'failed', index, error };
    }
  }

  /** Repeats work that an error postponed, after the time that the error names, while the batch has time. */
  async #repeated<Result>(work: () => Promise<Result>, max = maxRepeats): Promise<Result> {
    for (let repeats = 0; ; repeats++) {
      try {
        return await work();
      } catch (thrown) {
        const error = toGatewayError(thrown);
        const wait = (error.retryAfterSeconds ?? Number.POSITIVE_INFINITY) * 1000;
        const isPostponed = error.retryable && error.outcome === undefined;
        if (!isPostponed || repeats >= max || wait > this.#left) throw error;
        await this.#sleep(wait);
        if (!this.#mayContinue()) throw error;
      }
    }
  }

  async #sleep(milliseconds: number): Promise<void> {
    const until = performance.now() + milliseconds;
    for (let left = milliseconds; left > 0 && this.#mayContinue(); left = until - performance.now()) {
      await delay(Math.min(left, tickMilliseconds));
    }
  }

  get #left(): number {
    return this.#endsAt - performance.now();
  }

  #mayContinue(): boolean {
    if (this.#end !== undefined) return false;
    const { signal, requireOpen } = this.#request;
    try {
      requireOpen();
      if (signal?.aborted) throw new GatewayError('request_timeout', 'The caller closed the connection.');
    } catch (thrown) {
      this.#stop({ reason: 'error', error: toGatewayError(thrown) });
      return false;
    }
    if (this.#left > 0) return true;
    this.#stop({ reason: 'time' });
    return false;
  }

  #stop(end: Ending): void {
    this.#end ??= end;
  }
}

/** Whether a write may have been carried out: its outcome is unknown, or its result could not be stored for the repeat. */
const mayHaveHappened = ({ outcome, code, retryable }: GatewayError) =>
  outcome === 'unknown' || (code === 'idempotency_conflict' && !retryable);

/** Whether the upstream accepts no call of the connection for longer than a batch waits. */
const blocksOthers = ({ code, othersMaySucceed }: GatewayError) =>
  code === 'upstream_rate_limited' && !othersMaySucceed;
