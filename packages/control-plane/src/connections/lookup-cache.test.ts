import { afterEach, describe, expect, it, vi } from 'vitest';
import { setClockAhead } from '../../test/fixture.ts';
import { controlPlaneLimits, LookupCache } from './lookup-cache.ts';

interface Item {
  readonly value: number;
}

describe('LookupCache', () => {
  afterEach(() => vi.restoreAllMocks());

  it('remembers a value for 5 seconds', async () => {
    const cache = new LookupCache<Item>(controlPlaneLimits);
    const load = vi.fn(async () => ({ value: 1 }));
    expect(await cache.get('a', load)).toEqual({ value: 1 });
    setClockAhead(4_900);
    expect(await cache.get('a', load)).toEqual({ value: 1 });
    expect(load).toHaveBeenCalledTimes(1);
    expect(cache.peek('a')).toEqual({ value: 1 });
    setClockAhead(5_100);
    await cache.get('a', load);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('counts the lifetime from the start of the lookup', async () => {
    const cache = new LookupCache<Item>(controlPlaneLimits);
    await cache.get('a', async () => {
      await Promise.resolve();
      setClockAhead(5_000);
      return { value: 1 };
    });
    expect(cache.peek('a')).toBeUndefined();
  });

  it('remembers absence for 1 second', async () => {
    const cache = new LookupCache<Item>(controlPlaneLimits);
    await cache.get('a', async () => null);
    expect(await cache.get('a', async () => ({ value: 1 }))).toBeNull();
    setClockAhead(1_001);
    expect(await cache.get('a', async () => ({ value: 1 }))).toEqual({ value: 1 });
  });

  it('joins lookups of one key that run at the same time, and none of another', async () => {
    const cache = new LookupCache<Item>(controlPlaneLimits);
    const load = vi.fn(async () => ({ value: 1 }));
    await Promise.all([cache.get('a', load), cache.get('a', load), cache.get('b', load)]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('forgets at once, also what a running lookup is about to find', async () => {
    const cache = new LookupCache<Item>(controlPlaneLimits);
    let finish: (item: Item) => void = () => {};
    const old = cache.get('a', () => new Promise<Item>((resolve) => (finish = resolve)));
    cache.delete('a');
    const recent = cache.get('a', async () => ({ value: 2 }));
    finish({ value: 1 });
    expect(await old).toEqual({ value: 1 });
    expect(await recent).toEqual({ value: 2 });
    expect(await cache.get('a', async () => null)).toEqual({ value: 2 });
    cache.delete('a');
    expect(cache.peek('a')).toBeUndefined();
  });

  it('does not remember a failure', async () => {
    const cache = new LookupCache<Item>(controlPlaneLimits);
    await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('a', async () => ({ value: 1 }))).toEqual({ value: 1 });
  });

  it('keeps a bounded number of found and of absent keys, which do not displace each other', async () => {
    const cache = new LookupCache<Item>({ ...controlPlaneLimits, entries: 10 });
    await cache.get('found', async () => ({ value: 1 }));
    for (let hostile = 0; hostile < 1_000; hostile++) await cache.get(`hostile-${hostile}`, async () => null);
    expect(cache.peek('found')).toEqual({ value: 1 });
    expect(await cache.get('hostile-999', async () => ({ value: 1 }))).toBeNull();
    expect(await cache.get('hostile-0', async () => ({ value: 1 }))).toEqual({ value: 1 });
  });
});
