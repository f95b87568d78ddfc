import { type Connector, ConnectorError } from '@connectory/connector-sdk';
import { ConnectorStopped, isRead } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { isRepeatable, type UpstreamCall } from './call.ts';

/**
 * Runs code of a connector. An exception becomes an `internal` error that names the connector, with the exception as its cause; a
 * `ConnectorError` reaches the caller with its code. A promise is rejected, because it would not be awaited.
 */
export function runConnectorCode<Result>(call: UpstreamCall, doing: string, work: () => Result): Result {
  let result: Result;
  try {
    result = work();
  } catch (error) {
    throw reportedError(call, doing, error);
  }
  return requireValue(call, doing, result);
}

/** Like `runConnectorCode`, for code that runs asynchronously in an interpreter. */
export async function awaitConnectorCode<Result>(
  call: UpstreamCall,
  doing: string,
  pending: Promise<Result>,
): Promise<Result> {
  try {
    return await pending;
  } catch (error) {
    throw reportedError(call, doing, error);
  }
}

function reportedError(call: UpstreamCall, doing: string, error: unknown): GatewayError {
  if (ConnectorError.is(error)) return reported(call, doing, error);
  return GatewayError.is(error) ? error : connectorFailed(call, doing, error);
}

function reported(call: UpstreamCall, doing: string, { code, message, rejected }: ConnectorError): GatewayError {
  // The write was sent and succeeded; a response that its connector cannot read does not undo it.
  if (doing !== buildingRequest && !isRead(call.name)) {
    return new GatewayError('upstream_unavailable', message, { outcome: 'unknown', retryable: isRepeatable(call) });
  }
  if (rejected === undefined) return new GatewayError(code, message);
  const { param, rule } = rejected;
  return new GatewayError(code, message, { errors: [{ field: `/params/${param}`, message, error_code: rule }] });
}

/** The value itself. Throws as `runConnectorCode` for a promise, whose own failure is then of no interest to anybody. */
export function requireValue<Value>(call: UpstreamCall, doing: string, value: Value): Value {
  if (!isThenable(value)) return value;
  value.then(undefined, () => undefined);
  throw connectorFailed(call, doing, new TypeError('a promise was returned instead of a value'));
}

/** The request could not be built, so nothing was sent. */
export const buildingRequest = 'building the request';

function connectorFailed({ connection, name }: UpstreamCall, doing: string, cause: unknown): GatewayError {
  const { id }: Connector = connection.connector;
  const wasSent = doing !== buildingRequest && !isRead(name);
  const done = wasSent ? ' The write was sent: check before you repeat it.' : '';
  const why = ConnectorStopped.endOfSentence(cause);
  return new GatewayError(
    'internal',
    `The connector ${id} failed while ${doing}${why} This is a bug in the connector; the log has the details under this request ID.${done}`,
    { cause, ...(wasSent && { outcome: 'unknown' as const }) },
  );
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
