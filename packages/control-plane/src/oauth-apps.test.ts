import { randomBytes } from 'node:crypto';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { beforeEach, expect, it } from 'vitest';
import { failureOf, openControlPlane } from '../test/fixture.ts';
import { EncryptionKeys, loadKeysOf } from './connections/encryption-keys.ts';
import type { ControlPlane } from './control-plane.ts';
import { type WorkspaceId, workspaceless } from './workspaces.ts';

describeDatabases('OAuth applications', ({ open, openAgain }) => {
  let database: Database;
  let controlPlane: ControlPlane;
  let acme: WorkspaceId = workspaceless;
  beforeEach(async () => {
    database = await open();
    controlPlane = await openControlPlane(database);
    acme = (await controlPlane.workspaces.create('acme')).id;
  });

  it('are stored whole, found by connector, replaced and deleted', async () => {
    const { oauthApps } = controlPlane;
    expect(await oauthApps.find(acme, 'calendar')).toBeNull();
    const first = await oauthApps.put(acme, 'calendar', {
      clientId: 'one',
      clientSecret: 's1',
      fields: { extra: 'x' },
    });
    expect(first).toMatchObject({ workspaceId: acme, connector: 'calendar', clientId: 'one', baseUrl: null });
    const used = await oauthApps.used(acme, 'calendar');
    expect([used?.clientSecret.reveal(), used?.fields.extra?.reveal()]).toEqual(['s1', 'x']);
    const changes = { clientId: 'two', clientSecret: 's2', baseUrl: 'https://calendar.example' };
    const second = await oauthApps.put(acme, 'calendar', changes);
    expect(second).toMatchObject({ clientId: 'two', baseUrl: 'https://calendar.example', createdAt: first.createdAt });
    expect((await oauthApps.used(acme, 'calendar'))?.clientSecret.reveal()).toBe('s2');
    expect((await oauthApps.used(acme, 'calendar'))?.fields).toEqual({});
    expect(await oauthApps.delete(acme, 'calendar')).toEqual(second);
    expect(await oauthApps.find(acme, 'calendar')).toBeNull();
    expect(await failureOf(oauthApps.delete(acme, 'calendar'))).toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['no client id', { clientId: '', clientSecret: 's' }],
    ['a line break in the client id', { clientId: 'a\nb', clientSecret: 's' }],
    ['no secret', { clientId: 'a', clientSecret: '' }],
    ['a secret that is too long', { clientId: 'a', clientSecret: 's'.repeat(8_193) }],
  ])('are refused with %s', async (_what, app) => {
    expect(await failureOf(controlPlane.oauthApps.put(acme, 'calendar', app))).toMatchObject({
      code: 'invalid_params',
    });
    expect(await controlPlane.oauthApps.find(acme, 'calendar')).toBeNull();
  });

  it('are encrypted again with a new key, and do not open without theirs', async () => {
    const [old, next] = [randomBytes(32), randomBytes(32)];
    const first = await openControlPlane(await openAgain(database), { encryptionKeys: new EncryptionKeys([old]) });
    await first.oauthApps.put(acme, 'calendar', { clientId: 'one', clientSecret: 'rotated' });
    const both = await openControlPlane(await openAgain(database), { encryptionKeys: new EncryptionKeys([next, old]) });
    expect((await both.oauthApps.used(acme, 'calendar'))?.clientSecret.reveal()).toBe('rotated');
    const only = await openControlPlane(await openAgain(database), { encryptionKeys: new EncryptionKeys([next]) });
    expect((await only.oauthApps.used(acme, 'calendar'))?.clientSecret.reveal()).toBe('rotated');
    const lost = await openControlPlane(await openAgain(database), { encryptionKeys: new EncryptionKeys([old]) });
    expect(await failureOf(lost.oauthApps.used(acme, 'calendar'))).toMatchObject({ code: 'internal' });
    expect(await lost.findProblem()).toBe('encryption_key_missing');
    const source = { dataDirectory: '/nowhere', environmentKey: old.toString('base64') };
    await expect(loadKeysOf(database, source)).rejects.toThrow('The secrets of one OAuth application were encrypted');
    await expect(loadKeysOf(database, { dataDirectory: '/nowhere' })).rejects.toThrow('The key file');
    expect((await loadKeysOf(database, { ...source, environmentKey: next.toString('base64') })).ids).toHaveLength(1);
  });
});
