import { databaseFailure } from '@connectory/control-plane';
import { errorTable, GatewayError } from '@connectory/errors';

/**
 * Converts any exception to the error for the caller: a `GatewayError` is unchanged, an unusable database becomes `database_unavailable`,
 * everything else `internal` without its message. An error of another copy of the SDK, which a connector may bring along, becomes one of
 * this copy.
 */
export function toGatewayError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  if (GatewayError.is(thrown) && Object.hasOwn(errorTable, thrown.code)) {
    const { code, message, errors, retryAfterSeconds, retryable, upstream, outcome } = thrown;
    return new GatewayError(code, String(message), {
      ...(Array.isArray(errors) && { errors }),
      ...(typeof retryable === 'boolean' && { retryable }),
      ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
      ...(upstream !== undefined && { upstream }),
      ...(outcome === 'unknown' && { outcome }),
      cause: thrown,
    });
  }
  const failure = databaseFailure(thrown);
  if (failure !== null) return failure;
  return new GatewayError('internal', 'The gateway failed unexpectedly. Its log has an entry under this request id.', {
    cause: thrown,
  });
}
