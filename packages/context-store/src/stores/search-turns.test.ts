import { expect, it, vi } from 'vitest';
import { ManualClock } from '../../test/sync/manual-clock.ts';
import { SearchTurns, searchTimeout } from './search-turns.ts';

// Such searches outlast their test, so no clock may run on and refuse the ones that wait for them.
const endless = () => new Promise<never>(() => undefined);
const found = async () => 'found';

it('runs a search once and passes on its error', async () => {
  const turns = new SearchTurns(2, {}, new ManualClock());
  expect(await turns.run('a', found)).toBe('found');
  const search = vi.fn(() => Promise.reject(searchTimeout(1)));
  await expect(turns.run('a', search)).rejects.toMatchObject({ code: 'search_timeout', status: 504, retryable: false });
  expect(search).toHaveBeenCalledOnce();
  await expect(turns.run('a', () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
  expect(turns.running).toBe(0);
});

it('leaves half of the turns to other workspaces', async () => {
  const turns = new SearchTurns(4, {}, new ManualClock());
  for (let search = 0; search < 8; search += 1) void turns.run('a', endless);
  expect([turns.running, turns.waiting]).toEqual([2, 6]);
  expect(await turns.run('b', found)).toBe('found');
});

it('refuses searches beyond the queue of a workspace or of the process', async () => {
  const turns = new SearchTurns(2, { process: 3, workspace: 2 }, new ManualClock());
  for (const workspace of ['a', 'a', 'a']) void turns.run(workspace, endless);
  const busy = { code: 'store_busy', status: 503, retryable: true, retryAfterSeconds: 1 };
  await expect(turns.run('a', found)).rejects.toMatchObject(busy);
  void turns.run('b', endless);
  void turns.run('b', endless);
  expect([turns.running, turns.waiting, turns.maxRunning, turns.maxWaiting]).toEqual([2, 3, 2, 3]);
  await expect(turns.run('c', found)).rejects.toMatchObject(busy);
});

it('refuses a search that has waited too long', async () => {
  const clock = new ManualClock();
  const turns = new SearchTurns(1, {}, clock);
  void turns.run('a', endless);
  const waiting = turns.run('b', found);
  clock.pass(29);
  expect(turns.waiting).toBe(1);
  clock.pass(1);
  await expect(waiting).rejects.toMatchObject({ code: 'store_busy' });
  expect([turns.running, turns.waiting]).toEqual([1, 0]);
});

it('removes the search of a caller who left from the queue', async () => {
  const turns = new SearchTurns(2, {}, new ManualClock());
  const left = new AbortController();
  void turns.run('a', endless);
  const waiting = turns.run('a', found, left.signal);
  left.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  expect(turns.waiting).toBe(0);
});
