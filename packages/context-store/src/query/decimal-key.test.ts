import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalKey, decimalOfKey, integerOfKey, isDecimalKey, keyOfDecimal } from './exact-number.ts';
import { compareText } from './stored-text.ts';

const scale = 40;

// As an integer number of 10^-40, which compares by value without any of what is tested.
const parts = fc.record({
  sign: fc.constantFrom('', '-', '+'),
  whole: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 12n })),
  fraction: fc.oneof(fc.constantFrom('', '0', '00', '1', '10', '5'), fc.stringMatching(/^\d{1,20}$/)),
  exponent: fc.integer({ min: -20, max: 20 }),
});

function written({ sign, whole, fraction, exponent }: typeof parts extends fc.Arbitrary<infer Part> ? Part : never) {
  const text = `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}${exponent === 0 ? '' : `e${exponent}`}`;
  const digits = BigInt(`${whole}${fraction}`) * 10n ** BigInt(scale + exponent - fraction.length);
  return { text, value: sign === '-' ? -digits : digits };
}

describe('the key of a decimal', () => {
  it('has the order of the values', () => {
    fc.assert(
      fc.property(parts.map(written), parts.map(written), (one, other) => {
        const order = compareText(decimalKey(one.text) ?? '', decimalKey(other.text) ?? '');
        const expected = one.value < other.value ? -1 : Number(one.value > other.value);
        expect(Math.sign(order)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('leads back to the value', () => {
    fc.assert(
      fc.property(parts.map(written), ({ text }) => {
        const key = decimalKey(text) ?? '';
        expect(isDecimalKey(key)).toBe(true);
        expect(keyOfDecimal(decimalOfKey(key))).toBe(key);
      }),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (integer) => {
        expect(integerOfKey(decimalKey(integer) ?? '')).toBe(integer);
      }),
    );
  });

  it.each([
    ['1.10', '1.1'],
    ['0010', '1e1'],
    ['-0.0', '+0'],
    ['1E+3', 1000],
    ['12345678901234567890', 12345678901234567890n],
    ['0.1', 0.1],
    [`1${'0'.repeat(999)}`, 10n ** 999n],
  ])('is the same for %s and %s', (one, other) => {
    expect(decimalKey(one)).toBe(decimalKey(other));
    expect(decimalKey(one)).not.toBeNull();
  });

  it.each([
    '',
    '-',
    '.5',
    '5.',
    '1e',
    'e5',
    ' 1',
    '1\n',
    '1,5',
    '1_000',
    '0x1',
    'NaN',
    'Infinity',
    '\u0661',
    '1e1001',
    '1e-1001',
    '1e0000000001',
    '9'.repeat(1001),
    Number.NaN,
    Number.NEGATIVE_INFINITY,
    true,
    null,
    {},
  ])('is missing for %o', (value) => {
    expect(decimalKey(value)).toBeNull();
  });

  it.each([
    '',
    '0',
    '2',
    '25001',
    '250010',
    '2500110',
    '05000a',
    '04998j~',
    '04998aj~',
    '15',
    `25001${'1'.repeat(1002)}`,
  ])('is not %s', (text) => {
    expect(isDecimalKey(text)).toBe(false);
  });
});
