import { GatewayError } from '@connectory/errors';
import { isRepeatable, type UpstreamCall } from './upstream-call.ts';

const refusals: ReadonlySet<string> = new Set(['record_not_found', 'file_not_found', 'upstream_rejected']);

/**
 * The error of a write that may have been carried out although its last attempt failed: the same error with an unknown outcome. If the
 * vendor rejects the retry, the error becomes `upstream_unavailable`, because "no such record" after a delete can mean that the delete
 * succeeded.
 */
export function lostWrite(call: UpstreamCall, error: GatewayError): GatewayError {
  if (error.outcome === 'unknown') return error;
  const { code, message, errors, retryAfterSeconds, upstream } = error;
  const isRefusal = refusals.has(code);
  return new GatewayError(
    isRefusal ? 'upstream_unavailable' : code,
    `${message} It is not known whether the write was carried out: check before you repeat it.`,
    {
      errors,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(upstream !== undefined && { upstream }),
      outcome: 'unknown',
      // A vendor that rejects the retry would reject every further one.
      retryable: error.retryable && !isRefusal && isRepeatable(call),
      cause: error,
    },
  );
}
