import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { requestIdOf } from './request-id.ts';

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
