import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RawValue } from '@connectory/connector-sdk';
import { type Database, openDatabase } from '@connectory/database';
import { type DatabaseHost, everyRow, postgresHost, sqliteHost } from '@connectory/database/testing';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { adminToken, executePath, type RunningGateway, startRunningGateway } from './running-gateway.ts';
import { setUpTwoWorkspaces, type TwoWorkspaces } from './two-workspaces.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

describe.each(['sqlite', 'postgres'])('a workspace that is deleted from a hosted gateway on %s', (dialect) => {
  let host: DatabaseHost;
  let database: Database;
  let gateway: RunningGateway;
  let receiver: WebhookReceiver;
  let former: TwoWorkspaces;
  let formerId = '';
  let connectionId = '';

  beforeAll(async () => {
    host = dialect === 'sqlite' ? await sqliteHost() : await postgresHost(inject('postgresServerKeeper'));
    const databaseUrl = await host.create();
    const secretKey = randomBytes(32).toString('base64');
    gateway = await startRunningGateway({
      recordsPerEntity: 5,
      configuration: { mode: 'hosted', databaseUrl, secretKey },
    });
    database = await openDatabase(databaseUrl);
    receiver = await startReceiver();
    former = await setUpTwoWorkspaces(gateway, fixtureConnectors, 'ledger');
    formerId = former.workspace.id;
    connectionId = former.hidden.get('ledger')?.id ?? '';
  });

  afterAll(async () => {
    await gateway.stop();
    await receiver.close();
    await database.close();
    await host.stop();
  });

  const admin = (method: string, path: string, body?: object) =>
    gateway.send(method, path, { token: adminToken, ...(body !== undefined && { body }) });

  const execute = (body: object, headers: Record<string, string> = {}) =>
    gateway.send('POST', executePath(connectionId), { token: former.owner, body, headers });

  /** Adds what the tenancy suite does not need: copies, events, an idempotency key, quotas and a delivery that was made. */
  async function fill(): Promise<void> {
    const path = `/api/v1/workspaces/${former.workspace.name}`;
    await admin('PATCH', path, { limits: { calls_per_day: 10_000, calls_per_minute: 10_000 } });
    await expect
      .poll(async () => (await admin('GET', `${path}/connections/${connectionId}/syncs`)).json.data, {
        timeout: 20_000,
      })
      .toSatisfy((states: RawValue) => states.every((state: RawValue) => state.finished_at !== null));
    await admin('GET', `${path}/connections/${connectionId}/events`);
    const subscription = { name: 'receiver', url: receiver.url, connections: [connectionId] };
    expect((await admin('POST', `${path}/subscriptions`, subscription)).status).toBe(201);
    const create = { entity: 'customers', action: 'create', params: { name: 'Ada Lovelace' } };
    expect((await execute(create, { 'idempotency-key': 'of-the-former' })).status).toBe(200);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  }

  /** What another workspace has, as its token sees it. */
  async function seenByOthers(): Promise<RawValue> {
    const lists = ['connections', 'tokens', 'subscriptions', 'oauth-apps'].map(async (list) => {
      const { json } = await admin('GET', `/api/v1/workspaces/test/${list}?limit=100`);
      return json.data.map(({ id, name, connector, settings }: RawValue) => [id, name, connector, settings]);
    });
    const params = { query: { filter: {} }, limit: 100 };
    const copy = await gateway.execute('ledger', { entity: 'invoices', action: 'context_store_search', params });
    return [await Promise.all(lists), copy.status, copy.json.data];
  }

  /** How many rows contain one of the texts, by table. */
  async function tablesWith(texts: readonly string[]): Promise<Readonly<Record<string, number>>> {
    const counts = [...(await everyRow(database))].map(
      ([table, rows]) => [table, rows.filter((row) => texts.some((text) => row.includes(text))).length] as const,
    );
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  /** The files of the gateway with a name or a byte of one of the texts. */
  function filesWith(texts: readonly string[]): readonly string[] {
    const files = readdirSync(gateway.dataDirectory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    const stored = database.file === null ? [] : [database.file, `${database.file}-wal`];
    return [...files, ...stored].filter((file) => {
      const bytes = readFileSync(file);
      return texts.some((text) => file.includes(text) || bytes.includes(text));
    });
  }

  async function letTwoHoursPass(): Promise<void> {
    const before = new Date(Date.now() - 2 * 60 * 60 * 1_000).toISOString();
    const tables = database.tables<{
      workspaces: { deleted_at: string | null };
      deleted_connections: { copy_removed_at: string | null };
    }>();
    await tables.updateTable('workspaces').set({ deleted_at: before }).where('deleted_at', 'is not', null).execute();
    await tables.updateTable('deleted_connections').set({ copy_removed_at: before }).execute();
  }

  it('leaves no row and no byte, while a call, a pass and a delivery of it are running', async () => {
    const { controlPlane, copy } = gateway.gateway;
    await fill();
    const before = await seenByOthers();
    const marks = [...former.marks, ...former.credentials, 'of-the-former', former.workspace.name];
    const everything = [...marks, formerId];
    const filled = Object.keys(await tablesWith(everything));
    expect(filled.length).toBeGreaterThanOrEqual(dialect === 'sqlite' ? 13 : 18);
    if (dialect === 'sqlite') expect(filesWith([`${connectionId}.sqlite`])).not.toEqual([]);

    const arrived = gateway.sandbox.requests.length;
    const slow = { kind: 'slow', milliseconds: 1_500 } as const;
    gateway.sandbox.behaviors.next('ledger', slow, { times: 2, match: { entity: 'customers', action: 'list' } });
    receiver.response = () => null;
    const path = `/api/v1/workspaces/${former.workspace.name}`;
    const call = execute({ entity: 'customers', action: 'list', params: { limit: 1 }, intent: former.workspace.name });
    await admin('POST', `${path}/connections/${connectionId}/syncs`, { entities: ['customers'], full: true });
    await execute({ entity: 'invoices', action: 'create', params: {} });
    await expect.poll(() => gateway.sandbox.requests.length).toBeGreaterThan(arrived + 1);

    const deleted = await admin('DELETE', path);
    expect(deleted.status, deleted.text).toBe(200);
    expect(deleted.json).toMatchObject({ id: formerId, name: former.workspace.name });
    expectProblem(await gateway.send('GET', '/api/v1/whoami', { token: former.owner }), 'unauthenticated');
    expectProblem(await execute({ entity: 'customers', action: 'list', params: {} }), 'unauthenticated');
    expectProblem(await admin('GET', `${path}/connections`), 'not_found');

    await call;
    // The delivery holds its lease until it ends.
    await receiver.close();
    await expect.poll(async () => (await tablesWith(marks)).leases).toBeUndefined();
    await controlPlane.audit.flush();
    await controlPlane.upkeep.completeDeletions(copy);
    await letTwoHoursPass();
    await controlPlane.upkeep.completeDeletions(copy);
    expect(await tablesWith(marks)).toEqual({});
    // That it was created and deleted stays in the audit of no workspace.
    expect(await tablesWith([formerId])).toEqual({ audit: 2 });
    expect(filesWith(marks)).toEqual([]);
    expect(await seenByOthers()).toEqual(before);
    const [entry] = (await admin('GET', '/api/v1/audit?kind=manage&limit=1')).json.data;
    expect(entry).toMatchObject({ entity: 'workspaces', action: 'delete', subject_id: formerId, outcome: 200 });
  });

  it('leaves its name to another one, which sees nothing of it', async () => {
    const { name } = former.workspace;
    const again = await admin('POST', '/api/v1/workspaces', { name });
    expect(again.status).toBe(201);
    expect(again.json.id).not.toBe(formerId);
    for (const list of ['connections', 'tokens', 'subscriptions'])
      expect((await admin('GET', `/api/v1/workspaces/${name}/${list}`)).json.data).toEqual([]);
    const { json } = await admin('GET', `/api/v1/workspaces/${name}/oauth-apps/${former.consenting}`);
    expect(json).toMatchObject({ code: 'not_found' });
  });
});
