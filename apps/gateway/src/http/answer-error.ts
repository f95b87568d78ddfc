import type { IncomingMessage, ServerResponse } from 'node:http';
import { GatewayError } from '@connectory/connector-sdk';
import { toGatewayError } from '@connectory/core';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.ts';
import { sendProblem } from './send-json.ts';

/** Answers anything thrown with a problem document and logs it under the request id, with its cause if nobody foresaw it. */
export function answerError(logger: Logger, request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
  const error = toGatewayError(asClientError(thrown));
  const entry = { request_id: requestIdOf(request), method: request.method, status: error.status, code: error.code };
  if (error.code === 'internal') logger.error({ ...entry, error: describe(error.cause) }, 'unexpected failure');
  else logger.info(entry);
  sendProblem(request, response, error);
}

// Express throws errors of its own for paths that cannot be decoded.
function asClientError(thrown: unknown): unknown {
  if (!(thrown instanceof URIError)) return thrown;
  return new GatewayError('malformed_request', 'The path is not correctly percent-encoded.');
}

// Without the message: a connector's exception may quote the record it failed on.
function describe(cause: unknown): { readonly name: string; readonly code?: string; readonly frames?: string } {
  if (!(cause instanceof Error)) return { name: typeof cause };
  const frames = cause.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: cause.name,
    ...('code' in cause && typeof cause.code === 'string' && { code: cause.code }),
    ...(frames !== undefined && { frames: frames.map((line) => line.trim()).join('; ') }),
  };
}
