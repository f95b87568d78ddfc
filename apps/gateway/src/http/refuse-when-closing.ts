import type { ServerResponse } from 'node:http';
import { GatewayError } from '@connectory/errors';

/** Throws `shutting_down` once the shutdown has begun: requests on keep-alive connections would only prolong it. */
export function refuseWhenClosing(isClosing: () => boolean, response: ServerResponse): void {
  if (!isClosing()) return;
  response.setHeader('connection', 'close');
  throw new GatewayError('shutting_down', 'This process is shutting down. Send the request again.', {
    retryAfterSeconds: 1,
  });
}
