import { expect, it } from 'vitest';
import { TestClock } from '../../test/sync/test-clock.ts';
import { OwnTouches } from './own-writes.ts';

it('remembers a write as long as a page may take that was asked for before it', () => {
  const clock = new TestClock();
  const touches = new OwnTouches(clock);
  const before = clock.now() - 1;
  touches.note('one', 'issues', '["1"]');
  expect(touches.since('one', 'issues', '["1"]', before)).toBe(true);
  expect(touches.since('one', 'issues', '["1"]', clock.now() + 1)).toBe(false);
  expect(touches.since('two', 'issues', '["1"]', before)).toBe(false);
  clock.pass(601);
  touches.note('one', 'issues', '["2"]');
  expect(touches.since('one', 'issues', '["1"]', before)).toBe(false);
});

it('remembers ten thousand at most', () => {
  const clock = new TestClock();
  const touches = new OwnTouches(clock);
  for (let index = 0; index <= 10_000; index += 1) touches.note('one', 'issues', String(index));
  expect(touches.since('one', 'issues', '0', 0)).toBe(false);
  expect(touches.since('one', 'issues', '1', 0)).toBe(true);
});
