import { randomUUID } from 'node:crypto';
import type { Database } from '@connectory/database';
import { describeDatabases, everyRow } from '@connectory/database/testing';
import { beforeEach, expect, it } from 'vitest';
import { newConnection, openControlPlane } from '../test/fixture.ts';
import type { ControlPlane } from './control-plane.ts';
import type { TracedPerson, TraceSearch } from './person-traces.ts';
import type { WorkspaceId } from './workspaces.ts';

const address = 'ada@loom.example';

describeDatabases('what the control plane keeps of a person', ({ open }) => {
  let database: Database;
  let controlPlane: ControlPlane;
  let workspaceId: WorkspaceId;
  let otherId: WorkspaceId;
  let connectionId = '';

  beforeEach(async () => {
    database = await open();
    controlPlane = await openControlPlane(database);
    workspaceId = (await controlPlane.workspaces.create('acme')).id;
    otherId = (await controlPlane.workspaces.create('other')).id;
    connectionId = (await controlPlane.connections.create(workspaceId, newConnection())).id;
  });

  const person: TracedPerson = {
    covers: ({ connectionId: of }) => of === null || of === connectionId,
    inTexts: (texts) => texts.some((text) => text.includes(address)),
    inJson: (json) => json.includes(address),
    isKey: (values, { entity }) => entity === 'customers' && values.includes('cus_1'),
    isFound: ({ entity }, key) => entity === 'customers' && key === '["cus_1"]',
  };
  const search = (): TraceSearch => ({ workspaceId, person, signal: new AbortController().signal });

  const record = (workspace: WorkspaceId, changes: object) =>
    controlPlane.audit.recordDurably({
      ...controlPlane.audit.moment(),
      workspaceId: workspace,
      tokenId: null,
      connectionId,
      connector: 'stripe',
      entity: 'customers',
      action: 'get',
      requestId: 'r',
      outcome: 200,
      durationMs: 1,
      dryRun: false,
      ...changes,
    });

  async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
    const found: Item[] = [];
    for await (const item of items) found.push(item);
    return found;
  }

  async function tablesWithAddress(): Promise<readonly string[]> {
    return [...(await everyRow(database))].flatMap(([table, rows]) =>
      rows.some((row) => row.includes(address)) ? [table] : [],
    );
  }

  const hold = (workspace: WorkspaceId, email: string) =>
    controlPlane.heldWrites.hold({
      workspaceId: workspace,
      connectionId,
      connector: 'stripe',
      entity: 'customers',
      action: 'create',
      effect: 'write',
      tokenId: randomUUID(),
      rootId: randomUUID(),
      actor: { person: { id: randomUUID(), name: '', email: address }, agent: null },
      secondPerson: false,
      fingerprint: 'f',
      previewHash: 'p',
      content: Buffer.from(JSON.stringify({ request: { params: { email } }, requests: [], parts: {} })),
    });

  it('in the audit is emptied, and the entries stay', async () => {
    await record(workspaceId, { intent: `for ${address}`, recordKey: { id: 'in_1' } });
    await record(workspaceId, { recordKey: { id: 'cus_1' } });
    await record(workspaceId, { entity: 'orders', recordKey: { id: 'cus_1' } });
    await record(workspaceId, {
      intent: 'of nobody',
      actor: { person: { id: 'p', name: address, email: null }, agent: null },
    });
    await record(workspaceId, { connectionId: randomUUID(), intent: `hidden ${address}` });
    expect(await all(controlPlane.personTraces.auditEntries(search()))).toHaveLength(3);
    expect(await controlPlane.personTraces.erase(search(), [])).toMatchObject({ auditEntries: 3 });
    const { items } = await controlPlane.audit.list(workspaceId);
    expect(
      items.map(({ intent, recordKey, actor }) => [intent, recordKey?.id ?? null, actor.person?.name ?? null]),
    ).toEqual([
      [`hidden ${address}`, null, null],
      ['of nobody', null, ''],
      [null, 'cus_1', null],
      [null, null, null],
      [null, 'in_1', null],
    ]);
    expect(await all(controlPlane.personTraces.auditEntries(search()))).toEqual([]);
  });

  it('in another workspace stays', async () => {
    await record(otherId, { intent: `for ${address}` });
    await hold(otherId, address);
    const erased = await controlPlane.personTraces.erase(search(), [connectionId]);
    expect(Object.values(erased).every((count) => count === 0)).toBe(true);
    expect((await controlPlane.audit.list(otherId)).items[0]?.intent).toBe(`for ${address}`);
    expect((await controlPlane.heldWrites.list(otherId)).items[0]?.state).toBe('held');
  });

  it('in held writes is erased, unless they are being carried out', async () => {
    const { id } = await hold(workspaceId, address);
    const running = await hold(workspaceId, address);
    await controlPlane.heldWrites.approve(running, { tokenId: null, person: null });
    expect((await all(controlPlane.personTraces.heldWrites(search()))).map((held) => held.id).sort()).toEqual(
      [id, running.id].sort(),
    );
    expect(await controlPlane.personTraces.erase(search(), [])).toMatchObject({ heldWrites: 1, heldWritesLeft: 1 });
    const [erased, left] = [
      await controlPlane.heldWrites.get(workspaceId, id),
      await controlPlane.heldWrites.get(workspaceId, running.id),
    ];
    expect(erased).toMatchObject({ state: 'void', content: null, person: { name: '' } });
    expect(left).toMatchObject({ state: 'approved', content: expect.any(Buffer) });
    await controlPlane.heldWrites.end(running, {
      state: 'executed',
      status: 200,
      body: Buffer.from(`{"data":"${address}"}`),
    });
    expect(await controlPlane.personTraces.erase(search(), [])).toMatchObject({ heldWrites: 1, heldWritesLeft: 0 });
    expect(await tablesWithAddress()).toEqual([]);
  });

  it('in deliveries is removed, and a removal is delivered without the record', async () => {
    const { subscriptions } = controlPlane;
    const wanted = { makerId: null, name: 's', url: 'https://hooks.example.com', connections: [connectionId] };
    const { subscription } = await subscriptions.create(workspaceId, wanted);
    const add = (key: string, type: string, email: string) =>
      subscriptions.deliveries.addOne(subscription.id, {
        id: randomUUID(),
        record: `${connectionId} customers ["${key}"]`,
        type,
        body: JSON.stringify({ type, data: { connection_id: connectionId, key: [key], record: { email } } }),
      });
    await add('cus_1', 'record.added', 'unknown');
    await add('cus_2', 'record.changed', address);
    await add('cus_3', 'record.removed', address);
    await add('cus_4', 'record.added', 'x@y.example');
    expect(await controlPlane.personTraces.countDeliveries(search())).toBe(3);
    expect(await controlPlane.personTraces.erase(search(), [])).toMatchObject({ deliveries: 3 });
    const { items } = await subscriptions.deliveries.list(subscription.id);
    expect(items.map(({ type, body }) => [type, JSON.parse(body).data.record])).toEqual([
      ['record.added', { email: 'x@y.example' }],
      ['record.removed', { email: null }],
    ]);
    expect(await controlPlane.personTraces.erase(search(), [])).toMatchObject({ deliveries: 0 });
  });

  it('in lifecycle events is emptied, and their positions stay', async () => {
    const { lifecycleEvents } = controlPlane;
    const event = { workspaceId, type: 'held.created', subject: randomUUID() } as const;
    const before = await lifecycleEvents.head(workspaceId);
    await lifecycleEvents.add({ ...event, data: { connection_id: connectionId, person: address } });
    await lifecycleEvents.add({ ...event, data: { connection_id: connectionId, person: 'nobody' } });
    expect(await controlPlane.personTraces.erase(search(), [])).toMatchObject({ events: 1 });
    expect((await lifecycleEvents.after(workspaceId, before, 10)).map(({ data }) => data.person)).toEqual([
      undefined,
      'nobody',
    ]);
  });

  it('in stored responses of the connections is erased, and their keys stay', async () => {
    const begun = await controlPlane.idempotency.begin(workspaceId, connectionId, 'k', 'f');
    if (begun.state !== 'new') throw new Error('The key is new.');
    await begun.attempt.finish(200, Buffer.from(address));
    expect(await controlPlane.personTraces.erase(search(), [randomUUID()])).toMatchObject({ idempotencyResponses: 0 });
    expect(await controlPlane.personTraces.erase(search(), [connectionId])).toMatchObject({ idempotencyResponses: 1 });
    const again = controlPlane.idempotency.begin(workspaceId, connectionId, 'k', 'f');
    await expect(again).rejects.toMatchObject({
      code: 'idempotency_conflict',
      message: expect.stringContaining('erased'),
    });
  });

  it('is searched until the signal aborts', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(all(controlPlane.personTraces.auditEntries({ ...search(), signal: gone }))).rejects.toThrow('gone');
  });
});
