import { expect, it } from 'vitest';
import { Liveness } from './process-life.ts';

const watch = () => new Liveness(3_000, 1_500);
const still = [{ id: 'one', beat: 7 }];

it('finds a process whose number stands still for long enough', () => {
  const watching = watch();
  const found = [0, 1_000, 2_000, 3_000].map((time) => watching.observe(still, time).length);
  expect(found).toEqual([0, 0, 0, 1]);
});

it('lets live whoever changes the number, in whatever direction', () => {
  const watching = watch();
  for (let time = 0, beat = 100; time < 20_000; time += 1_000, beat -= 1) {
    expect(watching.observe([{ id: 'one', beat }], time)).toEqual([]);
  }
});

it('does not count the time in which it was itself paused', () => {
  const watching = watch();
  watching.observe(still, 0);
  expect(watching.observe(still, 60_000)).toEqual([]);
  expect(watching.observe([{ id: 'one', beat: 8 }], 61_000)).toEqual([]);
  expect(watching.observe([{ id: 'one', beat: 8 }], 63_000)).toEqual([]);
});

it('does not count the time in which it could not look', () => {
  const watching = watch();
  watching.observe(still, 0);
  for (let time = 1_000; time < 20_000; time += 1_000) {
    watching.interrupt();
    expect(watching.observe(still, time)).toEqual([]);
  }
  expect(watching.observe(still, 21_000)).toEqual([]);
});

it('watches each process for itself, and forgets those that are gone', () => {
  const watching = watch();
  for (const [index, time] of [0, 1_000, 2_000].entries()) {
    watching.observe([...still, { id: 'two', beat: index }], time);
  }
  watching.observe([{ id: 'two', beat: 3 }], 2_500);
  expect(watching.observe([...still, { id: 'two', beat: 3 }], 3_000)).toEqual([]);
  const found = [4_000, 5_500, 6_000].map((time) => watching.observe([...still, { id: 'two', beat: 3 }], time));
  expect(found.map((silent) => silent.map(({ id }) => id))).toEqual([[], ['two'], ['one', 'two']]);
});
