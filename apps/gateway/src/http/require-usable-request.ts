import type { IncomingMessage } from 'node:http';
import { GatewayError } from '@connectory/errors';

/** Throws `malformed_request` for valid HTTP without a host, or with a target that is not a path. */
export function requireUsableRequest({ url = '', headers, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new GatewayError('malformed_request', 'The request has no Host header.');
  }
  if (!url.startsWith('/')) {
    throw new GatewayError('malformed_request', 'The request target must be a path that starts with "/".');
  }
}
