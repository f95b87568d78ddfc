import type { Action, RawValue } from '@connectory/connector-sdk';
import { type DirectActionName, isRead, type UpstreamRequest } from '@connectory/connector-sdk/engine';
import type { UpstreamConnection } from './connection.ts';

/** One direct action to carry out upstream, its parameters validated. */
export interface UpstreamCall {
  readonly connection: UpstreamConnection;
  readonly name: DirectActionName;
  readonly action: Action;
  readonly params: Readonly<Record<string, RawValue>>;
  /** Key of the caller that makes a repeated write harmless; passed on where the vendor has such a thing. */
  readonly idempotencyKey?: string;
  /** The request where it was built in another process; the action builds it otherwise. */
  readonly request?: UpstreamRequest;
  /** Range header for a download. */
  readonly range?: string;
  readonly signal?: AbortSignal;
}

/** Name of the header under which the vendor accepts an idempotency key for this call; undefined for reads. */
export function idempotencyHeaderName({ name, action, connection }: UpstreamCall): string | undefined {
  return isRead(name) ? undefined : (action.idempotencyHeader ?? connection.connector.upstream.idempotencyHeader);
}

/** True when the caller may repeat a write of unknown outcome: it has a key, and the vendor knows what to do with it. */
export function isRepeatable(call: UpstreamCall): boolean {
  return call.idempotencyKey !== undefined && idempotencyHeaderName(call) !== undefined;
}
