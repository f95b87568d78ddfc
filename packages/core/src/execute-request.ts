import type { Deprecation } from '@connectory/connector-sdk/engine';
import type { TokenPrincipal } from '@connectory/control-plane';
import type { FileAnswer, HeldAnswers, RequestPreview } from '@connectory/upstream';
import type { CallSpan } from './call-span.ts';

/** One execute call as it reached the gateway, authenticated. */
export interface ExecuteRequest {
  readonly principal: TokenPrincipal;
  readonly connectionId: string;
  /** The parsed body: an execute envelope. */
  readonly body: unknown;
  readonly requestId: string;
  readonly idempotencyKey?: string;
  /** Range header, for downloads. */
  readonly range?: string;
  /** Aborts when the caller has gone. */
  readonly signal?: AbortSignal;
  /** Memory held by responses that the caller has not received yet; the sender releases it. */
  readonly held?: HeldAnswers;
  /** Follows the call, where it is traced. */
  readonly span?: CallSpan | undefined;
  /** Called when the action that was found is going to be removed. */
  readonly onDeprecated?: (deprecation: Deprecation) => void;
}

/** Result of an execute call: JSON text with pagination, the requests of a dry run, or an open file. */
export type ExecuteResult =
  | {
      readonly kind: 'records' | 'record';
      /** JSON text: an array of records, or one record. */
      readonly json: Buffer;
      readonly meta: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'preview'; readonly requests: readonly RequestPreview[] }
  | { readonly kind: 'file'; readonly file: FileAnswer };
