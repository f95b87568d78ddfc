import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Database } from '@connectory/database';
import { describeDatabases, everyRow } from '@connectory/database/testing';
import { beforeEach, expect, it } from 'vitest';
import { failureOf, newConnection, openControlPlane } from '../test/fixture.ts';
import type { ControlPlane } from './control-plane.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import { noActor } from './people/actor.ts';
import type { TokenPrincipal } from './tokens/tokens.ts';
import type { Workspace } from './workspaces.ts';

interface Contents {
  readonly workspace: Workspace;
  readonly connectionId: string;
  readonly token: string;
  /** Ids and texts that only this workspace has. */
  readonly marks: readonly string[];
}

describeDatabases('deleting a workspace', ({ dialect, open, openAgain }) => {
  let database: Database;
  let controlPlane: ControlPlane;
  let acme: Contents;
  let other: Contents;
  beforeEach(async () => {
    database = await open();
    controlPlane = await openControlPlane(database);
    acme = await fill('acme');
    other = await fill('other');
  });

  /** Creates a workspace with a row in every table that belongs to one. */
  async function fill(name: string): Promise<Contents> {
    const mark = (what: string) => `${what}-mark-of-${name}`;
    const workspace = await controlPlane.workspaces.create(name);
    const { id: workspaceId } = workspace;
    const draft = newConnection({ name: mark('connection'), settings: { region: mark('setting') } });
    const { id: connectionId } = await controlPlane.connections.create(workspaceId, draft);
    const { token, text } = await controlPlane.tokens.create(workspaceId, { name: mark('token') });
    await controlPlane.oauthGrants.start((await controlPlane.tokens.authenticate(text.reveal())) as TokenPrincipal, {
      clientId: mark('client'),
      clientName: mark('agent'),
      redirectUri: 'https://agent.example/callback',
      codeChallenge: '',
      resource: 'https://gateway.example/mcp',
      restriction: {},
    });
    await controlPlane.oauthApps.put(workspaceId, 'stripe', { clientId: mark('client'), clientSecret: 'secret' });
    const { link } = await controlPlane.connectLinks.create(workspaceId, {
      makerId: token.id,
      connector: 'stripe',
      name: mark('link'),
      settings: {},
      authentication: 'api_key',
      expiresInSeconds: 60,
    });
    await controlPlane.eventEndpoints.change(workspaceId, connectionId, { secret: 'secret' });
    await controlPlane.eventEndpoints.receipts.note(connectionId, mark('digest'));
    const { subscription } = await controlPlane.subscriptions.create(
      workspaceId,
      { makerId: null, name: mark('subscription'), url: 'https://hooks.example.com' },
      { positions: [{ connectionId, feed: randomUUID(), sequence: 1 }] },
    );
    await controlPlane.lifecycleEvents.begin({
      workspaceId,
      connectionId,
      type: 'sync.stale',
      subject: connectionId,
      of: mark('copy'),
      state: 'stale',
      data: {},
    });
    const delivery = { id: randomUUID(), record: mark('record'), type: 'record.added', body: mark('body') };
    await controlPlane.subscriptions.deliveries.addOne(subscription.id, delivery);
    const { confirmations } = controlPlane;
    const owner = { workspaceId, tokenId: token.id };
    await confirmations.take(owner, confirmations.open(owner, 'write'), 'write');
    await controlPlane.connections.storeOwnFields(workspaceId, connectionId, JSON.stringify([mark('own')]));
    await controlPlane.idempotency.begin(workspaceId, connectionId, mark('key'), 'request');
    await controlPlane.heldWrites.hold({
      workspaceId,
      connectionId,
      connector: 'stripe',
      entity: mark('entity'),
      action: 'create',
      effect: 'write',
      tokenId: token.id,
      rootId: token.id,
      actor: noActor,
      secondPerson: false,
      fingerprint: mark('fingerprint'),
      previewHash: mark('preview'),
      content: Buffer.from('{}'),
    });
    const subjects = [`workspace/${workspaceId}`, `token/${token.id}`];
    for (const subject of subjects) await controlPlane.quotas.of(subject, 1_000).take();
    await controlPlane.rates.take(subjects.map((subject) => ({ subject, perMinute: 60 })));
    record(workspaceId, mark('intent'));
    await controlPlane.audit.flush();
    await addMember(workspaceId, mark('role'));
    const ids = [workspaceId, connectionId, token.id, link.id, subscription.id, delivery.id];
    return { workspace, connectionId, token: text.reveal(), marks: [...ids, `-mark-of-${name}`] };
  }

  async function addMember(workspace_id: Workspace['id'], role: string): Promise<void> {
    const tables = database.tables<ControlPlaneTables>();
    const now = new Date().toISOString();
    const person = { id: randomUUID(), issuer: null, subject: null, email: null, name: 'Ada', state: 'active' };
    await tables
      .insertInto('people')
      .values({ ...person, is_admin: 0, created_at: now, signed_in_at: null })
      .execute();
    await tables.insertInto('roles').values({ workspace_id, name: role, policy: '{}', updated_at: now }).execute();
    const member = { workspace_id, person_id: person.id, role, by_group: null, created_at: now };
    await tables.insertInto('members').values(member).execute();
    await tables.insertInto('group_roles').values({ workspace_id, position: 0, group_name: 'all', role }).execute();
  }

  function record(workspaceId: Workspace['id'], intent: string): void {
    controlPlane.audit.record({
      ...controlPlane.audit.moment(),
      workspaceId,
      tokenId: null,
      connectionId: null,
      connector: null,
      entity: null,
      action: null,
      requestId: 'request',
      intent,
      outcome: 200,
      durationMs: 1,
      dryRun: false,
    });
  }

  /** The tables with a row that contains one of the marks. */
  async function tablesWith(marks: readonly string[]): Promise<readonly string[]> {
    const found = [...(await everyRow(database))].filter(([, rows]) =>
      rows.some((row) => marks.some((mark) => row.includes(mark))),
    );
    return found.map(([name]) => name).toSorted();
  }

  /** Makes everything that was deleted so far seem to be deleted two hours ago. */
  async function letTwoHoursPass(): Promise<void> {
    const deleted_at = new Date(Date.now() - 2 * 60 * 60 * 1_000).toISOString();
    const tables = database.tables<ControlPlaneTables>();
    await tables.updateTable('workspaces').set({ deleted_at }).where('deleted_at', 'is not', null).execute();
    const removed = tables.updateTable('deleted_connections').set({ copy_removed_at: deleted_at });
    await removed.where('copy_removed_at', 'is not', null).execute();
  }

  it('removes every row of it, and none of another workspace', async () => {
    const all = [...(await everyRow(database)).keys()];
    const ofGateway = [
      ...['processes', 'leases', 'deleted_connections', 'connectory_migrations'],
      ...['people', 'sessions', 'oauth_clients'],
    ];
    const rates = dialect === 'sqlite' ? ['call_rates'] : [];
    const ofNone = all.filter((name) => [...ofGateway, ...rates].includes(name));
    // A new table belongs to a workspace, or is named here.
    expect(await tablesWith(acme.marks)).toEqual(all.filter((name) => !ofNone.includes(name)).toSorted());
    const before = await everyRow(database);
    const removed: string[] = [];
    const copies = { remove: async (id: string) => void removed.push(id) };

    const deleted = await controlPlane.workspaceDeletion.delete('acme', copies);
    expect(deleted).toMatchObject({ id: acme.workspace.id, name: 'acme' });
    expect(removed).toEqual([acme.connectionId]);
    expect(await tablesWith(acme.marks)).toEqual(['deleted_connections', 'workspaces']);
    await letTwoHoursPass();
    await controlPlane.upkeep.completeDeletions(copies);
    expect(await tablesWith(acme.marks)).toEqual([]);
    const after = await everyRow(database);
    for (const [name, rows] of before) {
      if (ofGateway.includes(name)) continue;
      expect(after.get(name), name).toEqual(rows.filter((row) => !acme.marks.some((mark) => row.includes(mark))));
    }
    if (database.file === null) return;
    for (const file of [database.file, `${database.file}-wal`]) {
      const bytes = readFileSync(file);
      expect(acme.marks.filter((mark) => bytes.includes(mark))).toEqual([]);
    }
  });

  it('refuses its tokens, its links and new objects from the first moment', async () => {
    const { workspace, token } = acme;
    expect(await controlPlane.tokens.authenticate(token)).not.toBeNull();
    let seen: unknown;
    await controlPlane.workspaceDeletion.delete(workspace.id, {
      remove: async () => {
        seen = [await controlPlane.tokens.authenticate(token), await controlPlane.workspaces.find('acme')];
      },
    });
    expect(seen).toEqual([null, null]);
    for (const create of [
      () => controlPlane.connections.create(workspace.id, newConnection()),
      () => controlPlane.tokens.create(workspace.id, { name: 'late' }),
      () => controlPlane.workspaceDeletion.delete('acme', undefined),
      () => controlPlane.workspaceDeletion.delete(workspace.id, undefined),
    ])
      expect(await failureOf(create())).toMatchObject({ code: 'not_found' });
  });

  it('frees the name for a workspace that sees nothing of the former one', async () => {
    await controlPlane.workspaceDeletion.delete('acme', undefined);
    const again = await controlPlane.workspaces.create('acme');
    expect(again.id).not.toBe(acme.workspace.id);
    expect((await controlPlane.connections.list(again.id)).items).toEqual([]);
    expect((await controlPlane.audit.list(again.id)).items).toEqual([]);
    expect(await controlPlane.oauthApps.find(again.id, 'stripe')).toBeNull();
    const names = (await controlPlane.workspaces.list()).items.map(({ name }) => name);
    expect(names).toEqual(['acme', 'other']);
  });

  it('is completed by the next request after a failure', async () => {
    const failing = { remove: () => Promise.reject(new Error('the store is away')) };
    await expect(controlPlane.workspaceDeletion.delete('acme', failing)).rejects.toThrow('the store is away');
    expect(await failureOf(controlPlane.workspaces.create('acme'))).toMatchObject({ code: 'conflict' });
    const removed: string[] = [];
    await controlPlane.workspaceDeletion.delete('acme', { remove: async (id) => void removed.push(id) });
    expect(removed).toEqual([acme.connectionId]);
    await controlPlane.workspaces.create('acme');
  });

  it('is completed by the upkeep of the next process', async () => {
    const failing = { remove: () => Promise.reject(new Error('killed')) };
    await expect(controlPlane.workspaceDeletion.delete('acme', failing)).rejects.toThrow('killed');
    const next = await openControlPlane(await openAgain(database));
    const removed: string[] = [];
    await next.upkeep.completeDeletions({ remove: async (id) => void removed.push(id) });
    expect(removed).toEqual([acme.connectionId]);
    await next.workspaces.create('acme');
    expect(await next.tokens.authenticate(other.token)).not.toBeNull();
  });

  it('removes what another process stores late', async () => {
    await controlPlane.workspaceDeletion.delete('acme', undefined);
    record(acme.workspace.id, '-mark-of-acme');
    await controlPlane.quotas.of(`workspace/${acme.workspace.id}`, 10).take();
    await controlPlane.audit.flush();
    expect(await tablesWith(acme.marks)).toContain('audit');
    await controlPlane.upkeep.completeDeletions();
    expect(await tablesWith(acme.marks)).toEqual(['deleted_connections', 'workspaces']);
  });

  it('leaves the copies to a gateway in hosted mode', async () => {
    await controlPlane.connections.delete(other.workspace.id, other.connectionId);
    await controlPlane.upkeep.completeDeletions();
    const removed: string[] = [];
    const turn = () => controlPlane.upkeep.completeDeletions({ remove: async (id) => void removed.push(id) });
    for (let turns = 0; turns < 2; turns += 1) await turn();
    expect(removed).toEqual([other.connectionId]);
    // Another process may have written to it late.
    await letTwoHoursPass();
    for (let turns = 0; turns < 2; turns += 1) await turn();
    expect(removed).toEqual([other.connectionId, other.connectionId]);
  });
});
