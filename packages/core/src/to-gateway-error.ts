import { GatewayError } from '@connectory/connector-sdk';

/** What the caller is told of anything thrown: a `GatewayError` as it is, everything else as `internal` without its text. */
export function toGatewayError(thrown: unknown): GatewayError {
  if (GatewayError.is(thrown)) return thrown;
  return new GatewayError('internal', 'The gateway failed unexpectedly. Its log has an entry under this request id.', {
    cause: thrown,
  });
}
