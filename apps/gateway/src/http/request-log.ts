import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.ts';

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
