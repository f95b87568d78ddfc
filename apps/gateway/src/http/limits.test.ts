import { type CallLimits, type DailyQuota, OwnRates, type TokenPrincipal } from '@connectory/control-plane';
import { beforeEach, expect, it } from 'vitest';
import { CallLimiter, OpenRequests, RunningCalls } from './limits.ts';

/** A quota that is known to be used up only when it is asked. */
class FakeQuota implements DailyQuota {
  readonly limit: number;
  readonly secondsLeft = 3_600;
  remaining: number;

  constructor(limit: number) {
    this.limit = limit;
    this.remaining = limit;
  }

  async take(): Promise<boolean> {
    await Promise.resolve();
    if (this.remaining === 0) return false;
    this.remaining--;
    return true;
  }

  giveBack(): void {
    this.remaining++;
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
  limiter = new CallLimiter({ quotas: { of }, rates: new OwnRates(() => clock.now) });
});

const principal = (policy: CallLimits, workspaceLimits: CallLimits, tokenId = 'one'): TokenPrincipal => ({
  kind: 'token',
  tokenId,
  tokenName: tokenId,
  tokenKind: 'token',
  rootId: tokenId,
  actor: { person: null, agent: null },
  workspaceId: 'home' as TokenPrincipal['workspaceId'],
  policy,
  workspaceLimits,
  expiresAt: null,
});

/** Counts one request; gives the fields it gets, and the error it is refused with. */
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

it('a token without limits gets no rate limit headers', async () => {
  const response = { setHeader: () => expect.unreachable() };
  await limiter.count({ kind: 'admin', person: null }, response);
  await limiter.count(principal({}, { runningCalls: 5 }), response);
});

it('the headers name each limit and what is left of it', async () => {
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

it('refuses requests above the rate of a token until the announced time', async () => {
  const who = principal({ callsPerMinute: 2 }, {});
  await count(who);
  await count(who);
  const { error, fields } = await count(who);
  expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 30 });
  expect(fields.ratelimit).toBe('"token-minute";r=0;t=30');
  clock.now += 30_000;
  expect((await count(who)).error).toBeUndefined();
});

it('refuses requests above the rate of a workspace from each of its tokens', async () => {
  const limits = { callsPerMinute: 3 };
  const [one, other] = [principal({}, limits, 'one'), principal({ callsPerMinute: 100 }, limits, 'other')];
  await count(one);
  await count(one);
  await count(other);
  for (const who of [one, other]) expect((await count(who)).error).toMatchObject({ code: 'rate_limited' });
});

it('refuses requests when the daily quota of the token or workspace is used up', async () => {
  const who = principal({ callsPerDay: 3 }, { callsPerDay: 5 });
  for (let request = 0; request < 3; request++) expect((await count(who)).error).toBeUndefined();
  const { error, fields } = await count(who);
  expect(error).toMatchObject({ code: 'quota_exceeded', retryAfterSeconds: 3_600 });
  expect(fields.ratelimit).toBe('"token-day";r=0;t=3600, "workspace-day";r=2;t=3600');
  const other = principal({}, { callsPerDay: 5 }, 'other');
  expect([(await count(other)).error, (await count(other)).error]).toEqual([undefined, undefined]);
  expect((await count(other)).error).toMatchObject({ code: 'quota_exceeded' });
});

it('a refused request counts against no limit', async () => {
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

it('counts concurrent requests once each', async () => {
  const who = principal({ callsPerDay: 5 }, {});
  const errors = (await Promise.all(Array.from({ length: 8 }, () => count(who)))).map(({ error }) => error);
  expect(errors.filter((error) => error === undefined)).toHaveLength(5);
});

type Caller = Parameters<RunningCalls['begin']>[0];

const caller = (workspace: number, token: number, limits: TokenPrincipal['workspaceLimits'] = {}): Caller => ({
  tokenId: `token ${workspace} ${token}`,
  workspaceId: `workspace ${workspace}` as TokenPrincipal['workspaceId'],
  workspaceLimits: limits,
});
const times = (count: number, work: () => void) => {
  for (let time = 0; time < count; time++) work();
};
const refusal = (code: string) => expect.objectContaining({ code, retryAfterSeconds: 1 });

it('a token can run 50 calls at the same time', () => {
  const running = new RunningCalls();
  times(50, () => running.begin(caller(1, 1)));
  expect(() => running.begin(caller(1, 1))).toThrow(refusal('rate_limited'));
  running.begin(caller(1, 2));
  running.end(caller(1, 1));
  running.begin(caller(1, 1));
  expect(() => running.begin(caller(1, 1))).toThrow(refusal('rate_limited'));
});

it.each([
  [100, {}],
  [60, { runningCalls: 60 }],
  [120, { runningCalls: 120 }],
])('a workspace can run %i calls with limits %o', (most, limits) => {
  const running = new RunningCalls();
  times(most, () => {
    const token = [1, 2, 3].find((one) => mayBegin(running, caller(1, one, limits)));
    expect(token).toBeDefined();
  });
  expect(() => running.begin(caller(1, 4, limits))).toThrow(refusal('rate_limited'));
  running.begin(caller(2, 1));
});

it('a process can run 1,000 calls, and its metrics show the busiest token and workspace', () => {
  const running = new RunningCalls();
  for (let workspace = 0; workspace < 20; workspace++) times(50, () => running.begin(caller(workspace, 1)));
  expect(() => running.begin(caller(99, 1))).toThrow(refusal('gateway_busy'));
  expect(running.bounds.map(({ limit, inUse }) => [inUse(), limit])).toEqual([
    [1000, 1000],
    [50, 100],
    [50, 50],
  ]);
  for (let workspace = 0; workspace < 20; workspace++) times(50, () => running.end(caller(workspace, 1)));
  expect(running.bounds.map(({ inUse }) => inUse())).toEqual([0, 0, 0]);
});

it('still counts running calls after many other tokens have called', () => {
  const running = new RunningCalls();
  times(50, () => running.begin(caller(1, 1)));
  for (let other = 0; other < 5_000; other++) {
    running.begin(caller(2, other));
    running.end(caller(2, other));
  }
  expect(() => running.begin(caller(1, 1))).toThrow(refusal('rate_limited'));
  expect(running.bounds.map(({ inUse }) => inUse())).toEqual([50, 50, 50]);
});

function mayBegin(running: RunningCalls, one: Caller): boolean {
  try {
    running.begin(one);
    return true;
  } catch {
    return false;
  }
}

it('an open subject may send its requests per minute, and others are not affected', async () => {
  const requests = new OpenRequests(64, 'busy');
  const send = (subject: string) =>
    requests.within({ perMinute: [{ subject, perMinute: 2 }] }, async () => 'handled').catch(({ code }) => code);
  expect([await send('a'), await send('a'), await send('a'), await send('b')]).toEqual([
    'handled',
    'handled',
    'rate_limited',
    'handled',
  ]);
});

it('an open request is refused while too many of its subject, or too many in all, are handled', async () => {
  const requests = new OpenRequests(3, 'busy');
  const ends: (() => void)[] = [];
  const send = (subject: string) =>
    requests
      .within({ perMinute: [], concurrent: { subject, max: 2 } }, () => new Promise<void>((end) => ends.push(end)))
      .catch(({ code }) => code);
  const running = [send('a'), send('a')];
  expect(await send('a')).toBe('gateway_busy');
  running.push(send('b'));
  expect(await send('c')).toBe('gateway_busy');
  for (const end of ends) end();
  await Promise.all(running);
  const last = send('c');
  ends.at(-1)?.();
  expect(await last).toBeUndefined();
});
