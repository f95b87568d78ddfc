import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { requireUsableRequest } from './require-usable-request.ts';

function requestOf(url: string, host?: string, version = '1.1'): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  request.httpVersion = version;
  if (host !== undefined) request.headers.host = host;
  return request;
}

it('accepts a path with a host, and from HTTP/1.0 without', () => {
  expect(() => requireUsableRequest(requestOf('/healthz', 'localhost'))).not.toThrow();
  expect(() => requireUsableRequest(requestOf('/healthz', undefined, '1.0'))).not.toThrow();
});

it.each([
  ['no host', requestOf('/healthz')],
  ['an absolute target', requestOf('http://evil.example.com/', 'localhost')],
  ['a target that is no URL', requestOf('http://[::1', 'localhost')],
  ['an asterisk', requestOf('*', 'localhost')],
])('refuses %s', (_case, request) => {
  expect(() => requireUsableRequest(request)).toThrow(expect.objectContaining({ code: 'malformed_request' }));
});
