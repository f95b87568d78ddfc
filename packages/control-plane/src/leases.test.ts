import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openControlPlane, setClockAhead } from '../test/fixture.ts';
import { type Leases, LeaseUnavailableError } from './leases.ts';
import type { ControlPlaneTables } from './tables.ts';

describeDatabases('leases', ({ open, openAgain }) => {
  let database: Database;
  let here: Leases;
  let elsewhere: Leases;
  beforeAll(async () => {
    database = await open();
    here = (await openControlPlane(database)).leases;
    elsewhere = (await openControlPlane(await openAgain(database))).leases;
  });
  afterEach(() => vi.restoreAllMocks());

  async function expire(name: string, milliseconds = 0): Promise<void> {
    const expired = new Date(Date.now() - milliseconds).toISOString();
    await database
      .tables<ControlPlaneTables>()
      .updateTable('leases')
      .set({ expires_at: expired })
      .where('name', '=', name)
      .execute();
  }

  it('has one holder at a time, in this process and among all', async () => {
    const attempts = Array.from({ length: 20 }, (_, n) => (n % 2 ? here : elsewhere).acquire('one', 60));
    const held = (await Promise.all(attempts)).filter((lease) => lease !== null);
    expect(held).toHaveLength(1);
    await held[0]?.release();
    const next = await elsewhere.acquire('one', 60);
    expect(next?.name).toBe('one');
    await held[0]?.release();
    expect(await here.acquire('one', 60)).toBeNull();
  });

  it('is taken over when it has expired, and the old holder learns it', async () => {
    const old = await here.acquire('expiring', 60);
    expect(await old?.renew(60)).toBe(true);
    await expire('expiring', 1_000);
    const recent = await elsewhere.acquire('expiring', 60);
    expect(recent).not.toBeNull();
    expect(await old?.renew(60)).toBe(false);
    expect(await recent?.renew(60)).toBe(true);
  });

  it('expires by the clock of the database, not of the process', async () => {
    await here.acquire('clock', 60);
    setClockAhead(3_600_000);
    expect(await here.acquire('clock', 60)).toBeNull();
  });

  it('runs work one after the other among processes', async () => {
    let running = 0;
    const seen: number[] = [];
    const work = async () => {
      running += 1;
      seen.push(running);
      await delay(5);
      running -= 1;
      return seen.length;
    };
    const turns = Array.from({ length: 6 }, (_, n) =>
      (n % 2 ? here : elsewhere).withLease('serial', { seconds: 60, waitSeconds: 30 }, work),
    );
    expect((await Promise.all(turns)).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(seen)).toEqual(new Set([1]));
  }, 40_000);

  it('does not start work when the lease stays taken', async () => {
    await here.acquire('taken', 60);
    const work = vi.fn();
    for (const waitSeconds of [undefined, 0.1]) {
      const options = waitSeconds === undefined ? { seconds: 60 } : { seconds: 60, waitSeconds };
      await expect(elsewhere.withLease('taken', options, work)).rejects.toBeInstanceOf(LeaseUnavailableError);
    }
    expect(work).not.toHaveBeenCalled();
  });

  it('renews while work runs, and releases also when it fails', async () => {
    await here.withLease('long', { seconds: 1 }, async (signal) => {
      await delay(1_500);
      expect(await elsewhere.acquire('long', 1)).toBeNull();
      expect(signal.aborted).toBe(false);
    });
    await expect(
      here.withLease('long', { seconds: 60 }, async () => {
        throw new Error('the work failed');
      }),
    ).rejects.toThrow('the work failed');
    expect(await elsewhere.acquire('long', 60)).not.toBeNull();
  });

  it('tells work that the lease was lost', async () => {
    await here.withLease('lost', { seconds: 1 }, async (signal) => {
      await expire('lost');
      expect(await elsewhere.acquire('lost', 60)).not.toBeNull();
      await vi.waitFor(() => expect(signal.aborted).toBe(true), { timeout: 5_000 });
    });
    expect(await here.acquire('lost', 60)).toBeNull();
  });

  it('removes leases of the distant past only', async () => {
    await here.acquire('recent', 60);
    await here.acquire('old', 60);
    await expire('recent', 60_000);
    await expire('old', 3_700_000);
    await here.sweep();
    const rows = await database
      .tables<ControlPlaneTables>()
      .selectFrom('leases')
      .select('name')
      .where('name', 'in', ['recent', 'old'])
      .execute();
    expect(rows).toEqual([{ name: 'recent' }]);
  });

  it('refuses names and times out of bounds', async () => {
    for (const name of ['', 'x'.repeat(256)]) await expect(here.acquire(name, 60)).rejects.toBeInstanceOf(RangeError);
    for (const seconds of [0, 3_601, Number.NaN])
      await expect(here.acquire('x', seconds)).rejects.toBeInstanceOf(RangeError);
  });
});
