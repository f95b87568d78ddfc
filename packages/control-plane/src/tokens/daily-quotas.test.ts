import { randomUUID } from 'node:crypto';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openControlPlane, setClockAhead } from '../../test/fixture.ts';
import type { ControlPlaneTables } from '../database/tables.ts';
import type { DailyQuotas } from './daily-quotas.ts';

const day = 86_400_000;

describeDatabases('daily quotas', ({ open, openAgain }) => {
  let database: Database;
  let here: DailyQuotas;
  let remote: DailyQuotas;
  let subject: string;
  beforeAll(async () => {
    database = await open();
    here = (await openControlPlane(database)).quotas;
    remote = (await openControlPlane(await openAgain(database))).quotas;
  });
  beforeEach(() => {
    subject = `token/${randomUUID()}`;
  });
  afterEach(() => vi.restoreAllMocks());

  const spend = (quotas: DailyQuotas, limit: number, of = subject): Promise<boolean> => quotas.of(of, limit).take();

  async function spendMany(count: number, from: readonly DailyQuotas[], limit: number): Promise<number> {
    const spent = Array.from({ length: count }, (_, index) => spend(from[index % from.length] as DailyQuotas, limit));
    return (await Promise.all(spent)).filter((was) => was).length;
  }

  const rows = () =>
    database
      .tables<ControlPlaneTables>()
      .selectFrom('call_quotas')
      .selectAll()
      .where('subject', '=', subject)
      .execute();
  const process = async () => (await openControlPlane(await openAgain(database))).quotas;
  const setDay = (to: string) =>
    database
      .tables<ControlPlaneTables>()
      .updateTable('call_quotas')
      .set({ day: to })
      .where('subject', '=', subject)
      .execute();
  const dayAgo = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);

  it.each([1, 7, 150])('lets a process make exactly its %i requests', async (limit) => {
    const responses: boolean[] = [];
    for (let request = 0; request < limit + 3; request++) responses.push(await spend(here, limit));
    expect(responses.indexOf(false)).toBe(limit);
    expect(responses.slice(limit)).toEqual([false, false, false]);
    expect(here.of(subject, limit).remaining).toBe(0);
  });

  it('lets processes that ask at the same time make all of its requests and never more', async () => {
    const limit = 1_000;
    expect(await spendMany(1_500, [here, remote, await process()], limit)).toBe(limit);
    expect(await rows()).toMatchObject([{ used: limit }]);
  });

  it('leaves at most a portion for each other process when one uses up the rest', async () => {
    const limit = 1_000;
    expect(await spendMany(2, [remote, await process()], limit)).toBe(2);
    expect(await spendMany(1_500, [here], limit)).toBe(limit - 20);
    expect(await spendMany(30, [remote], limit)).toBe(9);
  });

  it('does not ask the database for every request', async () => {
    const queries = vi.spyOn(database, 'tables');
    expect(await spendMany(2_000, [here], 100_000)).toBe(2_000);
    queries.mockClear();
    for (let request = 0; request < 300; request++) await spend(here, 100_000);
    expect(queries.mock.calls.length).toBeLessThanOrEqual(4);
  });

  it('serves all who wait with one question, also where a portion is one request', async () => {
    const queries = vi.spyOn(database, 'tables');
    expect(await spendMany(40, [here], 90)).toBe(40);
    expect(queries.mock.calls.length).toBeLessThanOrEqual(4);
  });

  it('takes no more for those who wait than they need', async () => {
    const limit = 300;
    const controlPlane = await openControlPlane(await openAgain(database));
    const waves: Promise<boolean>[] = [];
    // Some come while the question of others is on its way.
    for (let wave = 0; wave < 20; wave++) {
      for (let request = 0; request < 5; request++) waves.push(spend(controlPlane.quotas, limit));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await Promise.all(waves)).not.toContain(false);
    const [row] = await rows();
    expect(row?.used).toBeGreaterThanOrEqual(100);
    expect(row?.used).toBeLessThanOrEqual(103);
  });

  it('gives back at the end what a process did not spend, and loses one portion of one that was killed', async () => {
    const limit = 1_000;
    const controlPlane = await openControlPlane(await openAgain(database));
    expect(await spend(controlPlane.quotas, limit)).toBe(true);
    expect(await rows()).toMatchObject([{ used: 10 }]);
    await controlPlane.close();
    expect(await rows()).toMatchObject([{ used: 1 }]);
    expect(await spend(await process(), limit)).toBe(true);
    expect(await rows()).toMatchObject([{ used: 11 }]);
    expect(await spendMany(limit, [here], limit)).toBe(limit - 11);
  });

  it('begins anew with the day of the database', async () => {
    expect(await spendMany(20, [here], 10)).toBe(10);
    expect(here.of(subject, 10).secondsLeft).toBeGreaterThanOrEqual(1);
    expect(here.of(subject, 10).secondsLeft).toBeLessThanOrEqual(86_400);
    await setDay(dayAgo(1));
    expect(await spend(here, 10)).toBe(false);
    setClockAhead(1_001);
    expect(await spend(here, 10)).toBe(true);
    expect(await rows()).toMatchObject([{ day: dayAgo(1), used: 10 }, { used: 1 }]);
  });

  it('forgets days before yesterday', async () => {
    const kept = `token/${randomUUID()}`;
    for (const [of, days] of [
      [subject, 2],
      [kept, 1],
    ] as const) {
      const old = { subject: of, day: dayAgo(days), used: 1, granted: 1 };
      await database.tables<ControlPlaneTables>().insertInto('call_quotas').values(old).execute();
    }
    await spend(await process(), 10, `token/${randomUUID()}`);
    await vi.waitFor(async () => expect(await rows()).toEqual([]));
    subject = kept;
    expect(await rows()).toHaveLength(1);
  });

  it('asks again when its day is over by its own clock, and stays within the quota', async () => {
    expect(await spend(here, 1_000)).toBe(true);
    setClockAhead(day + 1_000);
    expect(await spend(here, 1_000)).toBe(true);
    vi.restoreAllMocks();
    expect(await spendMany(1_200, [remote], 1_000)).toBeLessThanOrEqual(998);
  });

  it('notices within a second that there is more again', async () => {
    expect(await spendMany(5, [here], 3)).toBe(3);
    expect(await spend(remote, 3)).toBe(false);
    expect(await spend(here, 5)).toBe(true);
    await database
      .tables<ControlPlaneTables>()
      .updateTable('call_quotas')
      .set({ used: 1 })
      .where('subject', '=', subject)
      .execute();
    expect(await spend(remote, 3)).toBe(false);
    setClockAhead(1_001);
    expect(await spend(remote, 3)).toBe(true);
  });

  it('spends no more after the limit was lowered below what is used', async () => {
    expect(await spendMany(30, [here], 50)).toBe(30);
    expect(await spend(remote, 20)).toBe(false);
    expect(remote.of(subject, 20).remaining).toBe(0);
  });
});
