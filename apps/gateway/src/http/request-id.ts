import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

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
