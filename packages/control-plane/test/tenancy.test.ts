import { randomUUID } from 'node:crypto';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { GatewayError } from '@connectory/errors';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { AuditEntry, ControlPlane, WorkspaceId } from '../src/index.ts';
import { newConnection, openControlPlane } from './fixture.ts';
import { rowsOf } from './stored-rows.ts';

interface Tenant {
  readonly workspaceId: WorkspaceId;
  readonly connectionId: string;
  readonly connectionName: string;
  readonly tokenId: string;
  readonly linkId: string;
  readonly key: string;
  readonly cursors: readonly (string | undefined)[];
  /** Texts that only this tenant may see. */
  readonly marks: readonly string[];
}

type Operation = (
  controlPlane: ControlPlane,
  caller: WorkspaceId,
  owner: Tenant,
  cursor: string | undefined,
) => unknown;

/** Every operation of the control plane that takes a workspace id, called with what belongs to another workspace. */
const operations: Record<string, Operation> = {
  get: ({ connections }, caller, owner) => connections.get(caller, owner.connectionId),
  findByName: ({ connections }, caller, owner) => connections.findByName(caller, owner.connectionName),
  listConnections: ({ connections }, caller, _owner, cursor) => connections.list(caller, { cursor }),
  listByConnector: ({ connections }, caller) => connections.list(caller, { connector: 'stripe' }),
  used: ({ connections }, caller, owner) => connections.used(caller, owner.connectionId),
  freshUsed: ({ connections }, caller, owner) => connections.used(caller, owner.connectionId, { fresh: true }),
  updateCredentials: ({ connections }, caller, owner) =>
    connections.updateCredentials(caller, owner.connectionId, { credentials: { api_key: 'stolen' } }),
  change: ({ connections }, caller, owner) =>
    connections.change(caller, owner.connectionId, { settings: { base_url: 'x' } }),
  reportFailing: ({ connections }, caller, owner) =>
    connections.report(caller, owner.connectionId, { event: 'failing', reason: 'x' }),
  reportRefused: ({ connections }, caller, owner) =>
    connections.report(caller, owner.connectionId, {
      event: 'credentials_refused',
      reason: 'x',
      credentialsVersion: 1,
    }),
  deleteConnection: ({ connections }, caller, owner) => connections.delete(caller, owner.connectionId),
  createConnection: ({ connections }, caller, owner) =>
    connections.create(caller, newConnection({ name: `${owner.connectionName} ${randomUUID()}` })),
  createToken: ({ tokens }, caller) => tokens.create(caller, { name: 'mine' }),
  listTokens: ({ tokens }, caller, _owner, cursor) => tokens.list(caller, { cursor }),
  validToken: ({ tokens }, caller, owner) => tokens.valid(caller, owner.tokenId),
  findApp: ({ oauthApps }, caller) => oauthApps.find(caller, 'stripe'),
  usedApp: ({ oauthApps }, caller) => oauthApps.used(caller, 'stripe'),
  putApp: ({ oauthApps }, caller) =>
    oauthApps.put(caller, 'stripe', { clientId: `of ${caller}`, clientSecret: 'mine' }),
  deleteApp: ({ oauthApps }, caller) => oauthApps.delete(caller, 'stripe'),
  getLink: ({ connectLinks }, caller, owner) => connectLinks.get(caller, owner.linkId),
  createLink: ({ connectLinks }, caller) => connectLinks.create(caller, newLink()),
  getEventEndpoint: ({ eventEndpoints }, caller, owner) => eventEndpoints.get(caller, owner.connectionId),
  changeEventEndpoint: ({ eventEndpoints }, caller, owner) =>
    eventEndpoints.change(caller, owner.connectionId, { secret: 'stolen' }),
  revokeToken: ({ tokens }, caller, owner) => tokens.revoke(caller, owner.tokenId),
  recordAudit: ({ audit }, caller, owner) => audit.recordDurably(auditEntry(caller, owner.connectionId)),
  beginAudit: ({ audit }, caller, owner) => audit.begin(auditEntry(caller, owner.connectionId)),
  listAudit: ({ audit }, caller, _owner, cursor) => audit.list(caller, { cursor }),
  listAuditOfConnection: ({ audit }, caller, owner) => audit.list(caller, { connectionId: owner.connectionId }),
  beginIdempotent: ({ idempotency }, caller, owner) => idempotency.begin(caller, owner.connectionId, owner.key, 'one'),
  beginAnew: ({ idempotency }, caller, owner) => idempotency.begin(caller, owner.connectionId, randomUUID(), 'one'),
};

const newLink = (name = 'mine') => ({
  makerId: null,
  connector: 'stripe',
  name,
  settings: {},
  authentication: 'oauth2',
  expiresInSeconds: 3_600,
});

function auditEntry(workspaceId: WorkspaceId, connectionId: string, intent: string | null = null): AuditEntry {
  const names = { connector: 'stripe', entity: 'customers', action: 'list' };
  const result = { outcome: 200, durationMs: 1, dryRun: false };
  return {
    id: randomUUID(),
    at: new Date().toISOString(),
    workspaceId,
    tokenId: null,
    connectionId,
    requestId: 'r',
    intent,
    ...names,
    ...result,
  };
}

