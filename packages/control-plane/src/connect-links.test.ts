import { randomBytes } from 'node:crypto';
import { Secret } from '@connectory/connector-sdk/engine';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failureOf, openControlPlane, setClockAhead } from '../test/fixture.ts';
import type { ConnectLink, NewConnectLink } from './connect-links.ts';
import type { ControlPlane } from './control-plane.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import { type WorkspaceId, workspaceless } from './workspaces.ts';

const newLink: NewConnectLink = {
  makerId: null,
  connector: 'calendar',
  name: 'calendar of a customer',
  settings: { region: 'eu' },
  authentication: 'oauth2',
  returnUrl: 'https://app.example.com/done',
  expiresInSeconds: 3_600,
};
const day = 24 * 60 * 60 * 1_000;
const secret = () => new Secret(randomBytes(32).toString('base64url'));

describeDatabases('connect links', ({ open }) => {
  let database: Database;
  let controlPlane: ControlPlane;
  let acme: WorkspaceId = workspaceless;
  let link: ConnectLink;
  let token: Secret;
  const [mine, other] = [secret(), secret()];
  beforeEach(async () => {
    database = await open();
    controlPlane = await openControlPlane(database);
    acme = (await controlPlane.workspaces.create('acme')).id;
    ({ link, token } = await controlPlane.connectLinks.create(acme, newLink));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const begin = async (browser = mine, secrets = { verifier: 'v' }): Promise<string> => {
    const state = secret();
    expect(await controlPlane.connectLinks.begin(link, { browser, state, secrets })).toBe(true);
    return state.reveal();
  };

  it('are found by their token and their id, and by nothing else', async () => {
    const { connectLinks } = controlPlane;
    expect(token.reveal()).toMatch(/^[\w-]{43}$/);
    expect(await connectLinks.findByToken(token.reveal())).toEqual(link);
    expect(await connectLinks.get(acme, link.id)).toEqual(link);
    const { expiresInSeconds: _, ...kept } = newLink;
    expect(link).toMatchObject({ ...kept, usedAt: null, made: [], problem: null });
    for (const wrong of ['', 'x', token.reveal().slice(1), secret().reveal(), link.id])
      expect(await connectLinks.findByToken(wrong)).toBeNull();
  });

  it('that are open are listed in pages, newest first, as far as a policy allows', async () => {
    const { connectLinks } = controlPlane;
    const second = (await connectLinks.create(acme, { ...newLink, name: 'second' })).link;
    const third = (await connectLinks.create(acme, { ...newLink, connector: 'boards', name: 'third' })).link;
    await connectLinks.finish(second, mine, []);
    const first = await connectLinks.listOpen(acme, { limit: 1 });
    const rest = await connectLinks.listOpen(acme, { limit: 1, cursor: first.nextCursor ?? '' });
    const names = [...first.items, ...rest.items].map(({ name }) => name);
    expect(names.toSorted()).toEqual([link.name, third.name]);
    expect(rest.nextCursor).toBeNull();
    const allowed = await connectLinks.listOpen(acme, { policy: { connectors: ['boards'] } });
    expect(allowed.items).toEqual([third]);
    expect((await connectLinks.listOpen(acme, { policy: { connectors: [] } })).items).toEqual([]);
    const other = (await controlPlane.workspaces.create('other')).id;
    expect((await connectLinks.listOpen(other)).items).toEqual([]);
  });

  it('that are revoked end, with what somebody is doing with them; those that have ended stay as they are', async () => {
    const { connectLinks } = controlPlane;
    const state = await begin();
    await connectLinks.revoke((await controlPlane.workspaces.create('stranger')).id, link.id);
    expect((await connectLinks.get(acme, link.id))?.revokedAt).toBeNull();
    await connectLinks.revoke(acme, link.id);
    expect(await connectLinks.takeResponse(state, mine)).toBeNull();
    expect(await connectLinks.claim(link, mine)).toBe(false);
    const revoked = await connectLinks.findByToken(token.reveal());
    expect(revoked).toMatchObject({ usedAt: null, revokedAt: expect.any(String) });
    expect((await connectLinks.listOpen(acme)).items).toEqual([]);
    const used = (await connectLinks.create(acme, newLink)).link;
    await connectLinks.finish(used, mine, []);
    await connectLinks.revoke(acme, used.id);
    expect(await connectLinks.get(acme, used.id)).toMatchObject({ usedAt: expect.any(String), revokedAt: null });
  });

  it('give a response once, to the browser that began, for the last attempt only', async () => {
    const { connectLinks } = controlPlane;
    const early = await begin();
    const state = await begin();
    expect(await connectLinks.takeResponse(early, mine)).toBeNull();
    expect(await connectLinks.takeResponse(state, other)).toBeNull();
    expect((await connectLinks.awaiting(state))?.id).toBe(link.id);
    expect(await connectLinks.takeResponse(state, mine)).toMatchObject({
      link: { id: link.id },
      secrets: { verifier: 'v' },
    });
    expect(await connectLinks.takeResponse(state, mine)).toBeNull();
    expect(await connectLinks.awaiting(state)).toBeNull();
  });

  it('take a response once of two that come at the same time', async () => {
    const state = await begin();
    const responses = await Promise.all([1, 2, 3].map(() => controlPlane.connectLinks.takeResponse(state, mine)));
    expect(responses.filter((response) => response !== null)).toHaveLength(1);
  });

  it('keep what belongs to an attempt for its browser, until another one begins', async () => {
    const { connectLinks } = controlPlane;
    await begin();
    expect(await connectLinks.keep(link, other, { tokens: 'stolen' })).toBe(false);
    expect(await connectLinks.keep(link, mine, { tokens: 't' })).toBe(true);
    expect(await connectLinks.secretsOf(link, mine)).toEqual({ tokens: 't' });
    expect(await connectLinks.secretsOf(link, other)).toBeNull();
    await begin(other);
    expect(await connectLinks.secretsOf(link, mine)).toBeNull();
    expect(await connectLinks.keep(link, mine, { tokens: 't' })).toBe(false);
  });

  it('are claimed by one at a time, and free again after a failure', async () => {
    const { connectLinks } = controlPlane;
    await begin();
    const claims = await Promise.all([1, 2, 3].map(() => connectLinks.claim(link, mine)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await connectLinks.begin(link, { browser: other, state: secret(), secrets: {} })).toBe(false);
    await connectLinks.fail(link, other, 'of somebody else');
    await connectLinks.release(link, other, 'of somebody else');
    expect(await connectLinks.claim(link, other)).toBe(false);
    await connectLinks.release(link, mine, 'The key\u0000 was refused.');
    expect((await connectLinks.get(acme, link.id))?.problem).toBe('The key\uFFFD was refused.');
    expect(await connectLinks.secretsOf(link, mine)).toEqual({ verifier: 'v' });
    expect(await connectLinks.claim(link, mine)).toBe(true);
    await connectLinks.fail(link, mine, 'The person said no.');
    expect(await connectLinks.secretsOf(link, mine)).toBeNull();
    expect(await connectLinks.claim(link, mine)).toBe(true);
  });

  it('are free again when whoever claimed them died', async () => {
    expect(await controlPlane.connectLinks.claim(link, mine)).toBe(true);
    setClockAhead(151_000);
    expect(await controlPlane.connectLinks.claim(link, mine)).toBe(true);
  });

  it('end when they are used: nothing begins, nothing is kept, and the result stays as it is', async () => {
    const { connectLinks } = controlPlane;
    const state = await begin();
    await connectLinks.finish(link, mine, [acme]);
    const used = await connectLinks.get(acme, link.id);
    expect(used).toMatchObject({ made: [acme], problem: null });
    expect(used?.usedAt).not.toBeNull();
    expect([connectLinks.isOf(used ?? link, mine), connectLinks.isOf(used ?? link, other)]).toEqual([true, false]);
    await connectLinks.finish(link, other, []);
    await connectLinks.fail(link, mine, 'late');
    expect(await connectLinks.get(acme, link.id)).toEqual(used);
    await expectToHaveEnded(state);
  });

  it('end in time', async () => {
    const state = await begin();
    setClockAhead(3_601_000);
    await expectToHaveEnded(state);
  });

  async function expectToHaveEnded(state: string): Promise<void> {
    const { connectLinks } = controlPlane;
    expect(await connectLinks.takeResponse(state, mine)).toBeNull();
    expect(await connectLinks.begin(link, { browser: mine, state: secret(), secrets: {} })).toBe(false);
    expect(await connectLinks.claim(link, mine)).toBe(false);
    expect(await connectLinks.secretsOf(link, mine)).toBeNull();
  }

  it('allow 50 attempts', async () => {
    for (let n = 0; n < 50; n++) await begin();
    expect(await controlPlane.connectLinks.claim(link, mine)).toBe(false);
    expect(await controlPlane.connectLinks.begin(link, { browser: mine, state: secret(), secrets: {} })).toBe(false);
  });

  it('are 1,000 at a time, and are removed 30 days after their end, what they kept at once', async () => {
    const { connectLinks, upkeep } = controlPlane;
    const rows = database.tables<ControlPlaneTables>();
    await begin();
    const row = await rows.selectFrom('connect_links').selectAll().executeTakeFirstOrThrow();
    const copies = Array.from({ length: 999 }, (_, n) => ({ ...row, id: `${n}`, hash: `${n}`, state_hash: null }));
    for (let n = 0; n < copies.length; n += 100)
      await rows
        .insertInto('connect_links')
        .values(copies.slice(n, n + 100))
        .execute();
    expect(await failureOf(connectLinks.create(acme, newLink))).toMatchObject({ code: 'conflict' });
    await upkeep.removeOld();
    expect(await connectLinks.secretsOf(link, mine)).not.toBeNull();
    const set = (days: number) =>
      rows
        .updateTable('connect_links')
        .set({ expires_at: new Date(Date.now() - days * day).toISOString() })
        .execute();
    await set(29);
    await upkeep.removeOld();
    const ended = await rows
      .selectFrom('connect_links')
      .selectAll()
      .where('id', '=', link.id)
      .executeTakeFirstOrThrow();
    expect(ended).toMatchObject({ sealed: null, key_id: null, state_hash: null });
    expect((await connectLinks.create(acme, newLink)).link.id).not.toBe(link.id);
    await set(31);
    await upkeep.removeOld();
    expect(await rows.selectFrom('connect_links').select('id').execute()).toEqual([]);
  });
});
