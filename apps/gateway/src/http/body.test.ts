import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyBounds, readJsonBody, requireBodyBounds } from './body.ts';

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

it('says where a body stops being JSON', async () => {
  const message = 'The body is not valid JSON at line 2, column 10.';
  await expect(readJsonBody(requestWith({}, '{\n  "a": 1,}'))).rejects.toMatchObject({
    code: 'malformed_request',
    message,
  });
});

it('keeps the digits of integers', async () => {
  expect(await readJsonBody(requestWith({}, '{"id":9007199254740993,"count":3}'))).toEqual({
    id: 9007199254740993n,
    count: 3,
  });
});

const check = (json: string) => requireBodyBounds(Buffer.from(json));
const refusal = { code: 'payload_too_large' };

/** How many values a parsed JSON value consists of. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + valuesIn(member), 1);
}

/** Values of the bound, one of which is the given text: an array of the others around it. */
const filledUp = (json: string) =>
  `[${[json, ...Array<string>(bodyBounds.values - 1 - valuesIn(JSON.parse(json))).fill('0')].join(' , ')}]`;

describe('the bounds of a body', () => {
  it('take 10,000 values of any kind, and no more', () => {
    const value = fc.jsonValue({ maxDepth: 4 }).map((any) => JSON.stringify(any, null, 1));
    fc.assert(
      fc.property(value, (json) => {
        check(filledUp(json));
        expect(() => check(`[${filledUp(json)}]`)).toThrow(expect.objectContaining(refusal));
      }),
      { numRuns: 50 },
    );
  });

  it.each(['["\\"]:[{", "\\\\", {"a\\"b": [true, null, -1e5, {}]}]', '{"a":{"b":[]},"c":""}', ' 7 ', '"text"'])(
    'count the values of %s',
    (json) => {
      check(filledUp(json));
      expect(() => check(filledUp(json).replace(',', ',0,'))).toThrow(expect.objectContaining(refusal));
    },
  );

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('take 64 levels of %s', (open, close) => {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    check(nested(64));
    check(`[${nested(63)},${nested(63)}]`);
    expect(() => check(nested(65))).toThrow(expect.objectContaining(refusal));
  });

  it('take names of 1000 bytes, and texts of any length', () => {
    check(`{"${'n'.repeat(1000)}":"${'t'.repeat(100_000)}"}`);
    expect(() => check(`{"${'n'.repeat(1001)}":1}`)).toThrow(expect.objectContaining(refusal));
    expect(() => check(`{"${'é'.repeat(501)}":1}`)).toThrow(expect.objectContaining(refusal));
  });

  it.each(['', '"', '"\\', '{"a', ']]]]', '::::', '[1,'])('leave it to the parser that %j is no JSON', (text) => {
    check(text);
  });
});
