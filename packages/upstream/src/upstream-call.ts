import type { Action, RawValue } from '@connectory/connector-sdk';
import { type DirectActionName, isRead, type UpstreamRequest } from '@connectory/connector-sdk/engine';
import type { HeldAnswers } from './answer-bytes.ts';
import type { UpstreamConnection } from './connection.ts';

/** What an upstream call waits for: an answer to an attempt, or an access token. */
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
  /** True for the repeat of a write that may have been carried out the first time. */
  readonly mayHaveHappened?: boolean;
  /** The request where it was built in another process; the action builds it otherwise. */
  readonly request?: UpstreamRequest;
  /** Range header for a download. */
  readonly range?: string;
  /** Aborts when nobody waits for the answer any more. A read ends then; a write that has left goes on, so that its outcome is known. */
  readonly signal?: AbortSignal;
  /** Keeps the answer counted until it is released; without it the answer counts until the call returns. */
  readonly held?: HeldAnswers;
  /** Ends the call earlier than its connection says, in seconds. */
  readonly deadlineSeconds?: number;
  /** Called as a step begins, with the number of the attempt from 1; what it gives is called once, as the step ends. */
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
