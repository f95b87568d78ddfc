import { randomUUID } from 'node:crypto';
import { describeDatabases } from '@connectory/database/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf, newConnection, openControlPlane } from '../../test/fixture.ts';
import { type ControlPlane, type Delivery, deliverySubject, type NewDelivery, type WorkspaceId } from '../index.ts';

const wanted = { makerId: null, name: 'unpaid', url: 'https://hooks.example.com' };

describeDatabases('subscriptions', ({ open }) => {
  let controlPlane: ControlPlane;
  let workspaceId: WorkspaceId;
  let connectionId: string;

  beforeEach(async () => {
    controlPlane = await openControlPlane(await open());
    workspaceId = (await controlPlane.workspaces.create(`w-${randomUUID()}`)).id;
    connectionId = (await controlPlane.connections.create(workspaceId, newConnection())).id;
  });

  const create = async (changes: object = {}, sequence = 3) => {
    const positions = [{ connectionId, feed: 'a', sequence }];
    return controlPlane.subscriptions.create(workspaceId, { ...wanted, ...changes }, { positions });
  };
  const delivery = (number: number, record = `r${number}`): NewDelivery => ({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    record,
    type: 'record.added',
    body: `{"number":${number}}`,
  });
  const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
  const idsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ id }) => Number(id.slice(-12)));

  it('are stored, listed, changed, paused and deleted', async () => {
    const { subscriptions } = controlPlane;
    const { subscription, secret } = await create({ entities: ['invoices'], filter: { eq: { status: 'open' } } });
    expect(secret.reveal()).toMatch(/^whsec_[\w+/=]{44}$/);
    expect(String(secret)).not.toContain('whsec');
    expect(await subscriptions.get(workspaceId, subscription.id)).toEqual(subscription);
    expect(subscription).toMatchObject({ connections: null, entities: ['invoices'], fields: null, state: 'active' });
    expect((await subscriptions.list(workspaceId)).items).toEqual([subscription]);
    expect((await subscriptions.active(10)).map(({ id }) => id)).toContain(subscription.id);
    const changed = await subscriptions.change(workspaceId, subscription.id, { name: 'open', fields: ['id'] });
    expect(changed).toMatchObject({ name: 'open', fields: ['id'], entities: ['invoices'] });
    await subscriptions.pause(workspaceId, subscription.id, 'gone');
    expect(await subscriptions.get(workspaceId, subscription.id)).toMatchObject({
      state: 'paused',
      stateReason: 'gone',
    });
    expect(await subscriptions.change(workspaceId, subscription.id, { state: 'active' })).toMatchObject({
      state: 'active',
      stateReason: null,
    });
    await subscriptions.change(workspaceId, subscription.id, { makerId: 'maker' });
    expect(await subscriptions.pauseOf(workspaceId, 'another', 'ended')).toEqual([]);
    const paused = [expect.objectContaining({ id: subscription.id, state: 'paused', stateReason: 'ended' })];
    expect(await subscriptions.pauseOf(workspaceId, 'maker', 'ended')).toEqual(paused);
    expect((await subscriptions.delete(workspaceId, subscription.id)).id).toBe(subscription.id);
    expect(await subscriptions.get(workspaceId, subscription.id)).toBeNull();
    expect((await failureOf(subscriptions.delete(workspaceId, subscription.id))).code).toBe('not_found');
  });

  it('keep integers of any size in their filter', async () => {
    const filter = { gt: { amount: 9_007_199_254_740_993n } };
    const { subscription } = await create({ entities: ['invoices'], filter });
    const { subscriptions } = controlPlane;
    const changed = await subscriptions.change(workspaceId, subscription.id, { name: 'renamed' });
    expect(changed.filter).toEqual(filter);
  });

  it('are active for every workspace before one has several', async () => {
    const { subscriptions } = controlPlane;
    for (const { id, workspaceId: of } of await subscriptions.active(1_000)) await subscriptions.delete(of, id);
    for (const name of ['a', 'b', 'c']) await create({ name });
    const other = (await controlPlane.workspaces.create(`w-${randomUUID()}`)).id;
    await subscriptions.create(other, wanted);
    const workspaces = (await subscriptions.active(2)).map((one) => one.workspaceId);
    expect(new Set(workspaces)).toEqual(new Set([workspaceId, other]));
    expect(await subscriptions.active(10)).toHaveLength(4);
  });

  it('have names of their own, in a workspace', async () => {
    await create();
    expect((await failureOf(create())).code).toBe('conflict');
    expect((await failureOf(create({ url: 'ftp://x' }))).code).toBe('invalid_params');
    const other = (await controlPlane.workspaces.create(`w-${randomUUID()}`)).id;
    await controlPlane.subscriptions.create(other, wanted);
  });

  it('are signed with two secrets for a day after a new one was made', async () => {
    const { subscriptions } = controlPlane;
    const { subscription, secret } = await create();
    const renewed = await subscriptions.rotateSecret(workspaceId, subscription.id);
    const secretsOf = async () =>
      (await subscriptions.used(workspaceId, subscription.id))?.secrets.map((one) => one.reveal());
    expect(await secretsOf()).toEqual([renewed.reveal(), secret.reveal()]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_001 });
    try {
      expect(await secretsOf()).toEqual([renewed.reveal()]);
    } finally {
      vi.useRealTimers();
    }
  });

  describe('deliveries', () => {
    it('are stored with the position that follows them', async () => {
      const { subscriptions } = controlPlane;
      const { subscription } = await create();
      const { id } = subscription;
      const position = { connectionId, feed: 'a', sequence: 9 };
      expect(await subscriptions.deliveries.add(subscription, [delivery(1), delivery(2)], position)).toBe(true);
      expect([...(await subscriptions.positions(id)).values()]).toEqual([position]);
      expect(await subscriptions.deliveries.waiting(id)).toBe(2);
      await subscriptions.replay(workspaceId, id, { positions: [] });
      expect((await subscriptions.positions(id)).size).toBe(0);
      expect(await subscriptions.deliveries.add(subscription, [delivery(3)], position)).toBe(false);
      expect((await subscriptions.positions(id)).size).toBe(0);
      expect(await subscriptions.deliveries.waiting(id)).toBe(2);
    });

    it('of what a change no longer selects are removed', async () => {
      const { subscriptions } = controlPlane;
      const other = randomUUID();
      const { subscription } = await create({
        connections: [connectionId, other],
        entities: ['invoices', 'customers'],
      });
      const { id } = subscription;
      const about = (connection: string, entity: string) => deliverySubject(connection, { entity, key: '["a b"]' });
      const all = [
        delivery(1, about(connectionId, 'customers')),
        delivery(2, about(connectionId, 'invoices')),
        delivery(3, about(other, 'customers')),
        delivery(4, deliverySubject(connectionId, null)),
        delivery(5, deliverySubject(other, null)),
      ];
      await subscriptions.deliveries.add(subscription, all, { connectionId, feed: 'a', sequence: 1 });
      await subscriptions.change(workspaceId, id, { name: 'renamed' });
      expect(await subscriptions.deliveries.waiting(id)).toBe(5);
      await subscriptions.change(workspaceId, id, { entities: ['customers'] });
      expect(idsOf((await subscriptions.deliveries.list(id)).items)).toEqual([5, 4, 3, 1]);
      await subscriptions.change(workspaceId, id, { connections: [connectionId] });
      expect(idsOf((await subscriptions.deliveries.list(id)).items)).toEqual([4, 1]);
    });

    it.each([['x'], ['1.5'], ['-1'], ['1e400'], ['']])(
      'are not listed after a position that is none: %j',
      async (position) => {
        const { subscriptions } = controlPlane;
        const { subscription } = await create();
        const cursor = Buffer.from(JSON.stringify([position])).toString('base64url');
        const failure = await failureOf(subscriptions.deliveries.list(subscription.id, { cursor }));
        expect(failure.code).toBe('invalid_cursor');
      },
    );

    it('about one record wait for each other, also while the first waits for another attempt', async () => {
      const { deliveries } = controlPlane.subscriptions;
      const { subscription } = await create();
      const { id } = subscription;
      const all = [delivery(1, 'a'), delivery(2, 'a'), delivery(3, 'b')];
      await deliveries.add(subscription, all, { connectionId, feed: 'a', sequence: 1 });
      const [first, third] = await deliveries.due(id, later(1_000), 10);
      expect(idsOf([first, third].flatMap((one) => one ?? []))).toEqual([1, 3]);
      if (first === undefined) throw new Error('There is a first delivery.');
      const failed = { state: 'waiting', nextAttemptAt: later(60_000), status: 503, error: 'busy' } as const;
      await deliveries.attempted(first, failed);
      expect(idsOf(await deliveries.due(id, later(1_000), 10))).toEqual([3]);
      expect(idsOf(await deliveries.due(id, later(120_000), 10))).toEqual([1, 3]);
      await deliveries.attempted({ ...first, attempts: 1 }, { ...failed, state: 'failed' });
      expect(idsOf(await deliveries.due(id, later(1_000), 10))).toEqual([2, 3]);
      const { items } = await deliveries.list(id, { state: 'failed' });
      expect(items).toMatchObject([{ attempts: 2, lastStatus: 503, lastError: 'busy' }]);
      expect(await deliveries.retry(id, first.id)).toMatchObject({ state: 'waiting', attempts: 0 });
      expect(idsOf(await deliveries.due(id, later(1_000), 10))).toEqual([1, 3]);
    });

    it('that are made again keep their id, and come last', async () => {
      const { deliveries } = controlPlane.subscriptions;
      const { subscription } = await create();
      const { id } = subscription;
      const position = { connectionId, feed: 'a', sequence: 1 };
      await deliveries.add(subscription, [delivery(1), delivery(2)], position);
      const due = await deliveries.due(id, later(1_000), 10);
      for (const one of due) {
        await deliveries.attempted(one, { state: 'delivered', nextAttemptAt: later(0), status: 204, error: null });
      }
      expect(await deliveries.waiting(id)).toBe(0);
      await deliveries.add(subscription, [delivery(1)], position);
      const { items } = await deliveries.list(id);
      expect(items.map(({ id: one, state }) => [Number(one.slice(-12)), state])).toEqual([
        [1, 'waiting'],
        [2, 'delivered'],
      ]);
    });

    it('end with their connection and their subscription', async () => {
      const { subscriptions, connections } = controlPlane;
      const { subscription } = await create();
      const { id } = subscription;
      await subscriptions.deliveries.add(subscription, [delivery(1)], { connectionId, feed: 'a', sequence: 1 });
      await connections.delete(workspaceId, connectionId);
      expect((await subscriptions.positions(id)).size).toBe(0);
      await subscriptions.delete(workspaceId, id);
      expect((await subscriptions.deliveries.list(id)).items).toEqual([]);
    });
  });
});
