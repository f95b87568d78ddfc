import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseExactly, parseVerbatim, writeExactly } from './index.ts';

it('reads and writes integers of any size', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n })), (integers) => {
      const text = `{"list":[${integers.join(',')}]}`;
      expect(writeExactly(parseExactly(text))).toBe(text);
      const { list } = parseExactly(text) as { list: (number | bigint)[] };
      expect(list.map(BigInt)).toEqual(integers);
    }),
  );
});

it('keeps numbers that a double holds as numbers', () => {
  expect(parseExactly('[9007199254740991, 1e21, 0.1234567890123456]')).toEqual([
    9007199254740991, 1e21, 0.1234567890123456,
  ]);
  expect(parseExactly('[9007199254740993]')).toEqual([9007199254740993n]);
});

it('leaves digits in texts alone', () => {
  expect(parseExactly('{"id":"9007199254740993"}')).toEqual({ id: '9007199254740993' });
});

it('skips a byte order mark in front', () => {
  expect(parseExactly('\ufeff{"id":9007199254740993}')).toEqual({ id: 9007199254740993n });
  expect(() => parseExactly('\ufeff')).toThrow(SyntaxError);
});

it.each([
  '{"id":9007199254740993',
  '{9007199254740993:1}',
  '[09007199254740993]',
  '[9007199254740993"a"]',
  '"9007199254740993',
])('refuses what is not JSON: %s', (text) => {
  expect(() => parseExactly(text)).toThrow(SyntaxError);
});

/** A value as the parser of the language has it: with the nearest number instead of a long integer. */
function rounded(value: unknown): unknown {
  if (typeof value === 'bigint') {
    expect(Number.isSafeInteger(Number(value))).toBe(false);
    return Number(value);
  }
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}

it('reads everything else like the parser of the language', () => {
  // Not the name '"': after an object with the name '\\', Node 24.21 reads it as that one.
  const names = fc
    .oneof(fc.constantFrom('__proto__', 'constructor', '\\', '\\"9007199254740993'), fc.string())
    .filter((name) => name !== '"');
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(names, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
      fc.bigInt({ min: 2n ** 53n }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
    ),
  }));
  fc.assert(
    fc.property(value, (given) => {
      const text = writeExactly([given, 2n ** 60n]);
      const parsed = parseExactly(text);
      expect(rounded(parsed)).toEqual(JSON.parse(text));
      expect(writeExactly(parsed)).toBe(text);
    }),
  );
});

it('finds long integers wherever they stand, and nowhere in texts', () => {
  const text =
    ' [-9007199254740993 , {"a\\\\":9007199254740993,"b\\"9007199254740993":1.9007199254740993}, 9007199254740993e0]';
  expect(parseExactly(text)).toEqual([
    -9007199254740993n,
    { 'a\\': 9007199254740993n, 'b"9007199254740993': Number('1.9007199254740993') },
    9007199254740992,
  ]);
  expect(parseExactly('9007199254740993')).toBe(9007199254740993n);
});

it('does not read integers that would take seconds', () => {
  expect(parseExactly('9'.repeat(10_000))).toBe(10n ** 10_000n - 1n);
  expect(parseExactly('9'.repeat(10_001))).toBe(Number.POSITIVE_INFINITY);
});

it.each(['12345678901234567890', '1.10', '1e400', '-0', '0.1'])('writes %s as it was read', (number) => {
  expect(JSON.stringify(parseVerbatim(`{"n":[${number}]}`))).toBe(`{"n":[${number}]}`);
});

it('changes nothing but numbers', () => {
  const text = '{"text":"1","flag":true,"none":null,"list":[]}';
  expect(parseVerbatim(text)).toEqual(JSON.parse(text));
});
