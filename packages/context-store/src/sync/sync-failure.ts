import { GatewayError } from '@connectory/errors';
import type { SyncError } from './checkpoint.ts';
import { maxWaitSeconds, maxWaits } from './pass-limits.ts';

/** What the engine does about a page it could not read. */
export type Reaction =
  /** Request the same page again after this many seconds. `alone` is true if other requests of the connection may succeed meanwhile. */
  | { readonly kind: 'wait'; readonly seconds: number; readonly alone: boolean }
  /** The connection cannot be read for now; the pass continues at this page later. */
  | { readonly kind: 'stop' }
  /** This partition cannot be read; the others may. `again` is true if the same page may succeed later. */
  | { readonly kind: 'partition'; readonly again: boolean };

const defaultWait = 10;
const maxMessageLength = 500;

/** Decides by the code of an error, after the source's own retries. */
export function reactionTo(error: unknown): Reaction {
  if (!GatewayError.is(error)) return { kind: 'partition', again: false };
  switch (error.code) {
    case 'upstream_rate_limited':
    case 'circuit_open':
    case 'gateway_busy':
    case 'database_unavailable':
      return {
        kind: 'wait',
        seconds: Math.max(1, error.retryAfterSeconds ?? defaultWait),
        alone: error.othersMaySucceed,
      };
    case 'reauthorization_required':
    case 'address_not_allowed':
    case 'connector_not_found':
    case 'shutting_down':
      return { kind: 'stop' };
    case 'credential_rejected':
      // A 401, or a credential that cannot be sent, affects everything. Other rejections (a 403, or a vendor's own code) may affect one
      // repository or one kind of record.
      return (error.upstream?.status ?? 401) === 401 ? { kind: 'stop' } : { kind: 'partition', again: false };
    default:
      return { kind: 'partition', again: error.retryable };
  }
}

/** Whether a pass waits and requests the same page again, after this many attempts. */
export function isWorthWaiting(reaction: Reaction, waits: number): reaction is Extract<Reaction, { kind: 'wait' }> {
  return reaction.kind === 'wait' && reaction.seconds <= maxWaitSeconds && waits < maxWaits;
}

// A shorter wait is cheaper than to leave the pass and come back.
const maxHeldSeconds = 5;

/** Whether a pass leaves its place to other entities instead of waiting, because only its own requests are refused. */
export function yieldsToOthers(reaction: Reaction): boolean {
  return reaction.kind === 'wait' && reaction.alone && reaction.seconds > maxHeldSeconds;
}

const blockingCodes: readonly string[] = [
  'upstream_rate_limited',
  'circuit_open',
  'reauthorization_required',
  'credential_rejected',
  'address_not_allowed',
  'connector_not_found',
];

/** Whether what holds up the pass of one entity would hold up every other one of its connection, in any process. */
export function blocksConnection({ code, alone }: SyncError): boolean {
  return alone !== true && blockingCodes.includes(code);
}

/** Seconds after which a pass that stopped at this error should continue: soon, unless someone must act first. */
export function secondsUntilResume(error: unknown, reaction: Reaction, interval: number): number {
  if (reaction.kind === 'wait') return reaction.seconds;
  // Another process may go on at once.
  if (GatewayError.is(error, 'shutting_down')) return 0;
  const needsAction = GatewayError.is(error) && error.origin === 'credential';
  return needsAction ? interval : Math.min(interval, 300);
}

/** An error as the state shows it; only the documented errors carry a text that is fit to be shown. */
export function syncError(partition: SyncError['partition'], error: unknown): SyncError {
  if (GatewayError.is(error)) {
    const { code, message, othersMaySucceed } = error;
    return { partition, code, message: message.slice(0, maxMessageLength), ...(othersMaySucceed && { alone: true }) };
  }
  const message = 'The connector failed on an unexpected response. The log of this gateway has the details.';
  return { partition, code: 'internal', message };
}
