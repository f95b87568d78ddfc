import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { beforeEach, expect, it } from 'vitest';
import { newConnection, openControlPlane } from '../test/fixture.ts';
import type { AuditEntry } from './audit/audit-entry.ts';
import type { ControlPlane } from './control-plane.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import { type WorkspaceId, workspaceless } from './workspaces.ts';

const day = 24 * 60 * 60 * 1_000;

describeDatabases('upkeep', ({ open, openAgain }) => {
  let database: Database;
  let controlPlane: ControlPlane;
  let [acme, other] = [workspaceless, workspaceless];
  beforeEach(async () => {
    database = await open();
    controlPlane = await openControlPlane(database, { auditLimits: { days: 30, rows: 2_500 } });
    acme = (await controlPlane.workspaces.create('acme')).id;
    other = (await controlPlane.workspaces.create('other')).id;
  });

  function record(workspaceId: WorkspaceId, at: number, requestId: string): void {
    const entry: AuditEntry = {
      ...controlPlane.audit.moment(),
      at: new Date(at).toISOString(),
      workspaceId,
      tokenId: null,
      connectionId: null,
      connector: null,
      entity: null,
      action: null,
      requestId,
      outcome: 200,
      durationMs: 1,
      dryRun: false,
    };
    controlPlane.audit.record(entry);
  }

  async function kept(workspaceId: WorkspaceId): Promise<string[]> {
    await controlPlane.audit.flush();
    const rows = await database
      .tables<ControlPlaneTables>()
      .selectFrom('audit')
      .select('request_id')
      .where('workspace_id', '=', workspaceId)
      .orderBy('at')
      .execute();
    return rows.map(({ request_id }) => request_id);
  }

  it('removes entries that are too old, of every workspace and of none', async () => {
    for (const workspaceId of [acme, other, workspaceless]) {
      for (const days of [100, 31, 29, 0]) record(workspaceId, Date.now() - days * day, `${days}`);
    }
    await controlPlane.audit.flush();
    await controlPlane.upkeep.removeOld();
    for (const workspaceId of [acme, other, workspaceless]) expect(await kept(workspaceId)).toEqual(['29', '0']);
  });

  it('keeps the newest entries of a workspace that has too many, and all of the others', async () => {
    const start = Date.now() - day;
    for (let n = 0; n < 4_321; n++) record(acme, start + n, `${n}`);
    for (let n = 0; n < 2_500; n++) record(other, start, `${n}`);
    await controlPlane.audit.flush();
    await controlPlane.upkeep.removeOld();
    const left = await kept(acme);
    expect([left.length, left[0], left.at(-1)]).toEqual([2_500, '1821', '4320']);
    expect(await kept(other)).toHaveLength(2_500);
  });

  it('removes idempotency keys that expired, and tokens that ended long ago', async () => {
    const { id } = await controlPlane.connections.create(acme, newConnection());
    const tables = database.tables<ControlPlaneTables>();
    for (const key of ['old', 'new']) await controlPlane.idempotency.begin(acme, id, key, 'one');
    const past = new Date(Date.now() - 31 * day).toISOString();
    await tables.updateTable('idempotency').set({ expires_at: past }).where('key', '=', 'old').execute();
    for (const name of ['valid', 'ended', 'expired', 'revoked']) await controlPlane.tokens.create(acme, { name });
    await tables.updateTable('tokens').set({ expires_at: past }).where('name', '=', 'expired').execute();
    await tables.updateTable('tokens').set({ revoked_at: past }).where('name', '=', 'revoked').execute();
    const yesterday = new Date(Date.now() - day).toISOString();
    await tables.updateTable('tokens').set({ expires_at: yesterday }).where('name', '=', 'ended').execute();
    await controlPlane.upkeep.removeOld();
    expect(await tables.selectFrom('idempotency').select('key').execute()).toEqual([{ key: 'new' }]);
    const names = await tables.selectFrom('tokens').select('name').orderBy('name').execute();
    expect(names.map(({ name }) => name)).toEqual(['ended', 'valid']);
  });

  it('leaves the work to the process that does it already', async () => {
    const remote = await openControlPlane(await openAgain(database), { auditLimits: { days: 30, rows: 2_500 } });
    record(acme, Date.now() - 100 * day, 'old');
    await controlPlane.audit.flush();
    await remote.leases.withLease('upkeep', {}, () => controlPlane.upkeep.removeOld());
    expect(await kept(acme)).toEqual(['old']);
    await controlPlane.upkeep.removeOld();
    expect(await kept(acme)).toEqual([]);
  });

  it('stops with its control plane', async () => {
    const closing = await openControlPlane(await openAgain(database), { auditLimits: { days: 30, rows: 1 } });
    for (let n = 0; n < 5_000; n++) record(acme, Date.now() - day + n, `${n}`);
    await controlPlane.audit.flush();
    const removal = closing.upkeep.removeOld();
    await closing.upkeep.close();
    await removal;
    expect((await kept(acme)).length).toBeGreaterThan(1);
  });
});
