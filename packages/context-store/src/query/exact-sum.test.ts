import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimals, numbers } from '../../test/query/texts.ts';
import { decimalKey, plainDecimal, unitsOfKey } from './exact-number.ts';
import { ExactSum } from './exact-sum.ts';

const scale = 2200;

function sumOf(values: readonly (number | bigint | string)[]): ExactSum {
  const sum = new ExactSum();
  for (const value of values) sum.add(value);
  return sum;
}

const plain = (key: string | null) => (key === null ? null : plainDecimal(key));

function unitsOf(key: string): bigint {
  const decimal = unitsOfKey(key);
  return decimal.units * 10n ** BigInt(scale - decimal.scale);
}

const sums: readonly (readonly [readonly (number | bigint)[], string | null, string | null])[] = [
  [[0.1, 0.2], '0.3', '0.15'],
  [[], null, null],
  [[0, -0.5, 0.5], '0', '0'],
  [[1, 1, 2], '4', '1.333333333333'],
  [[2, 2, 1], '5', '1.666666666667'],
  [[-2, -2, -1], '-5', '-1.666666666667'],
  [[9007199254740991, 9007199254740991, 9007199254740993n], '27021597764222975', '9007199254740991.666666666667'],
  [[1e15, 0.000001, -1e15], '0.000001', '0.000000333333'],
  [[5e-324, 1e300, -1e300], `0.${'0'.repeat(323)}5`, '0'],
];

it.each(sums.map((row) => [row[0].join(', '), ...row] as const))(
  'the sum and the average of [%s] are exact',
  (_, values, sum, average) => {
    expect(plain(sumOf(values).sum)).toBe(sum);
    expect(plain(sumOf(values).average(12))).toBe(average);
  },
);

it('rounds an average half to even', () => {
  const averages = [
    [0.5, 0],
    [1.5, 0],
    [2.5, 0],
    [-0.5, 0],
    [-1.5, 0],
  ].map(([one = 0, digits = 0]) => plain(sumOf([one]).average(digits)));
  expect(averages).toEqual(['0', '2', '2', '0', '-2']);
});

it('adds numbers and the keys of decimals exactly, in any order', () => {
  const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((units) => units / 100);
  const keys = fc
    .oneof(decimals, cents, numbers)
    .map((value) => decimalKey(value))
    .filter((key) => key !== null);
  fc.assert(
    fc.property(fc.array(keys, { minLength: 1 }), (list) => {
      const expected = list.map(unitsOf).reduce((one, other) => one + other);
      expect(unitsOf(sumOf(list).sum ?? '')).toBe(expected);
      expect(sumOf(list.toReversed()).sum).toBe(sumOf(list).sum);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(cents, numbers), { minLength: 1 }), (list) => {
      const asKeys = list.flatMap((value) => decimalKey(value) ?? []);
      expect(sumOf(list).sum).toBe(sumOf(asKeys).sum);
    }),
  );
});
