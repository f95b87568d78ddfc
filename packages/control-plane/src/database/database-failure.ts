import { DatabaseUnavailableError, type UnavailableReason } from '@connectory/database';
import { GatewayError } from '@connectory/errors';

interface Explanation {
  readonly message: string;
  readonly retryAfterSeconds: number;
}

// Callers can only wait; the operator finds the cause in the log.
const explanations: Readonly<Record<UnavailableReason, Explanation>> = {
  away: { message: 'The database of the gateway does not respond. Try again later.', retryAfterSeconds: 2 },
  locked: {
    message: 'The database of the gateway is locked by another process. Try again later.',
    retryAfterSeconds: 2,
  },
  full: {
    message: 'The disk of the gateway is full, so nothing can be stored. Ask its operator to free space.',
    retryAfterSeconds: 30,
  },
  failing: {
    message: 'The disk of the gateway is failing. The log shows its operator the cause.',
    retryAfterSeconds: 30,
  },
  read_only: {
    message: 'The database of the gateway is read-only. The log shows its operator the cause.',
    retryAfterSeconds: 30,
  },
  damaged: {
    message: 'The database of the gateway is damaged. Ask its operator to restore it from a backup.',
    retryAfterSeconds: 300,
  },
};

/**
 * What callers are told of a database that cannot be used: `database_unavailable`, which is retryable unless the database is damaged.
 * Null for anything else that was thrown.
 */
export function databaseFailure(thrown: unknown): GatewayError | null {
  if (!(thrown instanceof DatabaseUnavailableError)) return null;
  const { message, retryAfterSeconds } = explanations[thrown.reason];
  return new GatewayError('database_unavailable', message, {
    retryAfterSeconds,
    retryable: thrown.reason !== 'damaged',
    cause: thrown,
  });
}

/**
 * The refusal of a request because `what` must be stored before it and cannot be; nothing was done. `what` begins a sentence: `The
 * Idempotency-Key`.
 */
export function notStored(what: string, cause: unknown): GatewayError {
  const failure = databaseFailure(cause);
  const advice = failure?.message ?? 'Send the request again later.';
  return new GatewayError('database_unavailable', `${what} cannot be stored, so nothing was done. ${advice}`, {
    retryAfterSeconds: failure?.retryAfterSeconds ?? 1,
    retryable: failure?.retryable ?? true,
    cause,
  });
}
