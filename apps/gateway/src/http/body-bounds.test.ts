import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyBounds, requireBodyBounds } from './body-bounds.ts';

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
