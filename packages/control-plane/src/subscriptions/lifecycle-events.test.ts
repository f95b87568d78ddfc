import { randomUUID } from 'node:crypto';
import { describeDatabases } from '@connectory/database/testing';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { newConnection, openControlPlane } from '../../test/fixture.ts';
import type { ControlPlaneTables } from '../database/tables.ts';
import {
  type ConnectionReport,
  type ControlPlane,
  emit,
  type LifecycleEvent,
  lifecycleBounds,
  type WorkspaceId,
} from '../index.ts';

/** How many histories of a connection are made up: every run of the tests some, `CONNECTORY_HISTORIES` asks for more. */
const histories = Number(process.env.CONNECTORY_HISTORIES ?? 60);

describeDatabases('lifecycle events', ({ open, openAgain }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let controlPlane: ControlPlane;
  let workspaceId: WorkspaceId;

  beforeEach(async () => {
    database = await open();
    controlPlane = await openControlPlane(database);
    workspaceId = (await controlPlane.workspaces.create(`w-${randomUUID()}`)).id;
  });

  const events = async (after = 0): Promise<readonly LifecycleEvent[]> =>
    controlPlane.lifecycleEvents.after(workspaceId, after, 1_000);
  const types = async (): Promise<readonly string[]> => (await events()).map(({ type }) => type);
  const create = async (name = 'stripe') =>
    (await controlPlane.connections.create(workspaceId, newConnection({ name }))).id;

  it('report each state of a connection once, with its reason', async () => {
    const { connections } = controlPlane;
    const id = await create();
    for (const _ of [1, 2]) await connections.report(workspaceId, id, { event: 'failing', reason: 'It is away.' });
    const refused = { event: 'credentials_refused', reason: 'Expired.', credentialsVersion: 1 } as const;
    for (const _ of [1, 2]) await connections.report(workspaceId, id, refused);
    await connections.updateCredentials(workspaceId, id, { credentials: { api_key: 'sk_2' } });
    await connections.change(workspaceId, id, { credentials: { api_key: 'sk_3' } });
    await connections.report(workspaceId, id, { event: 'working' });
    await connections.delete(workspaceId, id);
    const found = await events();
    expect(found.map(({ type, data }) => [type, data.state, data.reason])).toEqual([
      ['connection.created', 'active', null],
      ['connection.degraded', 'degraded', 'It is away.'],
      ['connection.reauthorization_required', 'reauthorization_required', 'Expired.'],
      ['connection.recovered', 'active', null],
      ['connection.removed', 'active', null],
    ]);
    expect(found.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
    expect(found[0]).toMatchObject({ subject: id, data: { connection_id: id, name: 'stripe', connector: 'stripe' } });
  });

  it('do not report late news of credentials that were replaced', async () => {
    const { connections } = controlPlane;
    const id = await create();
    await connections.updateCredentials(workspaceId, id, { credentials: { api_key: 'sk_2' } });
    const refused = { event: 'credentials_refused', reason: 'Expired.', credentialsVersion: 1 } as const;
    await connections.report(workspaceId, id, refused);
    expect(await types()).toEqual(['connection.created']);
  });

  it('report a token once when it is made and once when it is revoked, without its text', async () => {
    const { tokens } = controlPlane;
    const { token, text } = await tokens.create(workspaceId, { name: 'ci' });
    for (const _ of [1, 2]) await tokens.revoke(workspaceId, token.id);
    expect(await types()).toEqual(['token.created', 'token.revoked']);
    expect(JSON.stringify(await events())).not.toContain(text.reveal());
    expect((await events())[0]).toMatchObject({ subject: token.id, data: { token_id: token.id, name: 'ci' } });
  });

  it('are stored with the change that they report, or not at all', async () => {
    const work = database
      .tables<ControlPlaneTables>()
      .transaction()
      .execute(async (transaction) => {
        await emit(transaction, { workspaceId, type: 'held.created', subject: 'held', data: {} });
        throw new Error('undone');
      });
    await expect(work).rejects.toThrow('undone');
    expect(await events()).toEqual([]);
    expect(await controlPlane.lifecycleEvents.head(workspaceId)).toBe(0);
  });

  it('have positions without gaps when two processes store them at the same time', async () => {
    const other = await openControlPlane(await openAgain(database));
    const add = (of: ControlPlane, subject: string) =>
      of.lifecycleEvents.add({ workspaceId, type: 'held.created', subject, data: { number: 9_007_199_254_740_993n } });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => add(index % 2 === 0 ? controlPlane : other, String(index))),
    );
    const found = await events();
    expect(found.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(found[0]?.data).toEqual({ number: 9_007_199_254_740_993n });
    expect(await controlPlane.lifecycleEvents.head(workspaceId)).toBe(20);
    expect(await controlPlane.lifecycleEvents.head(workspaceId, '2001-01-01')).toBe(0);
    expect(await controlPlane.lifecycleEvents.head(workspaceId, '9999-01-01')).toBe(20);
  });

  it('report a state that lasts once, and its end once', async () => {
    const connectionId = await create();
    const event = { workspaceId, subject: connectionId, data: {} };
    const stale = { ...event, type: 'sync.stale', of: 'stale/orders', connectionId, state: 'stale' } as const;
    const end = () =>
      controlPlane.lifecycleEvents.end(['stale/orders', 'failed/orders'], { ...event, type: 'sync.recovered' });
    await end();
    const begun = [];
    for (const _ of [1, 2]) begun.push(await controlPlane.lifecycleEvents.begin(stale));
    expect(begun).toEqual([true, false]);
    for (const _ of [1, 2]) await end();
    await controlPlane.lifecycleEvents.begin(stale);
    expect(await types()).toEqual(['connection.created', 'sync.stale', 'sync.recovered', 'sync.stale']);
    await controlPlane.connections.delete(workspaceId, connectionId);
    await end();
    expect((await types()).at(-1)).toBe('connection.removed');
  });

  it('are kept for 30 days', async () => {
    await create();
    await controlPlane.upkeep.removeOld();
    expect(await types()).toEqual(['connection.created']);
    vi.useFakeTimers({ now: Date.now() + (lifecycleBounds.days + 1) * 86_400_000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await controlPlane.upkeep.removeOld();
    expect(await types()).toEqual([]);
    await controlPlane.lifecycleEvents.add({ workspaceId, type: 'held.created', subject: 'held', data: {} });
    expect(await events()).toMatchObject([{ position: 2 }]);
  });

  it('beyond the number to keep are removed, the oldest first', async () => {
    await create();
    const tables = database.tables<ControlPlaneTables>();
    await tables
      .updateTable('lifecycle_heads')
      .set({ position: lifecycleBounds.rows + 99 })
      .execute();
    await controlPlane.lifecycleEvents.add({ workspaceId, type: 'held.created', subject: 'held', data: {} });
    expect(await types()).toEqual(['held.created']);
  });

  it(
    `${histories} histories of a connection, seen by two processes: no state is reported twice, none is left out`,
    async () => {
      const other = await openControlPlane(await openAgain(database));
      let random = 11;
      const dice = (below: number) => {
        random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
        return Math.floor((random / 2 ** 31) * below);
      };
      let after = 0;
      for (let history = 0; history < histories; history += 1) {
        const id = await create(`stripe ${history}`);
        const truth = ['active'];
        const note = async () => {
          const now = (await controlPlane.connections.get(workspaceId, id, { fresh: true }))?.state ?? 'gone';
          if (now !== truth.at(-1)) truth.push(now);
        };
        for (let step = dice(8) + 1; step > 0; step -= 1) {
          const { connections } = dice(2) === 0 ? controlPlane : other;
          const version = (await connections.used(workspaceId, id, { fresh: dice(2) === 0 }))?.credentials.version ?? 1;
          const reports: readonly ConnectionReport[] = [
            { event: 'working' },
            { event: 'failing', reason: 'It is away.' },
            { event: 'credentials_refused', reason: 'Expired.', credentialsVersion: version - dice(2) },
          ];
          const report = reports[dice(4)];
          if (report === undefined)
            await connections.updateCredentials(workspaceId, id, { credentials: { api_key: 'k' } });
          else await connections.report(workspaceId, id, report);
          await note();
        }
        await controlPlane.connections.delete(workspaceId, id);
        const found = await events(after);
        after = found.at(-1)?.position ?? after;
        const states = found.filter(({ type }) => type !== 'connection.removed').map(({ data }) => data.state);
        expect(states).toEqual(truth);
        expect(found.filter(({ subject }) => subject !== id)).toEqual([]);
        expect(found.at(-1)?.type).toBe('connection.removed');
      }
    },
    Math.max(60_000, histories * 200),
  );
});
