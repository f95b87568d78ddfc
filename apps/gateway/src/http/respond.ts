import type { IncomingMessage, ServerResponse } from 'node:http';
import { toGatewayError } from '@connectory/core';
import { GatewayError, type Problem, problemOf } from '@connectory/errors';
import { writeExactly } from '@connectory/exact-json';
import type { Logger } from 'pino';
import { describeException } from '../telemetry/logger.ts';
import { cutWhenUnread, discardBody, hasUnreadBody } from './connection-lifecycle.ts';
import { requestIdOf } from './request.ts';

const security = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

/** Sends JSON text in parts. */
export function sendJsonText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  parts: readonly Buffer[],
): void {
  let length = 0;
  for (const part of parts) length += part.length;
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': length,
    'x-request-id': requestIdOf(request),
    ...security,
  });
  for (const part of parts.slice(0, -1)) response.write(part);
  response.end(parts.at(-1));
  cutWhenUnread(response);
}

/** Sends a value as JSON. */
export function sendJson(request: IncomingMessage, response: ServerResponse, status: number, value: unknown): void {
  sendJsonText(request, response, status, [Buffer.from(writeExactly(value))]);
}

/** How to send a problem in another form. */
interface Presentation {
  readonly present: (problem: Problem) => object;
  /** The media type of the form. */
  readonly contentType: string;
}

const problemForm = 'application/problem+json';
const presentation = Symbol('presentation of problems');
type PresentedRequest = IncomingMessage & { [presentation]?: Presentation };

/** Sends the problems of a request in another form. */
export function presentProblems(
  request: PresentedRequest,
  present: Presentation['present'],
  contentType = problemForm,
): void {
  request[presentation] = { present, contentType };
}

/** Sends `application/problem+json`, or the form chosen by `presentProblems`. A response that has begun can only be cut off. */
function sendProblem(request: IncomingMessage, response: ServerResponse, error: GatewayError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const problem = problemOf(error, requestIdOf(request));
  const chosen = (request as PresentedRequest)[presentation];
  const body = Buffer.from(JSON.stringify(chosen?.present(problem) ?? problem));
  const isUnread = hasUnreadBody(request);
  response.writeHead(error.status, {
    'content-type': chosen?.contentType ?? problemForm,
    'content-length': body.length,
    'x-request-id': requestIdOf(request),
    ...security,
    ...(error.retryAfterSeconds !== undefined && { 'retry-after': String(error.retryAfterSeconds) }),
    ...(error.code === 'unauthenticated' && {
      'www-authenticate': String(response.getHeader('www-authenticate') ?? 'Bearer'),
    }),
    ...(isUnread && { connection: 'close' }),
  });
  if (!isUnread) {
    response.end(body);
    return;
  }
  // The response is complete for the client; ending it closes the connection.
  response.write(body);
  void discardBody(request).then(() => response.end());
}

/** Responds to anything thrown with a problem document, and logs it with the request ID, and with its cause if it is unexpected. */
export function responseError(
  logger: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  thrown: unknown,
): void {
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
