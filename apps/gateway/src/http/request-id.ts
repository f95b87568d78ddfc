import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const form = /^[\w.-]{1,128}$/;
const ids = new WeakMap<IncomingMessage, string>();

/** The id of a request: the caller's `X-Request-Id` if it is 1 to 128 letters, digits, `_`, `.` or `-`, otherwise a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && form.test(given) ? given : randomUUID();
  ids.set(request, id);
  return id;
}
