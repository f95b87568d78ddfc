import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { failureOf, newConnection, openControlPlane, setClockAhead } from '../test/fixture.ts';
import { EncryptionKeys } from './connections/encryption-keys.ts';
import type { ControlPlane } from './control-plane.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import type { WorkspaceId } from './workspaces.ts';

const day = 24 * 60 * 60 * 1_000;

describeDatabases('event endpoints', ({ open, openAgain }) => {
  let database: Database;
  let here: ControlPlane;
  let workspaceId: WorkspaceId;
  let connectionId: string;
  beforeAll(async () => {
    database = await open();
    here = await openControlPlane(database);
  });
  beforeEach(async () => {
    workspaceId = (await here.workspaces.create(`w-${randomUUID()}`)).id;
    connectionId = (await here.connections.create(workspaceId, newConnection())).id;
  });
  afterEach(() => vi.restoreAllMocks());

  it('makes a URL once, and keeps it', async () => {
    expect(await here.eventEndpoints.find(connectionId)).toBeNull();
    const made = await here.eventEndpoints.get(workspaceId, connectionId);
    expect(made).toMatchObject({ connectionId, workspaceId, secret: null, received: 0, lastReceivedAt: null });
    expect(made.urlSecret.reveal()).toMatch(/^[\w-]{43}$/);
    const again = await here.eventEndpoints.get(workspaceId, connectionId);
    expect(again.urlSecret.reveal()).toBe(made.urlSecret.reveal());
    expect((await here.eventEndpoints.find(connectionId))?.urlSecret.reveal()).toBe(made.urlSecret.reveal());
  });

  it('keeps the secret when the URL changes, and the URL when the secret does', async () => {
    const { urlSecret } = await here.eventEndpoints.get(workspaceId, connectionId);
    const secret = 'whsec_ü';
    const first = await here.eventEndpoints.change(workspaceId, connectionId, { secret });
    expect([first.urlSecret.reveal(), first.secret?.reveal()]).toEqual([urlSecret.reveal(), secret]);
    const second = await here.eventEndpoints.change(workspaceId, connectionId, { newUrl: true });
    expect(second.urlSecret.reveal()).not.toBe(urlSecret.reveal());
    expect(second.secret?.reveal()).toBe(secret);
    expect((await here.eventEndpoints.find(connectionId))?.urlSecret.reveal()).toBe(second.urlSecret.reveal());
    const third = await here.eventEndpoints.change(workspaceId, connectionId, { secret: null });
    expect([third.urlSecret.reveal(), third.secret]).toEqual([second.urlSecret.reveal(), null]);
  });

  it('belongs to one workspace, and goes with its connection', async () => {
    const other = (await here.workspaces.create(`w-${randomUUID()}`)).id;
    const absent = [
      () => here.eventEndpoints.get(other, connectionId),
      () => here.eventEndpoints.change(other, connectionId, { secret: 'mine' }),
      () => here.eventEndpoints.get(workspaceId, randomUUID()),
    ];
    for (const call of absent) expect((await failureOf(call())).code).toBe('connector_not_found');
    await here.eventEndpoints.get(workspaceId, connectionId);
    for (const call of absent) expect((await failureOf(call())).code).toBe('connector_not_found');
    await here.connections.delete(workspaceId, connectionId);
    here.eventEndpoints.forget(connectionId);
    expect(await here.eventEndpoints.find(connectionId)).toBeNull();
  });

  it('refuses secrets that are none', async () => {
    for (const secret of ['', 'x'.repeat(8_193)]) {
      const failure = await failureOf(here.eventEndpoints.change(workspaceId, connectionId, { secret }));
      expect(failure.code).toBe('invalid_params');
    }
  });

  it('counts what became of events', async () => {
    await here.eventEndpoints.get(workspaceId, connectionId);
    for (const outcome of ['received', 'received', 'repeated', 'refused', 'applied'] as const)
      here.eventEndpoints.count(connectionId, outcome);
    const counted = await here.eventEndpoints.get(workspaceId, connectionId);
    expect(counted).toMatchObject({ received: 2, repeated: 1, refused: 1, applied: 1 });
    expect(Date.parse(counted.lastReceivedAt ?? '')).not.toBeNaN();
  });

  it('knows an event that arrives again, in any process, for a day', async () => {
    const remote = await openControlPlane(await openAgain(database));
    expect(await here.eventEndpoints.receipts.note(connectionId, 'one')).toBe(true);
    expect(await remote.eventEndpoints.receipts.note(connectionId, 'one')).toBe(false);
    expect(await here.eventEndpoints.receipts.note(connectionId, 'two')).toBe(true);
    expect(await here.eventEndpoints.receipts.removeOld(10)).toBe(0);
    setClockAhead(day + 1_000);
    expect(await here.eventEndpoints.receipts.removeOld(1)).toBe(1);
    expect(await here.eventEndpoints.receipts.removeOld(100)).toBeGreaterThan(0);
    expect(await here.eventEndpoints.receipts.note(connectionId, 'one')).toBe(true);
    await here.eventEndpoints.receipts.forget(connectionId, 'one');
    expect(await here.eventEndpoints.receipts.note(connectionId, 'one')).toBe(true);
  });

  it('remembers at most 10,000 events of a connection', async () => {
    const tables = database.tables<ControlPlaneTables>();
    const old = Array.from({ length: 10_500 }, (_, index) => ({
      connection_id: connectionId,
      digest: `old ${index}`,
      received_at: new Date(Date.UTC(2026, 0, 1) + index).toISOString(),
    }));
    for (let start = 0; start < old.length; start += 500)
      await tables
        .insertInto('event_receipts')
        .values(old.slice(start, start + 500))
        .execute();
    for (let index = 0; index < 1_000; index++) await here.eventEndpoints.receipts.note(connectionId, `new ${index}`);
    const { kept } = await tables
      .selectFrom('event_receipts')
      .select(({ fn }) => fn.countAll<number | string>().as('kept'))
      .where('connection_id', '=', connectionId)
      .executeTakeFirstOrThrow();
    expect(Number(kept)).toBe(10_000);
  });

  it('is encrypted again with a new key', async () => {
    const shared = await open();
    const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
    const before = await openControlPlane(shared, { encryptionKeys: new EncryptionKeys([oldKey]) });
    const { id } = await before.workspaces.create('acme');
    const connection = await before.connections.create(id, newConnection());
    const { urlSecret } = await before.eventEndpoints.change(id, connection.id, { secret: 'whsec_1' });
    await openControlPlane(shared, { encryptionKeys: new EncryptionKeys([newKey, oldKey]) });
    const after = await openControlPlane(shared, { encryptionKeys: new EncryptionKeys([newKey]) });
    const found = await after.eventEndpoints.get(id, connection.id);
    expect([found.urlSecret.reveal(), found.secret?.reveal()]).toEqual([urlSecret.reveal(), 'whsec_1']);
  });
});
