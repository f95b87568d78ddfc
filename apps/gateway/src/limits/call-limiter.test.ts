import type { CallLimits, DailyQuota, TokenPrincipal } from '@connectory/control-plane';
import { beforeEach, expect, it } from 'vitest';
import { CallLimiter } from './call-limiter.ts';
import { CallRates } from './call-rates.ts';

/** A quota of a database that answers when it is asked, `perGrant` requests at a time. */
class FakeQuota implements DailyQuota {
  readonly limit: number;
  readonly secondsLeft = 3_600;
  remaining: number;
  #left = 0;

  constructor(limit: number) {
    this.limit = limit;
    this.remaining = limit;
  }

  ready(): boolean | Promise<boolean> {
    if (this.remaining === 0) return false;
    if (this.#left > 0) return true;
    return Promise.resolve().then(() => {
      this.#left = 2;
      return true;
    });
  }

  take(): void {
    this.remaining--;
    this.#left--;
  }
}

let clock: { now: number };
let quotas: Map<string, FakeQuota>;
let limiter: CallLimiter;
beforeEach(() => {
  clock = { now: 1_000 };
  quotas = new Map();
  const of = (subject: string, limit: number) => {
    const quota = quotas.get(subject) ?? new FakeQuota(limit);
    quotas.set(subject, quota);
    return quota;
  };
  limiter = new CallLimiter({ of }, new CallRates(() => clock.now));
});

const principal = (policy: CallLimits, workspaceLimits: CallLimits, tokenId = 'one'): TokenPrincipal => ({
  kind: 'token',
  tokenId,
  workspaceId: 'home' as TokenPrincipal['workspaceId'],
  policy,
  workspaceLimits,
  expiresAt: null,
});

/** Counts one request; gives the fields it is answered with, and the error it is refused with. */
async function count(who: TokenPrincipal) {
  const fields: Record<string, unknown> = {};
  const response = {
    setHeader(name: string, value: unknown) {
      fields[name] = value;
      return this as never;
    },
  };
  try {
    await limiter.count(who, response);
    return { fields, error: undefined };
  } catch (error) {
    return { fields, error };
  }
}

it('neither counts nor tells anything where there are no limits', async () => {
  const response = { setHeader: () => expect.unreachable() };
  expect(limiter.count({ kind: 'admin' }, response)).toBeUndefined();
  expect(limiter.count(principal({}, { runningCalls: 5 }), response)).toBeUndefined();
});

it('tells by name what the limits are and what is left of them', async () => {
  const limits = { callsPerMinute: 60, callsPerDay: 1_000 };
  const who = principal(limits, { callsPerMinute: 600, callsPerDay: 5_000 });
  await count(who);
  clock.now += 500;
  expect((await count(who)).fields).toEqual({
    'ratelimit-policy':
      '"token-minute";q=60;w=60, "workspace-minute";q=600;w=60, "token-day";q=1000;w=86400, "workspace-day";q=5000;w=86400',
    ratelimit:
      '"token-minute";r=58;t=2, "workspace-minute";r=599;t=1, "token-day";r=998;t=3600, "workspace-day";r=4998;t=3600',
  });
});

it('refuses what is too much for the token, until the time it told', async () => {
  const who = principal({ callsPerMinute: 2 }, {});
  await count(who);
  await count(who);
  const { error, fields } = await count(who);
  expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 30 });
  expect(fields.ratelimit).toBe('"token-minute";r=0;t=30');
  clock.now += 30_000;
  expect((await count(who)).error).toBeUndefined();
});

it('refuses what is too much for the workspace, whichever token sends it', async () => {
  const limits = { callsPerMinute: 3 };
  const [one, other] = [principal({}, limits, 'one'), principal({ callsPerMinute: 100 }, limits, 'other')];
  await count(one);
  await count(one);
  await count(other);
  for (const who of [one, other]) expect((await count(who)).error).toMatchObject({ code: 'rate_limited' });
});

it('refuses when the day is used up, of the token or of the workspace', async () => {
  const who = principal({ callsPerDay: 3 }, { callsPerDay: 5 });
  for (let request = 0; request < 3; request++) expect((await count(who)).error).toBeUndefined();
  const { error, fields } = await count(who);
  expect(error).toMatchObject({ code: 'quota_exceeded', retryAfterSeconds: 3_600 });
  expect(fields.ratelimit).toBe('"token-day";r=0;t=3600, "workspace-day";r=2;t=3600');
  const other = principal({}, { callsPerDay: 5 }, 'other');
  expect([(await count(other)).error, (await count(other)).error]).toEqual([undefined, undefined]);
  expect((await count(other)).error).toMatchObject({ code: 'quota_exceeded' });
});

it('takes nothing of any limit for a request that one of them refuses', async () => {
  const who = principal({ callsPerMinute: 1, callsPerDay: 100 }, { callsPerMinute: 100, callsPerDay: 100 });
  await count(who);
  for (let request = 0; request < 5; request++) {
    expect((await count(who)).error).toMatchObject({ code: 'rate_limited' });
  }
  expect([...quotas.values()].map(({ remaining }) => remaining)).toEqual([99, 99]);
  expect((await count(principal({}, { callsPerMinute: 100 }, 'other'))).fields.ratelimit).toBe(
    '"workspace-minute";r=98;t=2',
  );
});

it('counts each request once when several wait for the same portion', async () => {
  const who = principal({ callsPerDay: 5 }, {});
  const errors = (await Promise.all(Array.from({ length: 8 }, () => count(who)))).map(({ error }) => error);
  expect(errors.filter((error) => error === undefined)).toHaveLength(5);
});
