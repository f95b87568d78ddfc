import { randomBytes, randomUUID } from 'node:crypto';
import { Secret } from '@connectory/connector-sdk/engine';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { encryptionKeys, failureOf, newConnection, openControlPlane, setClockAhead } from '../../test/fixture.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { ControlPlaneTables } from '../database/tables.ts';
import type { WorkspaceId } from '../workspaces.ts';
import { EncryptionKeys } from './encryption-keys.ts';

const plain = (values: Readonly<Record<string, Secret>> = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, secret]) => [name, secret.reveal()]));

describeDatabases('connections', ({ open, openAgain }) => {
  let database: Database;
  let here: ControlPlane;
  let remote: ControlPlane;
  let workspaceId: WorkspaceId;
  beforeAll(async () => {
    database = await open();
    here = await openControlPlane(database);
    remote = await openControlPlane(await openAgain(database));
  });
  beforeEach(async () => {
    workspaceId = (await here.workspaces.create(`w-${randomUUID()}`)).id;
  });
  afterEach(() => vi.restoreAllMocks());

  it('finds what was created, by id and by name, without its credentials', async () => {
    const created = await here.connections.create(workspaceId, newConnection({ name: 'Ürsprung – Zahlungen' }));
    expect(created).toMatchObject({
      workspaceId,
      connector: 'stripe',
      settings: { region: 'eu' },
      authentication: 'api_key',
      state: 'active',
      stateReason: null,
    });
    expect(await here.connections.get(workspaceId, created.id)).toEqual(created);
    expect(await here.connections.findByName(workspaceId, 'Ürsprung – Zahlungen')).toEqual(created);
    expect(JSON.stringify(created)).not.toContain('sk_test_1');
    expect(await here.connections.get(workspaceId, randomUUID())).toBeNull();
    for (const absent of ['', 'x', '\0', "' or 1=1 --", 'x'.repeat(1_000_000)]) {
      expect(await here.connections.get(workspaceId, absent)).toBeNull();
      expect(await here.connections.used(workspaceId, absent)).toBeNull();
      expect(await here.connections.findByName(workspaceId, absent)).toBeNull();
    }
  });

  it('hands out frozen objects, because they are shared', async () => {
    const { id } = await here.connections.create(workspaceId, newConnection({ settings: { a: { b: [1] } } }));
    const connection = await here.connections.get(workspaceId, id);
    expect(() => Object.assign(connection?.settings.a as object, { b: 2 })).toThrow(TypeError);
    expect(() => Object.assign(connection as object, { name: 'x' })).toThrow(TypeError);
  });

  it('are renamed and paused, and keep their credentials; a name in use is refused', async () => {
    const { id } = await here.connections.create(workspaceId, newConnection({ name: 'store' }));
    const other = await here.connections.create(workspaceId, newConnection({ name: 'second store' }));
    const changed = await here.connections.change(workspaceId, id, { name: 'first store', paused: true });
    expect(changed).toMatchObject({ id, name: 'first store', paused: true, account: null, state: 'active' });
    expect(await remote.connections.findByName(workspaceId, 'first store')).toEqual(changed);
    expect(plain((await here.connections.used(workspaceId, id))?.credentials.values)).toEqual({ api_key: 'sk_test_1' });
    const taken = await failureOf(here.connections.change(workspaceId, other.id, { name: 'first store' }));
    expect(taken).toMatchObject({ code: 'conflict' });
    expect(await here.connections.get(workspaceId, other.id)).toEqual(other);
    expect(await here.connections.change(workspaceId, id, { paused: false })).toMatchObject({ paused: false });
  });

  it('decrypts credentials into secrets', async () => {
    const credentials = { api_key: 'sk_live_ü', account: new Secret('acct_1') };
    const { id } = await here.connections.create(workspaceId, newConnection({ credentials }));
    const stored = await here.connections.used(workspaceId, id);
    expect(stored?.credentials.version).toBe(1);
    expect(plain(stored?.credentials.values)).toEqual({ api_key: 'sk_live_ü', account: 'acct_1' });
    expect(JSON.stringify(stored)).not.toContain('sk_live');
    expect(await here.connections.used(workspaceId, randomUUID())).toBeNull();
  });

  it('returns from memory while nothing changes, and at once after a change here', async () => {
    const { id } = await here.connections.create(workspaceId, newConnection());
    const found = await here.connections.get(workspaceId, id);
    const used = await here.connections.used(workspaceId, id);
    expect(await here.connections.get(workspaceId, id)).toBe(found);
    expect(await here.connections.used(workspaceId, id)).toBe(used);
    await here.connections.change(workspaceId, id, { settings: { region: 'us' } });
    await here.connections.updateCredentials(workspaceId, id, { credentials: { api_key: 'sk_test_2' } });
    expect((await here.connections.get(workspaceId, id))?.settings).toEqual({ region: 'us' });
    expect(plain((await here.connections.used(workspaceId, id))?.credentials.values)).toEqual({ api_key: 'sk_test_2' });
    await here.connections.delete(workspaceId, id);
    expect(await here.connections.get(workspaceId, id)).toBeNull();
    expect(await here.connections.used(workspaceId, id)).toBeNull();
  });

  it('sees a change of another process within 5 seconds, and fresh credentials at once', async () => {
    const { id } = await here.connections.create(workspaceId, newConnection());
    await here.connections.get(workspaceId, id);
    await here.connections.used(workspaceId, id);
    await remote.connections.change(workspaceId, id, { settings: { region: 'us' } });
    await remote.connections.updateCredentials(workspaceId, id, { credentials: { api_key: 'sk_test_2' } });
    expect(plain((await here.connections.used(workspaceId, id))?.credentials.values)).toEqual({ api_key: 'sk_test_1' });
    const fresh = await here.connections.used(workspaceId, id, { fresh: true });
    expect(plain(fresh?.credentials.values)).toEqual({ api_key: 'sk_test_2' });
    // Never new credentials with old settings: they may lead elsewhere.
    expect(fresh?.connection.settings).toEqual({ region: 'us' });
    expect(await here.connections.used(workspaceId, id)).toBe(fresh);
    setClockAhead(5_001);
    expect((await here.connections.get(workspaceId, id))?.settings).toEqual({ region: 'us' });
    await remote.connections.delete(workspaceId, id);
    setClockAhead(10_002);
    expect(await here.connections.get(workspaceId, id)).toBeNull();
    expect(await here.connections.used(workspaceId, id)).toBeNull();
  });

  it('lists by name, page by page, and by connector', async () => {
    for (const name of ['c', 'a', 'd', 'b']) {
      const connector = name === 'd' ? 'ledger' : 'stripe';
      await here.connections.create(workspaceId, newConnection({ name, connector }));
    }
    const first = await here.connections.list(workspaceId, { limit: 3 });
    const second = await here.connections.list(workspaceId, { limit: 3, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    expect(second.nextCursor).toBeNull();
    expect((await here.connections.list(workspaceId, { connector: 'ledger' })).items.map(({ name }) => name)).toEqual([
      'd',
    ]);
    expect((await here.connections.list(workspaceId, { connector: '\0' })).items).toEqual([]);
  });

  it('refuses a name in use, an unknown workspace and malformed input, without repeating a value', async () => {
    await here.connections.create(workspaceId, newConnection());
    expect(await failureOf(here.connections.create(workspaceId, newConnection()))).toMatchObject({ code: 'conflict' });
    const nowhere = randomUUID() as WorkspaceId;
    expect(await failureOf(here.connections.create(nowhere, newConnection()))).toMatchObject({ code: 'not_found' });

    const deep = JSON.parse(`${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`);
    const problems: [string, object][] = [
      ['/connector', { connector: 'Payments!' }],
      ['/name', { name: '' }],
      ['/name', { name: ' x' }],
      ['/name', { name: 'a\0b' }],
      ['/name', { name: '\ud800' }],
      ['/name', { name: 'x'.repeat(129) }],
      ['/authentication', { authentication: 'a b' }],
      ['/settings', { settings: [] }],
      ['/settings', { settings: deep }],
      ['/settings', { settings: { a: 'x'.repeat(65_536) } }],
      ['/settings', { settings: { a: () => 1 } }],
      ['/credentials', { credentials: 'hunter2' }],
      ['/credentials/api_key', { credentials: { api_key: { hunter2: 'hunter2' } } }],
      ['/credentials', { credentials: { api_key: 'hunter2'.repeat(10_000) } }],
      ['/credentials', { credentials: Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`f${n}`, 'hunter2'])) }],
      ['/', { surprise: 'hunter2' }],
    ];
    for (const [field, changes] of problems) {
      const error = await failureOf(
        here.connections.create(workspaceId, { ...newConnection({ name: 'new' }), ...changes }),
      );
      expect(error.code).toBe('invalid_params');
      expect(error.errors.map((problem) => problem.field)).toContain(field);
      expect(JSON.stringify([error.message, error.errors])).not.toContain('hunter2');
    }
    expect((await here.connections.list(workspaceId)).items).toHaveLength(1);
  });

  it('stores settings as they came, and never as a prototype', async () => {
    const settings = JSON.parse(
      '{"__proto__":{"admin":true},"constructor":"x","nul":"\\u0000","half":"\\ud800","no":null,"n":1.5}',
    );
    const { id } = await here.connections.create(workspaceId, newConnection({ settings }));
    setClockAhead(6_000);
    const stored = (await here.connections.get(workspaceId, id))?.settings;
    expect(JSON.stringify(stored)).toBe(JSON.stringify(settings));
    expect((stored as { admin?: boolean }).admin).toBeUndefined();
  });

  it('throws connector_not_found when what is to be changed does not exist', async () => {
    const { connections } = here;
    for (const id of [randomUUID(), 'x', '\0']) {
      const changes = [
        () => connections.change(workspaceId, id, { settings: {} }),
        () => connections.updateCredentials(workspaceId, id, { credentials: {} }),
        () => connections.delete(workspaceId, id),
      ];
      for (const change of changes) expect(await failureOf(change())).toMatchObject({ code: 'connector_not_found' });
      await connections.report(workspaceId, id, { event: 'failing', reason: 'x' });
    }
  });

  it('replaces credentials of a known version only, and gives back those somebody else stored', async () => {
    const { id } = await here.connections.create(workspaceId, newConnection());
    const change = (value: string, ifVersion: number) => ({ credentials: { api_key: value }, ifVersion });
    const outcomes = await Promise.all([
      here.connections.updateCredentials(workspaceId, id, change('from here', 1)),
      remote.connections.updateCredentials(workspaceId, id, change('from elsewhere', 1)),
    ]);
    expect(outcomes.map(({ version }) => version)).toEqual([2, 2]);
    expect(plain(outcomes[0]?.values)).toEqual(plain(outcomes[1]?.values));
  });

  it('changes all or nothing', async () => {
    const { id } = await here.connections.create(workspaceId, newConnection());
    const change = { settings: { region: 'us' }, credentials: { token: 'two' }, authentication: 'oauth' };
    const changed = await here.connections.change(workspaceId, id, change);
    expect(changed).toMatchObject({ settings: { region: 'us' }, authentication: 'oauth' });
    const broken = { settings: { region: 'eu' }, credentials: { 'no name': 'three' } };
    expect(await failureOf(here.connections.change(workspaceId, id, broken))).toMatchObject({ code: 'invalid_params' });
    const used = await here.connections.used(workspaceId, id, { fresh: true });
    expect(used?.connection).toEqual(changed);
    expect(plain(used?.credentials.values)).toEqual({ token: 'two' });
  });

  it('changes nothing when something else is stored than what the change was decided on', async () => {
    const { id } = await here.connections.create(workspaceId, newConnection());
    const before = await here.connections.used(workspaceId, id, { fresh: true });
    const late = [
      [{ settings: { region: 'us' } }, { settings: { region: 'us' } }],
      [{ credentials: { api_key: 'two' } }, { settings: { region: 'us' } }],
      [{ settings: { region: 'us' } }, { authentication: 'oauth' }],
      [{ settings: { region: 'us' } }, { credentialsVersion: 2 }],
      [{ credentials: { api_key: 'two' } }, { credentialsVersion: 2 }],
    ] as const;
    for (const [change, basis] of late) {
      expect(await failureOf(here.connections.change(workspaceId, id, change, basis))).toMatchObject({
        code: 'conflict',
      });
    }
    expect(await here.connections.used(workspaceId, id, { fresh: true })).toEqual(before);
    const basis = { settings: { region: 'eu' }, authentication: 'api_key', credentialsVersion: 1 };
    expect(await here.connections.change(workspaceId, id, { settings: {} }, basis)).toMatchObject({ settings: {} });
  });

  it('lists what a policy allows, by connector and by name', async () => {
    for (const [connector, name] of [
      ['ledger', 'a'],
      ['ledger', 'b'],
      ['help', 'c'],
      ['help', 'ledger'],
    ] as const) {
      await here.connections.create(workspaceId, newConnection({ connector, name }));
    }
    const names = async (connectors: string[] | undefined, limit = 100) => {
      const { items, nextCursor } = await here.connections.list(workspaceId, { policy: { connectors }, limit });
      return [...items.map(({ name }) => name), ...(nextCursor === null ? [] : ['more'])];
    };
    expect(await names(undefined)).toEqual(['a', 'b', 'c', 'ledger']);
    expect(await names(['ledger'])).toEqual(['a', 'b', 'ledger']);
    expect(await names(['c', 'a'])).toEqual(['a', 'c']);
    expect(await names(['b'], 1)).toEqual(['b']);
    expect(await names([])).toEqual([]);
  });

  it('has room for 2,000 connections in a workspace', async () => {
    const tables = database.tables<ControlPlaneTables>();
    const first = await here.connections.create(workspaceId, newConnection());
    const row = await tables.selectFrom('connections').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
    const rows = Array.from({ length: 1_999 }, (_, number) => ({ ...row, id: randomUUID(), name: `n${number}` }));
    for (let at = 0; at < rows.length; at += 500) {
      await tables
        .insertInto('connections')
        .values(rows.slice(at, at + 500))
        .execute();
    }
    expect(await failureOf(here.connections.create(workspaceId, newConnection({ name: 'more' })))).toMatchObject({
      code: 'conflict',
      message: /2000 connections/,
    });
    await here.connections.delete(workspaceId, first.id);
    expect(await here.connections.create(workspaceId, newConnection({ name: 'more' }))).toMatchObject({ name: 'more' });
  });

  it('remembers a renewal that began until its result is stored', async () => {
    const { id } = await here.connections.create(workspaceId, newConnection());
    const begins = (plane = here) => plane.connections.renewalBegins(workspaceId, id, 1);
    expect(await begins()).toBe(false);
    expect(await begins(remote)).toBe(true);
    await here.connections.renewalUnsent(workspaceId, id, 1);
    expect(await begins()).toBe(false);
    await here.connections.updateCredentials(workspaceId, id, { credentials: { api_key: 'new' }, ifVersion: 1 });
    expect(await here.connections.renewalBegins(workspaceId, id, 2)).toBe(false);
  });

  it('completes the limits that are set, and replaces them', async () => {
    const { id, limits } = await here.connections.create(
      workspaceId,
      newConnection({ limits: { deadlineSeconds: 5 } }),
    );
    expect(limits).toEqual({ deadlineSeconds: 5, responseBytes: 8 * 1024 * 1024 });
    const changed = await here.connections.change(workspaceId, id, { limits: { responseBytes: 1024 * 1024 } });
    expect(changed.limits).toEqual({ deadlineSeconds: 120, responseBytes: 1024 * 1024 });
    expect((await here.connections.get(workspaceId, id))?.limits).toEqual(changed.limits);
    for (const wrong of [{ deadlineSeconds: 601 }, { deadlineSeconds: 1.5 }, { responseBytes: 1 }]) {
      await expect(here.connections.change(workspaceId, id, { limits: wrong })).rejects.toMatchObject({
        code: 'invalid_params',
      });
    }
  });

  it('moves through its states', async () => {
    const { id } = await here.connections.create(workspaceId, newConnection());
    const stateAfter = async (...reports: Parameters<typeof here.connections.report>[2][]) => {
      for (const report of reports) await here.connections.report(workspaceId, id, report);
      const connection = await here.connections.get(workspaceId, id);
      return [connection?.state, connection?.stateReason];
    };
    const refused = { event: 'credentials_refused', reason: 'revoked', credentialsVersion: 1 } as const;
    expect(await stateAfter({ event: 'working' })).toEqual(['active', null]);
    expect(await stateAfter({ event: 'failing', reason: '503\0'.repeat(500) })).toEqual([
      'degraded',
      '503\uFFFD'.repeat(125),
    ]);
    expect(await stateAfter({ event: 'working' })).toEqual(['active', null]);
    expect(await stateAfter({ ...refused, credentialsVersion: 2 })).toEqual(['active', null]);
    expect(await stateAfter({ event: 'failing', reason: '503' }, refused)).toEqual([
      'reauthorization_required',
      'revoked',
    ]);
    expect(await stateAfter({ event: 'failing', reason: 'x' })).toEqual(['reauthorization_required', 'revoked']);
    expect(await stateAfter({ event: 'working' })).toEqual(['active', null]);
    expect(await stateAfter(refused)).toEqual(['reauthorization_required', 'revoked']);
    await here.connections.updateCredentials(workspaceId, id, { credentials: { api_key: 'sk_test_2' } });
    expect(await stateAfter()).toEqual(['active', null]);
    expect(await stateAfter(refused)).toEqual(['active', null]);
  });

  it('writes nothing for a report that changes nothing', async () => {
    const { id } = await here.connections.create(workspaceId, newConnection());
    const before = await here.connections.get(workspaceId, id);
    const change = vi.spyOn(database.tables<ControlPlaneTables>(), 'transaction');
    await here.connections.report(workspaceId, id, { event: 'working' });
    expect(change).not.toHaveBeenCalled();
    expect(await here.connections.get(workspaceId, id)).toBe(before);
    await here.connections.report(workspaceId, id, { event: 'failing', reason: 'x' });
    expect(change).toHaveBeenCalledOnce();
  });

  it('encrypts again with a new key at start, so that the old one can be retired', async () => {
    const rotated = await open();
    const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
    const before = await openControlPlane(rotated, { encryptionKeys: new EncryptionKeys([oldKey]) });
    const { id: workspace } = await before.workspaces.create('acme');
    const { id } = await before.connections.create(workspace, newConnection());
    const credentialsWith = async (...keys: [Uint8Array, ...Uint8Array[]]) => {
      const { connections } = await openControlPlane(rotated, { encryptionKeys: new EncryptionKeys(keys) });
      return plain((await connections.used(workspace, id))?.credentials.values);
    };
    const other = await openControlPlane(rotated, { encryptionKeys: new EncryptionKeys([newKey]) });
    expect(await failureOf((async () => other.connections.used(workspace, id))())).toMatchObject({
      code: 'internal',
      message: /was encrypted with the key .* CONNECTORY_SECRET_KEY/,
    });
    expect(await credentialsWith(newKey, oldKey)).toEqual({ api_key: 'sk_test_1' });
    expect(await credentialsWith(newKey)).toEqual({ api_key: 'sk_test_1' });
  });

  it('does not open credentials that were moved to another connection', async () => {
    const { id } = await here.connections.create(workspaceId, newConnection());
    const thief = await here.connections.create(workspaceId, newConnection({ name: 'thief' }));
    const tables = database.tables<ControlPlaneTables>();
    const row = await tables
      .selectFrom('credentials')
      .selectAll()
      .where('connection_id', '=', id)
      .executeTakeFirstOrThrow();
    const { sealed } = row;
    await tables.updateTable('credentials').set({ sealed }).where('connection_id', '=', thief.id).execute();
    expect(await failureOf((async () => here.connections.used(workspaceId, thief.id))())).toMatchObject({
      code: 'internal',
      message: /moved from another connection/,
    });
    expect(row.key_id).toBe(encryptionKeys.currentId);
  });
});
