import {
  type ErrorCode,
  type ErrorOrigin,
  errorTable,
  type FieldError,
  GatewayError,
  type UpstreamFailure,
} from './errors.ts';

/** Body of every error response: `application/problem+json` (RFC 9457) with Connectory's members. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly errors: readonly FieldError[];
  readonly origin: ErrorOrigin;
  readonly retryable: boolean;
  readonly request_id: string;
  readonly outcome?: 'unknown';
  readonly cursor?: string;
  readonly upstream?: UpstreamFailure;
}

/** Describes an error for the caller. */
export function problemOf(error: GatewayError, requestId: string): Problem {
  const { title } = errorTable[error.code];
  return {
    type: `urn:connectory:error:${error.code}`,
    title,
    status: error.status,
    detail: error.message,
    code: error.code,
    message: error.message,
    errors: error.errors,
    origin: error.origin,
    retryable: error.retryable,
    request_id: requestId,
    ...(error.outcome !== undefined && { outcome: error.outcome }),
    ...(error.cursor !== undefined && { cursor: error.cursor }),
    ...(error.upstream !== undefined && { upstream: error.upstream }),
  };
}

/**
 * Converts any exception to a `GatewayError`: one of another copy of this package, which a connector may bring along, becomes one of this
 * copy; everything else becomes `internal`, without its message.
 */
export function asGatewayError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  if (GatewayError.is(thrown) && Object.hasOwn(errorTable, thrown.code)) {
    const { code, message, errors, retryAfterSeconds, retryable, upstream, outcome, pageTooHeavy, othersMaySucceed } =
      thrown;
    return new GatewayError(code, String(message), {
      ...(Array.isArray(errors) && { errors }),
      ...(typeof retryable === 'boolean' && { retryable }),
      ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
      ...(upstream !== undefined && { upstream }),
      ...(outcome === 'unknown' && { outcome }),
      ...(pageTooHeavy === true && { pageTooHeavy }),
      ...(othersMaySucceed === true && { othersMaySucceed }),
      cause: thrown,
    });
  }
  return new GatewayError('internal', 'The gateway failed unexpectedly. Its log has an entry under this request id.', {
    cause: thrown,
  });
}
