import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateLedger } from '../processes/rate-ledger.ts';
import { SlotLedger } from '../processes/slot-ledger.ts';
import { CallRates, type Rates } from './call-rates.ts';
import { type CallSlots, OwnCallSlots } from './call-slots.ts';
import { LeasedCallSlots } from './leased-call-slots.ts';
import { LeasedRates } from './leased-rates.ts';

/** Messages between processes arrive later, and in order. */
const arrival = async <Value>(value: Value): Promise<Value> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  return value;
};

interface Members<Limit> {
  readonly members: readonly Limit[];
  /** What each process does every second. */
  sweep(): void;
}

function leasedSlots(count: number): Members<CallSlots> & { readonly leave: (index: number) => void } {
  const ledger: SlotLedger<LeasedCallSlots> = new SlotLedger(async (member, subject) =>
    arrival(await arrival(subject).then(() => member.recall(subject))),
  );
  const members = Array.from({ length: count }, () => {
    const member: LeasedCallSlots = new LeasedCallSlots({
      lease: async (subject, most, needed) => {
        await arrival(subject);
        return arrival(await ledger.lease(member, subject, most, needed));
      },
      giveBack: (subject, slots) => void arrival(subject).then(() => ledger.giveBack(member, subject, slots)),
    });
    return member;
  });
  return {
    members,
    sweep: () => {
      for (const member of members) member.sweep();
    },
    leave: (index) => ledger.leave(members[index] as LeasedCallSlots),
  };
}

function leasedRates(count: number, now: () => number): Members<Rates> {
  const ledger: RateLedger<LeasedRates> = new RateLedger(
    async (member, subject) => arrival(await arrival(subject).then(() => member.recall(subject))),
    new CallRates(now),
  );
  const members = Array.from({ length: count }, () => {
    const member: LeasedRates = new LeasedRates(
      {
        lease: async (subject, perMinute, needed) => {
          await arrival(subject);
          return arrival(await ledger.lease(member, subject, perMinute, needed));
        },
        giveBack: (subject, perMinute, calls) =>
          void arrival(subject).then(() => ledger.giveBack(subject, perMinute, calls)),
      },
      now,
    );
    return member;
  });
  return {
    members,
    sweep: () => {
      for (const member of members) member.sweep();
    },
  };
}

const own = <Limit>(limit: Limit): Members<Limit> => ({ members: [limit], sweep: () => {} });

describe.each([
  ['in this process', () => own<CallSlots>(new OwnCallSlots())],
  ['leased by two processes', () => leasedSlots(2)],
  ['leased by five processes', () => leasedSlots(5)],
])('slots %s', (_name, make) => {
  it('are as many as there may be, whoever takes them, and as many again when they were given back', async () => {
    const { members } = make();
    for (let round = 0; round < 3; round++) {
      const taken = await Promise.all(
        Array.from({ length: 130 }, async (_, call) => {
          const member = members[(call + round) % members.length] as CallSlots;
          return (await member.take('a', 100)) ? member : undefined;
        }),
      );
      const holders = taken.filter((member) => member !== undefined);
      expect(holders).toHaveLength(100);
      for (const member of members) expect(await member.take('a', 100)).toBe(false);
      for (const member of holders) member.give('a');
    }
  });

  it('are not refused while others hold some that they do not use', async () => {
    const { members } = make();
    for (const member of members) {
      for (let call = 0; call < 50; call++) expect(await member.take('a', 50)).toBe(true);
      for (let call = 0; call < 50; call++) member.give('a');
    }
  });

  it('are those of one subject', async () => {
    const { members } = make();
    for (const member of members) expect(await member.take('a', members.length)).toBe(true);
    for (const member of members) {
      expect(await member.take('a', members.length)).toBe(false);
      expect(await member.take('b', members.length)).toBe(true);
    }
  });

  it('follow a limit that becomes lower or higher', async () => {
    const { members } = make();
    const [member] = members as [CallSlots];
    for (let call = 0; call < 10; call++) expect(await member.take('a', 20)).toBe(true);
    expect(await member.take('a', 10)).toBe(false);
    for (let call = 0; call < 5; call++) expect(await member.take('a', 15)).toBe(true);
    expect(await member.take('a', 15)).toBe(false);
  });

  it('never exceed the limit, and are given while one is free', async () => {
    const steps = fc.array(
      fc.tuple(fc.nat({ max: 9 }), fc.constantFrom('take', 'give', 'sweep'), fc.integer({ min: 1, max: 4 })),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), steps, async (most, given) => {
        const { members, sweep } = make();
        const running: CallSlots[] = [];
        for (const [index, step, count] of given) {
          const member = members[index % members.length] as CallSlots;
          if (step === 'sweep') sweep();
          else if (step === 'give') running.splice(index % Math.max(1, running.length), 1)[0]?.give('a');
          else {
            const free = most - running.length;
            const taken = await Promise.all(Array.from({ length: count }, () => member.take('a', most)));
            expect(taken.filter((isTaken) => isTaken)).toHaveLength(Math.min(free, count));
            for (const isTaken of taken) if (isTaken) running.push(member);
          }
        }
      }),
    );
  });
});

