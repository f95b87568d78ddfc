import { afterEach, expect, it, vi } from 'vitest';
import { SteadyClock } from './audit.ts';

const hour = 3_600_000;
let [wall, monotonic] = [0, 0];

afterEach(() => vi.restoreAllMocks());

function clockAt(start: number): SteadyClock {
  [wall, monotonic] = [start, 5_000];
  vi.spyOn(Date, 'now').mockImplementation(() => wall);
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic);
  return new SteadyClock();
}

function pass(milliseconds: number): void {
  wall += milliseconds;
  monotonic += milliseconds;
}

it('follows the clock of the machine, and a jump ahead', () => {
  const clock = clockAt(1_700_000_000_000);
  expect(clock.now()).toBe(wall);
  pass(1_000);
  expect(clock.now()).toBe(wall);
  wall += hour;
  expect(clock.now()).toBe(wall);
});

it('never goes back, and is right again two hours after a jump back of one hour', () => {
  const clock = clockAt(1_700_000_000_000);
  const before = clock.now();
  wall -= hour;
  let last = before;
  for (let minute = 0; minute < 121; minute++) {
    const now = clock.now();
    expect(now).toBeGreaterThanOrEqual(last);
    expect(now - wall).toBeLessThanOrEqual(hour);
    last = now;
    pass(60_000);
  }
  expect(clock.now()).toBe(wall);
});
