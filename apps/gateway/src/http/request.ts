import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuditVia } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import type { Logger } from 'pino';

const form = /^[\w.-]{1,128}$/;
const requestId = Symbol('request id');

/** The id of a request: the caller's `X-Request-Id` if it is 1 to 128 letters, digits, `_`, `.` or `-`, otherwise a new one. */
export function requestIdOf(request: IncomingMessage & { [requestId]?: string }): string {
  const known = request[requestId];
  if (known !== undefined) return known;
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && form.test(given) ? given : randomUUID();
  request[requestId] = id;
  return id;
}

/** What sent a request to the HTTP API, as its client says; it decides nothing. */
export function viaOf({ headers }: IncomingMessage): AuditVia {
  const via = headers['x-connectory-client'];
  return via === 'cli' || via === 'console' ? via : 'api';
}

/** Throws `malformed_request` for valid HTTP without a host, or with a target that is not a path. */
export function requireUsableRequest({ url = '', headers, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new GatewayError('malformed_request', 'The request has no Host header.');
  }
  if (!url.startsWith('/')) {
    throw new GatewayError('malformed_request', 'The request target must be a path that starts with "/".');
  }
}

/**
 * Logs each request at level debug when its response has been sent: the route, never the URL or headers. Failures are logged by
 * `answerError` at their own level; successes are in the audit and the metrics.
 */
export function logRequest(
  logger: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  route: () => string,
): void {
  if (!logger.isLevelEnabled('debug')) return;
  const started = performance.now();
  response.on('finish', () => {
    logger.debug({
      request_id: requestIdOf(request),
      method: request.method,
      route: route(),
      status: response.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  });
}

/** Throws `shutting_down` once the shutdown has begun: requests on keep-alive connections would only prolong it. */
export function refuseWhenClosing(isClosing: () => boolean, response: ServerResponse): void {
  if (!isClosing()) return;
  response.setHeader('connection', 'close');
  throw new GatewayError('shutting_down', 'This process is shutting down. Send the request again.', {
    retryAfterSeconds: 1,
  });
}
