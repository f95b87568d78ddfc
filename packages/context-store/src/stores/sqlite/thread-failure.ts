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
  const told = GatewayError.is(error) ? error : null;
  const retryable = told?.retryable ?? null;
  const retryAfterSeconds = told?.retryAfterSeconds ?? null;
  return { isGatewayError: told !== null, name, code, message, retryable, retryAfterSeconds, stack };
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
