import { expect, it, vi } from 'vitest';
import { ManualClock } from '../../test/sync/manual-clock.ts';
import { type SearchLane, SearchLanes } from './search-lanes.ts';
import { searchTookTooLong } from './search-took-too-long.ts';

// Such searches outlast their test, so no clock may run on and refuse the ones that wait for them.
const hangs = () => new Promise<never>(() => undefined);
const slow = (inLongLane: () => Promise<string>) => async (lane: SearchLane) => {
  if (lane === 'quick') throw searchTookTooLong(1);
  return inLongLane();
};
const cheap = async (lane: SearchLane) => lane;

it('begins a search that takes long again in the long lane', async () => {
  const lanes = new SearchLanes({ quick: 2, long: 2 }, {}, new ManualClock());
  const tried: SearchLane[] = [];
  const search = async (lane: SearchLane) => {
    tried.push(lane);
    return slow(async () => 'found')(lane);
  };
  expect(await lanes.run('a', search)).toBe('found');
  expect(tried).toEqual(['quick', 'long']);
  await expect(lanes.run('a', () => Promise.reject(searchTookTooLong(1)))).rejects.toMatchObject({
    code: 'search_timeout',
    status: 504,
    retryable: false,
  });
  await expect(lanes.run('a', () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
  expect(lanes.running).toBe(0);
});

it('answers quick searches beside any number of slow ones, of the same workspace and of others', async () => {
  const lanes = new SearchLanes({ quick: 4, long: 2 }, {}, new ManualClock());
  for (const workspace of ['a', 'a', 'a', 'b', 'b', 'c']) void lanes.run(workspace, slow(hangs));
  await vi.waitFor(() => expect(lanes.waiting).toBe(4));
  expect(lanes.running).toBe(2);
  for (const workspace of ['a', 'd']) expect(await lanes.run(workspace, cheap)).toBe('quick');
});

it('leaves half of the long lane to other workspaces', async () => {
  const lanes = new SearchLanes({ quick: 4, long: 2 }, {}, new ManualClock());
  for (let search = 0; search < 8; search += 1) void lanes.run('a', slow(hangs));
  expect(
    await lanes.run(
      'b',
      slow(async () => 'found'),
    ),
  ).toBe('found');
});

it('refuses what one workspace, or all together, have too much of', async () => {
  const lanes = new SearchLanes({ quick: 2, long: 2 }, { process: 3, workspace: 2 }, new ManualClock());
  for (const workspace of ['a', 'a', 'a']) void lanes.run(workspace, hangs);
  const busy = { code: 'store_busy', status: 503, retryable: true, retryAfterSeconds: 1 };
  await expect(lanes.run('a', cheap)).rejects.toMatchObject(busy);
  void lanes.run('b', hangs);
  void lanes.run('b', hangs);
  expect([lanes.running, lanes.waiting, lanes.mostRunning, lanes.mostWaiting]).toEqual([2, 3, 4, 6]);
  await expect(lanes.run('c', cheap)).rejects.toMatchObject(busy);
});

it('refuses what has waited too long', async () => {
  const clock = new ManualClock();
  const lanes = new SearchLanes({ quick: 1, long: 1 }, {}, clock);
  void lanes.run('a', hangs);
  const waiting = lanes.run('b', cheap);
  clock.pass(29);
  expect(lanes.waiting).toBe(1);
  clock.pass(1);
  await expect(waiting).rejects.toMatchObject({ code: 'store_busy' });
  expect([lanes.running, lanes.waiting]).toEqual([1, 0]);
});

it('lets a caller who is gone out of the queue', async () => {
  const lanes = new SearchLanes({ quick: 2, long: 2 }, {}, new ManualClock());
  const gone = new AbortController();
  void lanes.run('a', hangs);
  const waiting = lanes.run('a', cheap, gone.signal);
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  expect(lanes.waiting).toBe(0);
});