it('slots of a process that has ended are free', async () => {
  const { members, leave } = leasedSlots(2);
  const [first, second] = members as [CallSlots, CallSlots];
  for (let call = 0; call < 10; call++) expect(await first.take('a', 10)).toBe(true);
  expect(await second.take('a', 10)).toBe(false);
  leave(0);
  for (let call = 0; call < 10; call++) expect(await second.take('a', 10)).toBe(true);
  // Nobody would give back such a process is given.
  expect(await first.take('b', 1)).toBe(false);
  expect(await second.take('b', 1)).toBe(true);
});

describe.each([
  ['in this process', (now: () => number) => own<Rates>(new CallRates(now))],
  ['leased by two processes', (now: () => number) => leasedRates(2, now)],
  ['leased by five processes', (now: () => number) => leasedRates(5, now)],
])('rates %s', (_name, make) => {
  const call = async (rates: Rates, subject: string, perMinute: number): Promise<boolean> => {
    for (let ready = rates.ready(subject, perMinute); ; ready = rates.ready(subject, perMinute)) {
      if (ready instanceof Promise) await ready;
      else if (!ready) return false;
      else break;
    }
    rates.take(subject, perMinute);
    return true;
  };

  it.each([1, 20, 1_000, 12_000])('let %i calls through at once, whoever makes them', async (perMinute) => {
    const { members } = make(() => 0);
    const calls = Array.from({ length: perMinute + 50 }, (_, index) =>
      call(members[index % members.length] as Rates, 'a', perMinute),
    );
    expect((await Promise.all(calls)).filter((isMade) => isMade)).toHaveLength(perMinute);
  });

  it('tell what remains and how long to wait', async () => {
    const clock = { now: 0 };
    const { members } = make(() => clock.now);
    const [rates] = members as [Rates];
    await call(rates, 'a', 60);
    expect(rates.standing('a', 60)).toMatchObject({ remaining: 59, wait: 0 });
    for (let made = 1; made < 60; made++) expect(await call(rates, 'a', 60)).toBe(true);
    expect(await call(rates, 'a', 60)).toBe(false);
    expect(rates.standing('a', 60)).toMatchObject({ remaining: 0, wait: 1_000 });
    clock.now += 1_000;
    expect([await call(rates, 'a', 60), await call(rates, 'a', 60)]).toEqual([true, false]);
  });

  it('never let more through than the rate and what came back, and no less than a bucket of one process', async () => {
    const steps = fc.array(fc.tuple(fc.nat({ max: 9 }), fc.integer({ min: 0, max: 20_000 }), fc.boolean()), {
      maxLength: 50,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 600 }), steps, async (perMinute, given) => {
        const clock = { now: 0 };
        const { members, sweep } = make(() => clock.now);
        const bucket = new CallRates(() => clock.now);
        let total = 0;
        for (const [index, pause, isSweep] of given) {
          clock.now += pause;
          if (isSweep) sweep();
          const wanted = 1 + (index * perMinute) / 5;
          for (let made = 0; made < wanted; made++) {
            const isFree = bucket.ready('a', perMinute);
            const isMade = await call(members[(index + made) % members.length] as Rates, 'a', perMinute);
            if (isFree) expect(isMade).toBe(true);
            if (isMade) bucket.take('a', perMinute);
            if (isMade) total++;
            expect(total).toBeLessThanOrEqual(perMinute + (clock.now * perMinute) / 60_000 + 1e-3);
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
