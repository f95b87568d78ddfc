import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { requestIdOf, requireUsableRequest } from './request.ts';

function requestWith(id: string | undefined): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  if (id !== undefined) request.headers['x-request-id'] = id;
  return request;
}

it.each(['a', 'job-17.part_2', 'x'.repeat(128)])('takes over %s', (id) => {
  expect(requestIdOf(requestWith(id))).toBe(id);
});

it.each([undefined, '', 'a b', 'a\r\nb', '<script>', 'é', 'x'.repeat(129)])('makes an id instead of %j', (id) => {
  expect(requestIdOf(requestWith(id))).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
});

it('is the same for a request whenever it is asked for', () => {
  const request = requestWith(undefined);
  expect(requestIdOf(request)).toBe(requestIdOf(request));
  expect(requestIdOf(request)).not.toBe(requestIdOf(requestWith(undefined)));
});

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