describeDatabases('tenancy', ({ open }) => {
  let database: Database;
  let controlPlane: ControlPlane;
  let tenants: readonly [Tenant, Tenant];
  beforeAll(async () => {
    database = await open();
    controlPlane = await openControlPlane(database);
    tenants = [await createTenant('first'), await createTenant('second')];
  });

  async function createTenant(name: string): Promise<Tenant> {
    const { connections, tokens, audit, idempotency, oauthApps, connectLinks } = controlPlane;
    const { id: workspaceId } = await controlPlane.workspaces.create(name);
    const mark = (what: string) => `${what}-of-${name}`;
    const settings = { note: mark('settings') };
    const create = (suffix: string) =>
      connections.create(
        workspaceId,
        newConnection({ name: `${mark('connection')}${suffix}`, settings, credentials: { api_key: mark('key') } }),
      );
    const { id: connectionId, name: connectionName } = await create('');
    await create(' 2');
    const { token } = await tokens.create(workspaceId, { name: mark('token') });
    await tokens.create(workspaceId, { name: mark('token') });
    for (let n = 0; n < 2; n++) await audit.recordDurably(auditEntry(workspaceId, connectionId, mark('intent')));
    await oauthApps.put(workspaceId, 'stripe', { clientId: mark('client'), clientSecret: mark('client-secret') });
    const { link } = await connectLinks.create(workspaceId, newLink(mark('link')));
    const key = mark('idempotency');
    const started = await idempotency.begin(workspaceId, connectionId, key, 'one');
    if (started.state === 'new') await started.attempt.finish(200, Buffer.from(mark('body')));
    const pages = await Promise.all([
      connections.list(workspaceId, { limit: 1 }),
      tokens.list(workspaceId, { limit: 1 }),
      audit.list(workspaceId, { limit: 1 }),
    ]);
    const cursors = [undefined, ...pages.map((page) => page.nextCursor ?? undefined)];
    const marks = [workspaceId, connectionId, token.id, ...['settings', 'key', 'intent', 'body', 'link'].map(mark)];
    return { workspaceId, connectionId, connectionName, tokenId: token.id, linkId: link.id, key, cursors, marks };
  }

  it('never shows or changes what belongs to another workspace', async () => {
    const names = Object.keys(operations);
    const calls = fc.array(fc.record({ name: fc.constantFrom(...names), swap: fc.boolean(), cursor: fc.nat(3) }), {
      minLength: 1,
      maxLength: 8,
    });
    // Each operation runs once in any case; random calls alone would sometimes miss one.
    const examples = names.map((name): [{ name: string; swap: boolean; cursor: number }[]] => [
      [{ name, swap: false, cursor: 0 }],
    ]);
    const exercised = new Set<string>();
    await fc.assert(
      fc.asyncProperty(calls, async (sequence) => {
        for (const { name, swap, cursor } of sequence) {
          const [caller, owner] = swap ? [tenants[1], tenants[0]] : tenants;
          const before = await rowsOf(database, owner.workspaceId);
          // What the owner just read stands in the caches.
          await controlPlane.connections.get(owner.workspaceId, owner.connectionId);
          await controlPlane.connections.used(owner.workspaceId, owner.connectionId);
          const operation = operations[name];
          const result: unknown = await (async () =>
            operation?.(controlPlane, caller.workspaceId, owner, owner.cursors[cursor]))().catch((error: unknown) => {
            if (!GatewayError.is(error)) throw error;
            return { code: error.code, message: error.message };
          });
          const shown = JSON.stringify(result, (_key, value: unknown) =>
            value instanceof Uint8Array ? Buffer.from(value).toString() : value,
          );
          // A caller may write the other's connection id into its own audit rows; it learns nothing by it.
          const foreign = name.includes('udit')
            ? owner.marks.filter((mark) => mark !== owner.connectionId)
            : owner.marks;
          for (const mark of foreign) expect(shown ?? '').not.toContain(mark);
          expect(await rowsOf(database, owner.workspaceId)).toBe(before);
          exercised.add(name);
        }
      }),
      { numRuns: examples.length + 60, examples },
    );
    expect([...exercised].sort()).toEqual(names.sort());
  });

  it('shows each tenant what is its own, or the test above would prove nothing', async () => {
    for (const { workspaceId, connectionId, connectionName, linkId, key } of tenants) {
      expect(await controlPlane.connectLinks.get(workspaceId, linkId)).not.toBeNull();
      expect(await controlPlane.connections.get(workspaceId, connectionId)).not.toBeNull();
      expect(await controlPlane.connections.findByName(workspaceId, connectionName)).not.toBeNull();
      expect(await controlPlane.connections.used(workspaceId, connectionId)).not.toBeNull();
      expect(await controlPlane.idempotency.begin(workspaceId, connectionId, key, 'one')).toMatchObject({
        state: 'replay',
      });
      expect((await controlPlane.tokens.list(workspaceId)).items.length).toBeGreaterThanOrEqual(2);
      expect((await controlPlane.audit.list(workspaceId, { connectionId })).items.length).toBeGreaterThanOrEqual(2);
    }
  });

  it('gives a token only its own workspace', async () => {
    for (const { workspaceId } of tenants) {
      const { text } = await controlPlane.tokens.create(workspaceId, { name: 'own' });
      expect(await controlPlane.tokens.authenticate(text.reveal())).toMatchObject({ workspaceId });
    }
  });
});
