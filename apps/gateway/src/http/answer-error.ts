import type { IncomingMessage, ServerResponse } from 'node:http';
import { toGatewayError } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { Logger } from 'pino';
import { describeException } from '../describe-exception.ts';
import { requestIdOf } from './request-id.ts';
import { sendProblem } from './send-json.ts';

/** Responds to anything thrown with a problem document, and logs it with the request ID, and with its cause if it is unexpected. */
export function answerError(logger: Logger, request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
  const error = toGatewayError(asClientError(thrown));
  const entry = { request_id: requestIdOf(request), method: request.method, status: error.status, code: error.code };
  if (error.code === 'internal')
    logger.error({ ...entry, error: describeException(error.cause) }, 'unexpected failure');
  else if (error.code === 'database_unavailable')
    logger.warn({ ...entry, error: describeException(error.cause) }, error.message);
  else logger.info(entry);
  sendProblem(request, response, error);
}

// Express throws its own errors for paths that cannot be decoded.
function asClientError(thrown: unknown): unknown {
  if (!(thrown instanceof URIError)) return thrown;
  return new GatewayError('malformed_request', 'The path is not correctly percent-encoded.');
}
