import { beforeEach, expect, it } from 'vitest';
import { FairTurns, type Turn } from './fair-turns.ts';

let order: string[];
let turns: Map<string, Turn>;

beforeEach(() => {
  order = [];
  turns = new Map();
});

/** Waits for a turn under a name whose first letter is the workspace. */
function take(fair: FairTurns, name: string, signal?: AbortSignal): Promise<void> {
  return fair.take(name.slice(0, 1), signal).then((turn) => {
    order.push(name);
    turns.set(name, turn);
  });
}

async function end(name: string): Promise<void> {
  turns.get(name)?.end();
  await Promise.resolve();
}

it('gives a workspace half of the turns, and another one the next', async () => {
  const fair = new FairTurns(4);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void take(fair, name);
  await take(fair, 'b1');
  expect(order).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
  expect([fair.inUse, fair.waiting, fair.waitingOf('a'), fair.waitingOf('b')]).toEqual([3, 1, 1, 0]);
});

it('always leaves a turn for one more workspace, until there is none', async () => {
  const fair = new FairTurns(4);
  for (const name of ['a1', 'a2', 'b1', 'b2', 'c1', 'd1']) void take(fair, name);
  await Promise.resolve();
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1']);
  await end('a1');
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'd1']);
});

it('serves workspaces in turn, and each first come, first served', async () => {
  const fair = new FairTurns(1);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void take(fair, name);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
    await Promise.resolve();
    await end(name);
  }
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  expect([fair.inUse, fair.waiting]).toEqual([0, 0]);
});

it('gives no turns beyond a number that has become smaller', async () => {
  let turns = 4;
  const fair = new FairTurns(() => turns);
  for (const name of ['a1', 'b1', 'a2', 'a3']) void take(fair, name);
  await Promise.resolve();
  turns = 2;
  await end('a1');
  expect(order).toEqual(['a1', 'b1', 'a2']);
  turns = 4;
  await end('b1');
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
});

it('tells whether others wait', async () => {
  const fair = new FairTurns(1);
  await take(fair, 'a1');
  void take(fair, 'a2');
  expect(fair.isWantedByOthers('a')).toBe(false);
  void take(fair, 'b1');
  expect(fair.isWantedByOthers('a')).toBe(true);
});

it('forgets who does not want to wait any longer', async () => {
  const fair = new FairTurns(1);
  const gone = new AbortController();
  await take(fair, 'a1');
  const waiting = take(fair, 'b1', gone.signal);
  void take(fair, 'c1');
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(take(fair, 'd1', gone.signal)).rejects.toThrow('gone');
  await end('a1');
  expect(order).toEqual(['a1', 'c1']);
});

it('takes a turn back once', async () => {
  const fair = new FairTurns(1);
  await take(fair, 'a1');
  await end('a1');
  await end('a1');
  expect(fair.inUse).toBe(0);
});

it('gives a turn at once only to who may have it, and before nobody that waits', async () => {
  const fair = new FairTurns(2);
  const first = fair.takeNow('a');
  expect(first).not.toBeNull();
  expect(fair.takeNow('a')).toBeNull();
  expect(fair.inUse).toBe(1);
  void take(fair, 'a1');
  expect(fair.takeNow('b')).toBeNull();
  first?.end();
  await Promise.resolve();
  expect(order).toEqual(['a1']);
  const next = fair.takeNow('b');
  expect([fair.inUse, fair.waiting]).toEqual([2, 0]);
  next?.end();
  expect(fair.inUse).toBe(1);
});
