import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CallRates } from './call-rates.ts';

function manualRates() {
  const clock = { now: 5_000 };
  const rates = new CallRates(() => clock.now);
  const call = (subject: string, perMinute: number): boolean => {
    const isFree = rates.standing(subject, perMinute).remaining > 0;
    if (isFree) rates.take(subject, perMinute);
    return isFree;
  };
  return { clock, rates, call };
}

it('lets as many calls through at once as a minute may have, and then as many as come back', () => {
  const { clock, rates, call } = manualRates();
  expect(rates.standing('a', 6)).toEqual({ remaining: 6, wait: 0, untilFull: 0 });
  expect(Array.from({ length: 8 }, () => call('a', 6))).toEqual([true, true, true, true, true, true, false, false]);
  expect(rates.standing('a', 6)).toEqual({ remaining: 0, wait: 10_000, untilFull: 60_000 });
  clock.now += 9_999;
  expect(call('a', 6)).toBe(false);
  expect(rates.standing('a', 6).wait).toBeCloseTo(1);
  clock.now += 1;
  expect([call('a', 6), call('a', 6)]).toEqual([true, false]);
  clock.now += 3_600_000;
  expect(rates.standing('a', 6)).toEqual({ remaining: 6, wait: 0, untilFull: 0 });
});

it('counts every subject by itself', () => {
  const { call } = manualRates();
  expect([call('a', 1), call('b', 1), call('a', 1), call('b', 1)]).toEqual([true, true, false, false]);
});

it('never lets more through than the rate and what came back, and always what it said after the wait', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), steps, (perMinute, pauses) => {
      const { clock, rates, call } = manualRates();
      const start = clock.now;
      let calls = 0;
      for (const pause of pauses) {
        clock.now += pause;
        while (call('a', perMinute)) calls++;
        expect(calls).toBeLessThanOrEqual(perMinute + ((clock.now - start) * perMinute) / 60_000 + 1e-3);
        clock.now += rates.standing('a', perMinute).wait;
        expect(call('a', perMinute)).toBe(true);
        calls++;
      }
    }),
  );
});

it('keeps nothing of who has not called for a minute', () => {
  const { clock, rates, call } = manualRates();
  for (let subject = 0; subject < 1_000; subject++) call(`early ${subject}`, 5);
  clock.now += 60_000;
  for (let subject = 0; subject < 5; subject++) call(`late ${subject}`, 5);
  expect(rates.size).toBeLessThan(10);
});
