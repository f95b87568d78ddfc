import type { Action, DirectActionName, RawValue } from '@connectory/connector-sdk';
import type { UpstreamConnection } from './connection.ts';

/** One direct action to carry out upstream, its parameters validated. */
export interface UpstreamCall {
  readonly connection: UpstreamConnection;
  readonly name: DirectActionName;
  readonly action: Action;
  readonly params: Readonly<Record<string, RawValue>>;
  /** Key of the caller that makes a repeated write harmless; passed on where the vendor has such a thing. */
  readonly idempotencyKey?: string;
  /** Range header for a download. */
  readonly range?: string;
  readonly signal?: AbortSignal;
}
