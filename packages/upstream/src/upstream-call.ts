import type { Action, RawValue } from '@connectory/connector-sdk';
import { type DirectActionName, isRead, type UpstreamRequest } from '@connectory/connector-sdk/engine';
import type { HeldAnswers } from './answer-bytes.ts';
import type { UpstreamConnection } from './connection.ts';

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
  /** Secrets among the parameters, masked where the vendor repeats them in an error. */
  readonly secrets?: readonly string[];
  /** Key of the caller that makes a repeated write harmless; passed on where the vendor has such a thing. */
  readonly idempotencyKey?: string;
  /** True for the retry of a write whose first attempt may have been carried out. */
  readonly mayHaveHappened?: boolean;
  /** The request where it was built in another process; the action builds it otherwise. */
  readonly request?: UpstreamRequest;
  /** Range header for a download. */
  readonly range?: string;
  /**
   * Aborts when the caller no longer waits for the response. A read then ends; a write that was sent continues, so that its outcome is
   * known.
   */
  readonly signal?: AbortSignal;
  /** Counts the response until it is released; without it, until the call returns. */
  readonly held?: HeldAnswers;
  /** A shorter deadline than the connection's, in seconds. */
  readonly deadlineSeconds?: number;
  /** Called when a step begins, with the number of the attempt from 1; the returned function is called once, when the step ends. */
  readonly onStep?: (step: UpstreamStep, attempt: number) => (end: UpstreamStepEnd) => void;
}

/** Name of the header under which the vendor accepts an idempotency key for this call; undefined for reads. */
export function idempotencyHeaderName({ name, action, connection }: UpstreamCall): string | undefined {
  return isRead(name) ? undefined : (action.idempotencyHeader ?? connection.connector.upstream.idempotencyHeader);
}

/** True when the caller may repeat a write of unknown outcome: it has a key, and the vendor knows what to do with it. */
export function isRepeatable(call: UpstreamCall): boolean {
  return call.idempotencyKey !== undefined && idempotencyHeaderName(call) !== undefined;
}
