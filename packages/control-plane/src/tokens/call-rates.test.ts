import { openDatabase } from '@connectory/database';
import { type PostgresServer, startPostgres } from '@connectory/database/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openControlPlane } from '../../test/fixture.ts';
import { type CallRates, OwnRates } from './call-rates.ts';

describe('the rates of one process', () => {
  function manualRates() {
    const clock = { now: 5_000 };
    const rates = new OwnRates(() => clock.now);
    const call = async (subject: string, perMinute: number) => (await rates.take([{ subject, perMinute }])).isTaken;
    const stateOf = async (subject: string, perMinute: number) => (await rates.states([{ subject, perMinute }]))[0];
    return { clock, rates, call, stateOf };
  }

  it('a subject may make the calls of a minute at once, and then as many as come back', async () => {
    const { clock, call, stateOf } = manualRates();
    expect(await stateOf('a', 6)).toEqual({ remaining: 6, wait: 0, untilFull: 0 });
    const calls = await Promise.all(Array.from({ length: 8 }, () => call('a', 6)));
    expect(calls).toEqual([true, true, true, true, true, true, false, false]);
    expect(await stateOf('a', 6)).toEqual({ remaining: 0, wait: 10_000, untilFull: 60_000 });
    clock.now += 9_999;
    expect(await call('a', 6)).toBe(false);
    expect((await stateOf('a', 6))?.wait).toBeCloseTo(1);
    clock.now += 1;
    expect([await call('a', 6), await call('a', 6)]).toEqual([true, false]);
    clock.now += 3_600_000;
    expect(await stateOf('a', 6)).toEqual({ remaining: 6, wait: 0, untilFull: 0 });
  });

  it('counts each subject separately', async () => {
    const { call } = manualRates();
    expect([await call('a', 1), await call('b', 1), await call('a', 1), await call('b', 1)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('never allows more than the rate, and always a call after the announced wait', async () => {
    const steps = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), steps, async (perMinute, pauses) => {
        const { clock, call, stateOf } = manualRates();
        const start = clock.now;
        let calls = 0;
        for (const pause of pauses) {
          clock.now += pause;
          while (await call('a', perMinute)) calls++;
          expect(calls).toBeLessThanOrEqual(perMinute + ((clock.now - start) * perMinute) / 60_000 + 1e-3);
          clock.now += (await stateOf('a', perMinute))?.wait ?? 0;
          expect(await call('a', perMinute)).toBe(true);
          calls++;
        }
      }),
    );
  });

  it('forgets subjects that have not called for a minute', async () => {
    const { clock, rates, call } = manualRates();
    for (let subject = 0; subject < 1_000; subject++) await call(`early ${subject}`, 5);
    clock.now += 60_000;
    for (let subject = 0; subject < 5; subject++) await call(`late ${subject}`, 5);
    expect(rates.size).toBeLessThan(10);
  });
});

describe('the rates of all gateways on PostgreSQL', () => {
  let postgres: PostgresServer;
  let both: readonly CallRates[];
  const closers: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    postgres = await startPostgres();
    both = await Promise.all(
      [1, 2].map(async () => {
        const database = await openDatabase(postgres.url);
        closers.push(() => database.close());
        return (await openControlPlane(database)).rates;
      }),
    );
  });
  afterAll(async () => {
    for (const close of closers) await close();
    await postgres?.stop();
  });

  it('a subject may make the calls of a minute once, whichever gateways it calls', async () => {
    const rate = { subject: 'token/once', perMinute: 10 };
    const responses = await Promise.all(Array.from({ length: 30 }, (_, call) => both[call % 2]?.take([rate])));
    // A call comes back every six seconds.
    expect(responses.filter((response) => response?.isTaken)).toHaveLength(10);
    const [state] = (await both[0]?.states([rate])) ?? [];
    expect(state).toMatchObject({ remaining: 0 });
    expect(state?.wait).toBeGreaterThan(0);
    expect(state?.wait).toBeLessThanOrEqual(6_000);
    expect(state?.untilFull).toBeLessThanOrEqual(60_001);
  });

  it('takes a call of none of the rates if one of them is used up', async () => {
    const [token, workspace] = [
      { subject: 'token/two', perMinute: 5 },
      { subject: 'workspace/one', perMinute: 1 },
    ];
    expect(await both[0]?.take([token, workspace])).toMatchObject({ isTaken: true });
    const refused = await both[1]?.take([token, workspace]);
    expect(refused).toMatchObject({ isTaken: false, states: [{ remaining: 4, wait: 0 }, { remaining: 0 }] });
  });

  it('an unknown subject has its whole rate', async () => {
    const states = await both[0]?.states([{ subject: 'token/new', perMinute: 3 }]);
    expect(states).toEqual([{ remaining: 3, wait: 0, untilFull: 0 }]);
    expect(await both[0]?.states([])).toEqual([]);
  });
});
