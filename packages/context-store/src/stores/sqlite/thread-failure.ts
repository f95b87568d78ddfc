import { type UnavailableReason, unavailableReason } from '@connectory/database/database-unavailable';
import { type ErrorCode, GatewayError } from '@connectory/errors';

/** Failure of a job in a form that passes between threads: errors lose their class and properties on the way. */
export interface ThreadFailure {
  readonly isGatewayError: boolean;
  readonly name: string;
  /** The documented code, or one of SQLite or the system, such as `SQLITE_FULL`. */
  readonly code: string | null;
  readonly message: string;
  /** Whether the same job may succeed later, if the error states it. */
  readonly retryable: boolean | null;
  readonly retryAfterSeconds: number | null;
  readonly stack: string;
}

/** Describes an error thrown in a thread. */
export function failureOf(thrown: unknown): ThreadFailure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack = '' } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const reported = GatewayError.is(error) ? error : null;
  const retryable = reported?.retryable ?? null;
  const retryAfterSeconds = reported?.retryAfterSeconds ?? null;
  return { isGatewayError: reported !== null, name, code, message, retryable, retryAfterSeconds, stack };
}

/** Restores the error of a failure: a `GatewayError`, or an `Error` with the name, code and stack of the original. */
export function errorOf(failure: ThreadFailure): Error {
  const { isGatewayError, name, code, message, retryable, retryAfterSeconds, stack } = failure;
  if (isGatewayError) {
    return new GatewayError(code as ErrorCode, message, {
      ...(retryable !== null && { retryable }),
      ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    });
  }
  return Object.assign(new Error(message), { name, stack }, code !== null && { code });
}

// Search threads load this file, so it must not import the query builder.

/** Returns the error for a copy whose file cannot be used: `database_unavailable`, with what to do. Other errors are returned unchanged. */
export function copyFailure(thrown: unknown, connectionId: string): unknown {
  const reason = GatewayError.is(thrown) ? null : unavailableReason(thrown);
  if (reason === null) return thrown;
  const message = `The copy of this connection ${explanations[reason](`context-store/${connectionId}.sqlite`)}`;
  return new GatewayError('database_unavailable', message, {
    retryAfterSeconds: reason === 'damaged' ? 300 : 30,
    retryable: reason !== 'damaged',
    cause: thrown,
  });
}

const disk = (file: string) =>
  `cannot be used, because the disk of the gateway fails at ${file} in its data directory. The log has the cause.`;

const explanations: Readonly<Record<UnavailableReason, (file: string) => string>> = {
  away: disk,
  failing: disk,
  locked: (file) =>
    `is locked by another process. Stop the program that uses ${file} in the data directory of the gateway.`,
  full: () => 'cannot be written, because the disk of the gateway is full. Ask its operator to free space.',
  read_only: (file) => `cannot be written. Make ${file} in the data directory writable for the gateway.`,
  damaged: (file) =>
    `is damaged. Stop the gateway and delete ${file} in its data directory; everything is then read again.`,
};
