import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.ts';

/** Logs a request when its answer has been sent: the route it took, never its URL or headers. */
export function logRequest(
  logger: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  route: () => string,
): void {
  const started = performance.now();
  response.on('finish', () => {
    logger.info({
      request_id: requestIdOf(request),
      method: request.method,
      route: route(),
      status: response.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  });
}
