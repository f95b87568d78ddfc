import { expect, it } from 'vitest';
import { TestClock } from '../../test/sync/test-clock.ts';
import { LivePriority } from './live-priority.ts';

const never = new AbortController().signal;

/** A clock whose sleepers only wake when they are told to. */
class SleepyClock extends TestClock {
  override async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    this.slept.push(milliseconds);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }
}

it('lets sync wait for all live calls of its connection, and for no others', async () => {
  const priority = new LivePriority(new SleepyClock());
  const ends: (() => void)[] = [];
  const call = (id: string) => priority.live(id, () => new Promise<void>((resolve) => ends.push(resolve)));
  const calls = [call('one'), call('one')];
  let hasTurn = false;
  const turn = priority.turn('one', never).then(() => {
    hasTurn = true;
  });
  await priority.turn('other', never);
  ends[0]?.();
  await calls[0];
  expect(hasTurn).toBe(false);
  ends[1]?.();
  await Promise.all([...calls, turn]);
  expect(hasTurn).toBe(true);
});

it('gives sync a turn after ten seconds all the same', async () => {
  const clock = new TestClock();
  const priority = new LivePriority(clock);
  const endless = priority.live('one', () => new Promise(() => undefined));
  await priority.turn('one', never);
  expect(clock.slept).toEqual([10_000]);
  void endless;
});

it('waits no longer than its signal', async () => {
  const priority = new LivePriority(new SleepyClock());
  const stopping = new AbortController();
  void priority.live('one', () => new Promise(() => undefined));
  const turn = priority.turn('one', stopping.signal);
  stopping.abort();
  await expect(turn).resolves.toBeUndefined();
});

it('is live while any call runs, and a moment longer', async () => {
  const clock = new TestClock();
  const priority = new LivePriority(clock);
  expect(priority.isLive).toBe(false);
  const responded = Promise.withResolvers<void>();
  const call = priority.live('one', () => responded.promise);
  clock.pass(60);
  expect(priority.isLive).toBe(true);
  responded.resolve();
  await call;
  expect(priority.isLive).toBe(true);
  clock.pass(1);
  expect(priority.isLive).toBe(false);
});

it('passes results and errors of live calls through, and forgets them', async () => {
  const priority = new LivePriority(new TestClock());
  await expect(priority.live('one', async () => 7)).resolves.toBe(7);
  const failing = priority.live('one', async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const clock = new TestClock();
  await priority.turn('one', never);
  expect(clock.slept).toEqual([]);
});
