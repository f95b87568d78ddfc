import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Secret } from '@connectory/connector-sdk/engine';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { adminToken, failureOf, openControlPlane, setClockAhead } from '../../test/fixture.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { ControlPlaneTables } from '../database/tables.ts';
import { noActor } from '../people/actor.ts';
import type { WorkspaceId, Workspaces } from '../workspaces.ts';
import type { Token, Tokens } from './tokens.ts';

describeDatabases('tokens', ({ open, openAgain }) => {
  let database: Database;
  let here: Tokens;
  let remote: Tokens;
  let workspaceId: WorkspaceId;
  let controlPlane: ControlPlane;
  let workspaces: Workspaces;
  beforeAll(async () => {
    database = await open();
    controlPlane = await openControlPlane(database);
    here = controlPlane.tokens;
    workspaces = controlPlane.workspaces;
    remote = (await openControlPlane(await openAgain(database))).tokens;
    workspaceId = (await controlPlane.workspaces.create('acme')).id;
  });
  afterEach(() => vi.restoreAllMocks());

  it('authenticates the text it gave out, the second time from memory', async () => {
    const policy = { readOnly: true, connectors: ['ledger'], maxRecords: 10 };
    const { token, text } = await here.create(workspaceId, { name: 'reader', policy });
    expect(text.reveal()).toMatch(/^cty_[\w-]{43}$/);
    expect(token).toMatchObject({ workspaceId, name: 'reader', policy, expiresAt: null, revokedAt: null });
    const principal = await here.authenticate(text.reveal());
    const workspaceLimits = {};
    const tokenId = token.id;
    expect(principal).toEqual({
      kind: 'token',
      tokenId,
      tokenName: 'reader',
      tokenKind: 'token',
      rootId: tokenId,
      actor: { person: null, agent: null },
      workspaceId,
      policy,
      workspaceLimits,
      expiresAt: null,
    });
    expect(await here.authenticate(text.reveal())).toBe(principal);
    expect(await remote.authenticate(text.reveal())).toEqual(principal);
  });

  it('knows the limits of the workspace, new ones of this process at once', async () => {
    const { text } = await here.create(workspaceId, { name: 'limited' });
    expect(await here.authenticate(text.reveal())).toMatchObject({ workspaceLimits: {} });
    await workspaces.setLimits(workspaceId, { callsPerDay: 7 });
    expect(await here.authenticate(text.reveal())).toMatchObject({ workspaceLimits: { callsPerDay: 7 } });
    await workspaces.setLimits(workspaceId, {});
    expect(await here.authenticate(text.reveal())).toMatchObject({ workspaceLimits: {} });
  });

  it('stores only the hash', async () => {
    const { token, text } = await here.create(workspaceId, { name: 'hashed' });
    const tables = database.tables<ControlPlaneTables>();
    const row = await tables.selectFrom('tokens').selectAll().where('id', '=', token.id).executeTakeFirstOrThrow();
    expect(row.hash).toBe(createHash('sha256').update(text.reveal()).digest('base64url'));
    expect(JSON.stringify(row)).not.toContain(text.reveal().slice(4));
  });

  it('knows no other text', async () => {
    const { text } = await here.create(workspaceId, { name: 'near misses' });
    const token = text.reveal();
    const misses = [
      '',
      'cty_',
      token.slice(0, -1),
      `${token}A`,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.toUpperCase(),
      ` ${token}`,
      `cty_${randomBytes(32).toString('base64url')}`,
      'x'.repeat(1_000_000),
      `cty_${'\0'.repeat(43)}`,
    ];
    for (const miss of misses) expect(await here.authenticate(miss)).toBeNull();
    expect(await here.authenticate(token)).not.toBeNull();
  });

  it('asks the database once a second at most for the same wrong token', async () => {
    const select = vi.spyOn(database.tables<ControlPlaneTables>(), 'selectFrom');
    const wrong = `cty_${randomBytes(32).toString('base64url')}`;
    for (let turn = 0; turn < 20; turn++) expect(await here.authenticate(wrong)).toBeNull();
    expect(select).toHaveBeenCalledTimes(1);
    setClockAhead(1_001);
    expect(await here.authenticate(wrong)).toBeNull();
    expect(select).toHaveBeenCalledTimes(2);
  });

  it('ends at its expiry, also while it is remembered', async () => {
    const expiresAt = new Date(Date.now() + 3_000).toISOString();
    const { text } = await here.create(workspaceId, { name: 'short', expiresAt });
    expect(await here.authenticate(text.reveal())).toMatchObject({ expiresAt });
    setClockAhead(3_001);
    expect(await here.authenticate(text.reveal())).toBeNull();
    setClockAhead(10_000);
    expect(await here.authenticate(text.reveal())).toBeNull();
  });

  it('ends at once when revoked here, and within 5 seconds when revoked elsewhere', async () => {
    const one = await here.create(workspaceId, { name: 'one' });
    const other = await here.create(workspaceId, { name: 'other' });
    for (const { text } of [one, other]) expect(await here.authenticate(text.reveal())).not.toBeNull();
    const revoked = await here.revoke(workspaceId, one.token.id);
    expect(revoked.revokedAt).toMatch(/Z$/);
    expect(await here.authenticate(one.text.reveal())).toBeNull();
    expect(await here.revoke(workspaceId, one.token.id)).toEqual(revoked);

    expect(await here.authenticate(other.text.reveal())).not.toBeNull();
    await remote.revoke(workspaceId, other.token.id);
    expect(await here.authenticate(other.text.reveal())).not.toBeNull();
    setClockAhead(5_001);
    expect(await here.authenticate(other.text.reveal())).toBeNull();
  });

  it('does not remember a token whose revocation overtook its lookup', async () => {
    const { token, text } = await here.create(workspaceId, { name: 'race' });
    const lookup = here.authenticate(text.reveal());
    await Promise.all([lookup, here.revoke(workspaceId, token.id)]);
    expect(await here.authenticate(text.reveal())).toBeNull();
  });

  it('lists tokens with their fate, never their text', async () => {
    const list = async () => {
      const { items } = await here.list(workspaceId, { limit: 1000 });
      return items;
    };
    const { token, text } = await here.create(workspaceId, { name: 'listed' });
    await here.revoke(workspaceId, token.id);
    const items = await list();
    expect(items.find(({ id }) => id === token.id)?.revokedAt).toMatch(/Z$/);
    expect(JSON.stringify(items)).not.toContain(text.reveal());
    const paged = [];
    let cursor: string | undefined;
    do {
      const page = await here.list(workspaceId, { limit: 2, cursor });
      paged.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(items);
  });

  it('refuses malformed tokens, unknown workspaces and unknown ids', async () => {
    const problems: [string, object][] = [
      ['/name', { name: '' }],
      ['/expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
      ['/expiresAt', { expiresAt: 'tomorrow' }],
      ['/policy', { policy: { readonly: true } }],
      ['/policy/actions', { policy: { actions: 'list' } }],
      ['/policy/maxRecords', { policy: { maxRecords: 0 } }],
      ['/policy/entities', { policy: { entities: Array.from({ length: 201 }, String) } }],
    ];
    for (const [field, changes] of problems) {
      const error = await failureOf(here.create(workspaceId, { name: 'x', ...changes }));
      expect(error.code).toBe('invalid_params');
      expect(new Set(error.errors.map((problem) => problem.field))).toEqual(new Set([field]));
    }
    expect(await failureOf(here.create(randomUUID() as WorkspaceId, { name: 'x' }))).toMatchObject({
      code: 'not_found',
    });
    for (const id of [randomUUID(), 'x', '\0']) {
      expect(await failureOf(here.revoke(workspaceId, id))).toMatchObject({ code: 'not_found' });
    }
  });

  it('refuses a token whose policy a newer version wrote, instead of ignoring a restriction', async () => {
    const { token, text } = await here.create(workspaceId, { name: 'newer' });
    const policy = JSON.stringify({ ipRanges: ['10.0.0.0/8'] });
    await database
      .tables<ControlPlaneTables>()
      .updateTable('tokens')
      .set({ policy })
      .where('id', '=', token.id)
      .execute();
    const failure = await failureOf((async () => here.authenticate(text.reveal()))());
    expect(failure.message).toMatch(/newer version/);
    await database.tables<ControlPlaneTables>().deleteFrom('tokens').where('id', '=', token.id).execute();
  });

  it('knows the admin token, and only when there is one', async () => {
    expect(await here.authenticate(adminToken.reveal())).toEqual({ kind: 'admin', person: null });
    expect(await here.authenticate(`${adminToken.reveal()}x`)).toBeNull();
    const { tokens } = await openControlPlane(database, { adminToken: undefined });
    expect(await tokens.authenticate(adminToken.reveal())).toBeNull();
    expect(await tokens.authenticate('')).toBeNull();
    for (const weak of ['', 'short', 'x'.repeat(513)]) {
      await expect(openControlPlane(database, { adminToken: new Secret(weak) })).rejects.toThrow(
        /CONNECTORY_ADMIN_TOKEN/,
      );
    }
  });

  describe('of people', () => {
    async function join(role: string | null, isAdmin = false) {
      const tables = database.tables<ControlPlaneTables>();
      const id = randomUUID();
      const now = new Date().toISOString();
      const person = { id, issuer: null, subject: null, email: `${id}@acme.example`, name: 'Ada', state: 'active' };
      const row = { ...person, is_admin: isAdmin ? 1 : 0, created_at: now, signed_in_at: now };
      await tables.insertInto('people').values(row).execute();
      if (role !== null)
        await tables
          .insertInto('members')
          .values({ workspace_id: workspaceId, person_id: id, role, by_group: null, created_at: now })
          .execute();
      return id;
    }
    const leave = (id: string) =>
      database.tables<ControlPlaneTables>().deleteFrom('members').where('person_id', '=', id).execute();

    it('have the policy of the role in sessions, and one token for all of them', async () => {
      const id = await join('reader');
      const [one, other] = await Promise.all([here.ofPerson(workspaceId, id), remote.ofPerson(workspaceId, id)]);
      expect(one).toMatchObject({
        tokenKind: 'session',
        policy: { readOnly: true },
        actor: { person: { id, name: 'Ada', email: `${id}@acme.example` }, agent: null },
      });
      expect(other?.tokenId).toBe(one?.tokenId);
      const { items } = await here.list(workspaceId, { limit: 1_000 });
      expect(items.map((token) => token.id)).not.toContain(one?.tokenId);
    });

    it('have no principal without a role, unless they are admins', async () => {
      expect(await here.ofPerson(workspaceId, await join(null))).toBeNull();
      expect(await here.ofPerson(workspaceId, await join('no such role'))).toBeNull();
      expect(await here.ofPerson(workspaceId, randomUUID())).toBeNull();
      const admin = await here.ofPerson(workspaceId, await join(null, true));
      expect(admin?.policy).toEqual({ manage: true, approve: true });
    });

    it('pass their person, root and narrowed rights on to tokens made with them, which end with the role', async () => {
      const id = await join('owner');
      const session = await here.ofPerson(workspaceId, id);
      const { token, text } = await here.create(workspaceId, { name: 'script' }, session ?? undefined);
      const principal = await remote.authenticate(text.reveal());
      expect(principal).toMatchObject({ tokenId: token.id, rootId: session?.tokenId, actor: session?.actor });
      expect(principal?.kind === 'token' && principal.policy).toEqual({});
      await database
        .tables<ControlPlaneTables>()
        .updateTable('members')
        .set({ role: 'reader' })
        .where('person_id', '=', id)
        .execute();
      expect((await here.valid(workspaceId, token.id))?.policy).toEqual({ readOnly: true });
      await leave(id);
      expect(await here.valid(workspaceId, token.id)).toBeNull();
      setClockAhead(6_000);
      expect(await remote.authenticate(text.reveal())).toBeNull();
    });

    it('are revoked with the person, and stay revoked when the person returns', async () => {
      const id = await join('owner');
      const session = await here.ofPerson(workspaceId, id);
      const { text } = await here.create(workspaceId, { name: 'script' }, session ?? undefined);
      await here.revokeOfPerson(workspaceId, id);
      expect(await here.authenticate(text.reveal())).toBeNull();
      expect((await here.ofPerson(workspaceId, id))?.tokenId).toBe(session?.tokenId);
    });
  });

  describe('made with a token', () => {
    const ofMaker = { rootId: randomUUID(), actor: noActor };
    const soon = () => new Date(Date.now() + 3_600_000).toISOString();

    it('end with it unless they end before', async () => {
      const maker = { ...ofMaker, policy: { manage: true }, expiresAt: soon() };
      const end = async (expiresAt?: string) => {
        const asked = { name: 'child', ...(expiresAt !== undefined && { expiresAt }) };
        return (await here.create(workspaceId, asked, maker)).token.expiresAt;
      };
      expect(await end()).toBe(maker.expiresAt);
      const before = new Date(Date.now() + 60_000).toISOString();
      expect(await end(before)).toBe(before);
      const after = new Date(Date.parse(maker.expiresAt) + 1).toISOString();
      expect(await failureOf(end(after))).toMatchObject({ code: 'forbidden', errors: [{ field: '/expires_at' }] });
      const endless = { ...ofMaker, policy: {}, expiresAt: null };
      expect((await here.create(workspaceId, { name: 'child' }, endless)).token.expiresAt).toBeNull();
    });

    it('are listed and revoked only where they are not wider, on pages of the size that was asked for', async () => {
      const { id } = await controlPlane.workspaces.create('family');
      const policy = { manage: true, readOnly: true, connectors: ['ledger'] };
      const maker = { ...ofMaker, policy, expiresAt: null };
      const { token: wide } = await here.create(id, { name: 'wide' });
      const narrow: Token[] = [];
      for (let number = 0; number < 3; number++) {
        narrow.push((await here.create(id, { name: `narrow ${number}` }, maker)).token);
        await here.create(id, { name: 'other', policy: { readOnly: true, connectors: ['archive'] } });
      }
      // Those of one millisecond are ordered by id.
      const order = ({ createdAt, id: own }: Token) => `${createdAt} ${own}`;
      const ids = narrow.toSorted((one, other) => (order(one) < order(other) ? -1 : 1)).map((token) => token.id);
      const first = await here.list(id, { limit: 2 }, maker);
      const second = await here.list(id, { limit: 2, cursor: first.nextCursor ?? '' }, maker);
      expect([first, second].map(({ items }) => items.map((token) => token.id))).toEqual([
        ids.slice(0, 2),
        ids.slice(2),
      ]);
      expect(second.nextCursor).toBeNull();
      expect(await failureOf(here.revoke(id, wide.id, maker))).toMatchObject({ code: 'not_found' });
      expect((await here.revoke(id, ids[0] ?? '', maker)).revokedAt).not.toBeNull();
      expect((await here.list(id)).items.filter(({ revokedAt }) => revokedAt !== null)).toHaveLength(1);
    });
  });

  it('has room for 1,000 valid tokens in a workspace', async () => {
    const { id: full } = await controlPlane.workspaces.create('full');
    const tables = database.tables<ControlPlaneTables>();
    const { token } = await here.create(full, { name: 'first' });
    const row = await tables.selectFrom('tokens').selectAll().where('id', '=', token.id).executeTakeFirstOrThrow();
    const past = new Date(Date.now() - 1_000).toISOString();
    const states = [{ revoked_at: past }, { expires_at: past }, ...Array.from({ length: 999 }, () => ({}))];
    const rows = states.map((state) => ({ ...row, id: randomUUID(), hash: randomUUID(), ...state }));
    for (let at = 0; at < rows.length; at += 500) {
      await tables
        .insertInto('tokens')
        .values(rows.slice(at, at + 500))
        .execute();
    }
    expect(await failureOf(here.create(full, { name: 'more' }))).toMatchObject({
      code: 'conflict',
      message: /1000 tokens/,
    });
    await here.revoke(full, token.id);
    expect((await here.create(full, { name: 'more' })).token.name).toBe('more');
  });
});
