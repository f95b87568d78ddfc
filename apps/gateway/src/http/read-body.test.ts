import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { readJsonBody } from './read-body.ts';

function requestWith(headers: Readonly<Record<string, string>>, ...chunks: (string | Buffer)[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'content-type': 'application/json', ...headers };
  for (const chunk of chunks) request.push(chunk);
  request.push(null);
  return request;
}

it('reads a body that arrives in pieces, also within a character', async () => {
  const bytes = Buffer.from('{"name":"é"}');
  expect(await readJsonBody(requestWith({}, bytes.subarray(0, 10), bytes.subarray(10)))).toEqual({ name: 'é' });
});

it.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
])('takes %s', async (type) => {
  expect(await readJsonBody(requestWith({ 'content-type': type }, '{}'))).toEqual({});
});

it.each(['', 'text/json', 'application/json; charset=utf-16', 'application/jsonp', 'application/json, text/plain'])(
  'refuses the media type %j',
  async (type) => {
    await expect(readJsonBody(requestWith({ 'content-type': type }, '{}'))).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
  },
);

it('refuses a body above 1 MiB, announced or not, and takes one of just that size', async () => {
  const largest = `"${'x'.repeat(1024 * 1024 - 2)}"`;
  expect(await readJsonBody(requestWith({}, largest))).toHaveLength(1024 * 1024 - 2);
  const tooLarge = { code: 'payload_too_large' };
  await expect(readJsonBody(requestWith({}, largest, ' '))).rejects.toMatchObject(tooLarge);
  await expect(readJsonBody(requestWith({ 'content-length': '1048577' }, '{}'))).rejects.toMatchObject(tooLarge);
});

it('does not wait for a client who has gone', async () => {
  const request = requestWith({});
  request.destroy();
  await expect(readJsonBody(request)).rejects.toMatchObject({ code: 'malformed_request' });
});

it('keeps the digits of integers', async () => {
  expect(await readJsonBody(requestWith({}, '{"id":9007199254740993,"count":3}'))).toEqual({
    id: 9007199254740993n,
    count: 3,
  });
});
