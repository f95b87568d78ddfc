import { describe, expect, it, vi } from 'vitest';
import { ChangeSignals } from './change-signals.ts';

const never = 2 ** 30;

describe('ChangeSignals', () => {
  it('wakes those who watch a connection, and nobody else', async () => {
    const signals = new ChangeSignals();
    const [one, other] = [signals.watch('a'), signals.watch('b')];
    const woken: string[] = [];
    const first = one.changed(never).then(() => woken.push('a'));
    const second = other.changed(never).then(() => woken.push('b'));
    signals.notify('a');
    await first;
    expect(woken).toEqual(['a']);
    signals.notify('b');
    await second;
  });

  it('does not lose what happens between two waits', async () => {
    const signals = new ChangeSignals();
    const watch = signals.watch('a');
    signals.notify('a');
    await watch.changed(never);
    const stop = new AbortController();
    const waiting = watch.changed(never, stop.signal);
    stop.abort();
    await waiting;
    await watch.changed(never, stop.signal);
  });

  it('looks again after a while', async () => {
    vi.useFakeTimers();
    try {
      const waiting = new ChangeSignals().watch('a').changed(1_000);
      await vi.advanceTimersByTimeAsync(1_000);
      await waiting;
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('tells listeners until they stop, and forgets watches that end', async () => {
    const signals = new ChangeSignals();
    const received: string[] = [];
    const stop = signals.onChange((connectionId) => received.push(connectionId));
    const watch = signals.watch('a');
    const waiting = watch.changed(never);
    watch.end();
    await waiting;
    signals.notify('a');
    stop();
    signals.notify('a');
    expect(received).toEqual(['a']);
  });
});
