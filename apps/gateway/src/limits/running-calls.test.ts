import type { TokenPrincipal } from '@connectory/control-plane';
import { expect, it } from 'vitest';
import { RunningCalls } from './running-calls.ts';

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

it('holds a token to 50 calls at a time, whatever others do', () => {
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
])('holds a workspace to %i calls with limits %o', (most, limits) => {
  const running = new RunningCalls();
  times(most, () => {
    const token = [1, 2, 3].find((one) => mayBegin(running, caller(1, one, limits)));
    expect(token).toBeDefined();
  });
  expect(() => running.begin(caller(1, 4, limits))).toThrow(refusal('rate_limited'));
  running.begin(caller(2, 1));
});

it('holds the process to 1,000 calls, and knows who has the most', () => {
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

it('counts right, however many tokens have called meanwhile', () => {
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
