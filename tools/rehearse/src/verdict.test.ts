import { expect, it } from 'vitest';
import { levelLine, levelOf } from './verdict.ts';

const rising = Array.from({ length: 20 }, (_, index): readonly [number, number] => [
  index,
  100 + 5 * index + (index % 2),
]);
const level = rising.map(([time], index): readonly [number, number] => [time, 100 + (index % 3)]);

it('fits a straight line', () => {
  expect(
    levelOf([
      [0, 10],
      [5, 20],
      [10, 30],
    ]).gain,
  ).toBeCloseTo(20);
  expect(() => levelOf([[0, 10]])).toThrow(RangeError);
});

it('fails for what rises, and holds for what stays or falls', () => {
  const max = { share: 0.1, absolute: 8 };
  expect(levelLine('memory', rising, max, 'MB', true).holds).toBe(false);
  expect(levelLine('memory', level, max, 'MB', true).holds).toBe(true);
  const falling = rising.map(([time, value]): readonly [number, number] => [time, -value]);
  expect(levelLine('memory', falling, { share: 0, absolute: 0 }, 'MB', true).holds).toBe(true);
  expect(levelLine('memory', rising, max, 'MB', false).holds).toBeNull();
  expect(levelLine('memory', [], max, 'MB', true).holds).toBe(false);
});
