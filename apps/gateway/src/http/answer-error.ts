import type { IncomingMessage, ServerResponse } from 'node:http';
import { GatewayError } from '@connectory/connector-sdk';
import { toGatewayError } from '@connectory/core';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.ts';
import { sendProblem } from './send-json.ts';

/** Answers anything thrown with a problem document; what nobody foresaw is logged under the request id. */
export function answerError(logger: Logger, request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
  const error = toGatewayError(asClientError(thrown));
  if (error.code === 'internal') {
    logger.error({ request_id: requestIdOf(request), error: describe(error.cause) }, 'unexpected failure');
  }
  sendProblem(request, response, error);
}

// Express throws errors of its own for paths that cannot be decoded.
function asClientError(thrown: unknown): unknown {
  if (!(thrown instanceof URIError)) return thrown;
  return new GatewayError('malformed_request', 'The path is not correctly percent-encoded.');
}

function describe(cause: unknown): { readonly name: string; readonly message: string; readonly stack?: string } {
  if (!(cause instanceof Error)) return { name: 'thrown', message: typeof cause };
  return { name: cause.name, message: cause.message, ...(cause.stack !== undefined && { stack: cause.stack }) };
}
