import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { encryptionKeys, openControlPlane, setClockAhead } from '../../test/fixture.ts';
import { createControlPlane } from '../control-plane.ts';
import type { ControlPlaneTables } from '../database/tables.ts';
import { type Leases, LeaseUnavailableError } from './leases.ts';

describeDatabases('leases', ({ open, openAgain }) => {
  let database: Database;
  let here: Leases;
  let remote: Leases;
  beforeAll(async () => {
    database = await open();
    here = (await openControlPlane(database)).leases;
    remote = (await openControlPlane(await openAgain(database))).leases;
  });
  afterEach(() => vi.restoreAllMocks());

  /** Leases of a process that shows no further sign of life after `die`. */
  async function mortal(): Promise<{ readonly leases: Leases; die(): Promise<void> }> {
    const own = await openAgain(database);
    const { leases } = await createControlPlane({ database: own, encryptionKeys, onError: () => undefined });
    return { leases, die: () => own.close() };
  }

  /** Removes the process that holds a lease, as another one does that takes it for dead. */
  async function bury(name: string): Promise<void> {
    const tables = database.tables<ControlPlaneTables>();
    const { process } = await tables
      .selectFrom('leases')
      .select('process')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    await tables.deleteFrom('processes').where('id', '=', process).execute();
  }

  it('has one holder at a time, in this process and among all', async () => {
    const attempts = Array.from({ length: 20 }, (_, n) => (n % 2 ? here : remote).acquire('one'));
    const held = (await Promise.all(attempts)).filter((lease) => lease !== null);
    expect(held).toHaveLength(1);
    await held[0]?.release();
    const next = await remote.acquire('one');
    expect(next?.name).toBe('one');
    await held[0]?.release();
    expect(await here.acquire('one')).toBeNull();
  });

  it('is free some seconds after its holder dies, and those who wait for it are told', async () => {
    const dying = await mortal();
    expect(await dying.leases.acquire('orphaned')).not.toBeNull();
    const freed: string[] = [];
    const stops = [here, remote].map((leases) => leases.whenFreed((names) => freed.push(...names)));
    await dying.die();
    const diedAt = performance.now();
    const taken = await here.withLease('orphaned', { waitSeconds: 30 }, async () => performance.now());
    expect(taken - diedAt).toBeGreaterThan(1_500);
    await vi.waitFor(() => expect(freed).toEqual(['orphaned']));
    for (const stop of stops) stop();
  });

  it('is kept as long as its holder lives, whatever the clocks say', async () => {
    const held = await remote.acquire('clock');
    for (const hours of [1, -1]) {
      setClockAhead(hours * 3_600_000);
      await delay(3_000);
      expect(await here.acquire('clock')).toBeNull();
      vi.restoreAllMocks();
    }
    expect(held?.lost.aborted).toBe(false);
    await held?.release();
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
      (n % 2 ? here : remote).withLease('serial', { waitSeconds: 30 }, work),
    );
    expect((await Promise.all(turns)).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(seen)).toEqual(new Set([1]));
  });

  it('does not start work when the lease stays taken', async () => {
    await here.acquire('taken');
    const work = vi.fn();
    for (const waitSeconds of [undefined, 0.1]) {
      const options = waitSeconds === undefined ? {} : { waitSeconds };
      await expect(remote.withLease('taken', options, work)).rejects.toBeInstanceOf(LeaseUnavailableError);
    }
    expect(work).not.toHaveBeenCalled();
  });

  it('is released when the work ends, and when it fails', async () => {
    await here.withLease('long', {}, async (signal) => {
      expect(await remote.acquire('long')).toBeNull();
      expect(signal.aborted).toBe(false);
    });
    await expect(
      here.withLease('long', {}, async () => {
        throw new Error('the work failed');
      }),
    ).rejects.toThrow('the work failed');
    expect(await remote.acquire('long')).not.toBeNull();
  });

  it('is lost by a process that was taken for dead, which learns it and can acquire again', async () => {
    const { leases } = await openControlPlane(await openAgain(database));
    await leases.withLease('lost', {}, async (signal) => {
      await bury('lost');
      const taken = await remote.acquire('lost');
      expect(taken).not.toBeNull();
      await vi.waitFor(() => expect(signal.aborted).toBe(true));
      await taken?.release();
    });
    const again = await leases.acquire('lost');
    expect(again?.lost.aborted).toBe(false);
    await again?.release();
  });

  it('is not given to a process that was taken for dead and has not learnt it yet', async () => {
    const { leases } = await openControlPlane(await openAgain(database));
    const before = await leases.acquire('before');
    await bury('before');
    const after = await leases.acquire('after');
    expect(before?.lost.aborted).toBe(true);
    expect(after?.lost.aborted).toBe(false);
    expect(await remote.acquire('after')).toBeNull();
    await after?.release();
  });

  it('refuses names out of bounds', async () => {
    for (const name of ['', 'x'.repeat(256)]) await expect(here.acquire(name)).rejects.toBeInstanceOf(RangeError);
  });
});
