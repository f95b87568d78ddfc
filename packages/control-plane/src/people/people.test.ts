import { randomUUID } from 'node:crypto';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf, openControlPlane } from '../../test/fixture.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { ControlPlaneTables } from '../database/tables.ts';
import type { WorkspaceId } from '../workspaces.ts';
import type { Identity, Person } from './people.ts';

const manager = { policy: { manage: true } };

describeDatabases('people', ({ open, openAgain }) => {
  let database: Database;
  let controlPlane: ControlPlane;
  let acme: WorkspaceId;
  let other: WorkspaceId;
  beforeEach(async () => {
    database = await open();
    controlPlane = await openControlPlane(database);
    acme = (await controlPlane.workspaces.create('acme')).id;
    other = (await controlPlane.workspaces.create('other')).id;
  });

  const identity = (changes: Partial<Identity> = {}): Identity => ({
    issuer: 'https://id.example.com',
    subject: randomUUID(),
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    groups: [],
    isAdmin: false,
    ...changes,
  });

  /** Invites somebody to a workspace and signs in. */
  async function signedIn(role = 'member', email = 'ada@example.com'): Promise<Person> {
    await controlPlane.members.invite(acme, email, role, undefined);
    return controlPlane.people.signIn(identity({ email }));
  }

  const tokenOf = async (person: Person) => {
    const maker = await controlPlane.tokens.ofPerson(acme, person.id);
    if (maker === null) throw new Error('the person has no role');
    return (await controlPlane.tokens.create(acme, { name: 'program' }, maker)).text.reveal();
  };

  describe('signing in', () => {
    it('refuses a stranger, with words that say whom to ask', async () => {
      const failure = await failureOf(controlPlane.people.signIn(identity()));
      expect(failure).toMatchObject({ code: 'forbidden' });
      expect(failure.message).toContain('Ask an owner of a workspace or an admin');
      expect((await controlPlane.people.list()).items).toEqual([]);
    });

    it('binds an invitation to the account with its verified address, whatever its case', async () => {
      const { person } = await controlPlane.members.invite(acme, 'Ada@Example.com', 'member', undefined);
      const bound = await controlPlane.people.signIn(identity({ email: 'ADA@example.com' }));
      expect(bound).toMatchObject({ id: person.id, state: 'active', name: 'Ada Lovelace', isAdmin: false });
    });

    it('does not bind an invitation without a verified address', async () => {
      await controlPlane.people.invite('ada@example.com');
      expect(await failureOf(controlPlane.people.signIn(identity({ email: null })))).toMatchObject({
        code: 'forbidden',
      });
    });

    it('does not give an account with the same address the rights of somebody who has signed in', async () => {
      await signedIn();
      expect(await failureOf(controlPlane.people.signIn(identity()))).toMatchObject({ code: 'forbidden' });
      const sameSubject = identity({ issuer: 'https://evil.example.com' });
      expect(await failureOf(controlPlane.people.signIn(sameSubject))).toMatchObject({ code: 'forbidden' });
    });

    it('recognizes the account when its address has changed', async () => {
      const account = identity({ isAdmin: true });
      const first = await controlPlane.people.signIn(account);
      const again = await controlPlane.people.signIn({ ...account, email: 'new@example.com', isAdmin: false });
      expect(again).toMatchObject({ id: first.id, email: 'new@example.com', isAdmin: false });
    });

    it('makes admins owners of every workspace, and nobody else', async () => {
      const admin = await controlPlane.people.signIn(identity({ isAdmin: true }));
      const principal = await controlPlane.tokens.ofPerson(other, admin.id);
      expect(principal).toMatchObject({ policy: { manage: true, approve: true }, tokenKind: 'session' });
      const member = await signedIn('reader', 'bob@example.com');
      expect(await controlPlane.tokens.ofPerson(acme, member.id)).toMatchObject({ policy: { readOnly: true } });
      expect(await controlPlane.tokens.ofPerson(other, member.id)).toBeNull();
    });
  });

  describe('groups', () => {
    it('give the role of the first one in the order of the workspace, at each sign-in', async () => {
      const roles = [
        { group: 'support', role: 'reader' },
        { group: 'engineering', role: 'owner' },
      ];
      await controlPlane.members.setGroupRoles(acme, roles, undefined);
      const account = identity({ groups: ['engineering', 'support'] });
      const { id } = await controlPlane.people.signIn(account);
      expect(await controlPlane.members.find(acme, id)).toMatchObject({ role: 'reader', group: 'support' });
      await controlPlane.people.signIn({ ...account, groups: ['engineering'] });
      expect(await controlPlane.members.find(acme, id)).toMatchObject({ role: 'owner', group: 'engineering' });
      await controlPlane.people.signIn({ ...account, groups: ['sales'] });
      expect(await controlPlane.members.find(acme, id)).toBeNull();
    });

    it('do not change a role that somebody gave', async () => {
      await controlPlane.members.setGroupRoles(acme, [{ group: 'all', role: 'reader' }], undefined);
      await controlPlane.members.invite(acme, 'ada@example.com', 'owner', undefined);
      const account = identity({ groups: ['all'] });
      const { id } = await controlPlane.people.signIn(account);
      expect(await controlPlane.members.find(acme, id)).toMatchObject({ role: 'owner', group: null });
      await controlPlane.people.signIn({ ...account, groups: [] });
      expect(await controlPlane.members.find(acme, id)).toMatchObject({ role: 'owner' });
    });

    it('end the tokens of a member who is in none of them any more', async () => {
      await controlPlane.members.setGroupRoles(acme, [{ group: 'all', role: 'member' }], undefined);
      const account = identity({ groups: ['all'] });
      const person = await controlPlane.people.signIn(account);
      const token = await tokenOf(person);
      await controlPlane.people.signIn({ ...account, groups: [] });
      await controlPlane.members.invite(acme, 'ada@example.com', 'member', undefined);
      expect(await controlPlane.tokens.authenticate(token)).toBeNull();
    });

    it('that lose their role take it from their members immediately', async () => {
      await controlPlane.members.setGroupRoles(
        acme,
        [
          { group: 'all', role: 'member' },
          { group: 'support', role: 'reader' },
        ],
        undefined,
      );
      const [ada, bob] = await Promise.all([
        controlPlane.people.signIn(identity({ groups: ['all'] })),
        controlPlane.people.signIn(identity({ groups: ['support'], email: 'bob@example.com' })),
      ]);
      const token = await tokenOf(ada as Person);
      await controlPlane.members.setGroupRoles(acme, [{ group: 'support', role: 'owner' }], undefined);
      expect(await controlPlane.tokens.authenticate(token)).toBeNull();
      expect(await controlPlane.members.find(acme, (ada as Person).id)).toBeNull();
      expect(await controlPlane.members.find(acme, (bob as Person).id)).toMatchObject({ role: 'owner' });
    });

    it('are named once each, with roles that exist', async () => {
      const twice = [
        { group: 'all', role: 'member' },
        { group: 'all', role: 'reader' },
      ];
      for (const groups of [twice, [{ group: 'all', role: 'nothing' }]])
        expect(await failureOf(controlPlane.members.setGroupRoles(acme, groups, undefined))).toMatchObject({
          code: 'invalid_params',
        });
    });
  });

  describe('removal', () => {
    it('ends sessions and tokens at once here, and within 5 seconds in another process', async () => {
      const next = await openControlPlane(await openAgain(database));
      const person = await signedIn();
      const { text } = await controlPlane.sessions.start(person.id, true);
      const token = await tokenOf(person);
      const valid = async ({ sessions, tokens }: ControlPlane) => [
        (await sessions.find(text.reveal())) !== null,
        (await tokens.authenticate(token)) !== null,
        (await tokens.ofPerson(acme, person.id)) !== null,
      ];
      expect([await valid(controlPlane), await valid(next)]).toEqual([
        [true, true, true],
        [true, true, true],
      ]);
      await controlPlane.people.remove(person.id);
      expect(await valid(controlPlane)).toEqual([false, false, false]);
      await expect.poll(() => valid(next), { timeout: 7_000, interval: 250 }).toEqual([false, false, false]);
    }, 15_000);

    it('from a workspace ends the tokens there, for good', async () => {
      const person = await signedIn();
      const token = await tokenOf(person);
      await controlPlane.members.remove(acme, person.id, undefined);
      expect(await controlPlane.tokens.authenticate(token)).toBeNull();
      expect(await controlPlane.tokens.ofPerson(acme, person.id)).toBeNull();
      await controlPlane.members.invite(acme, 'ada@example.com', 'member', undefined);
      expect(await controlPlane.tokens.authenticate(token)).toBeNull();
      expect(await controlPlane.tokens.ofPerson(acme, person.id)).not.toBeNull();
    });

    it('lets a person be invited again, as somebody new', async () => {
      const person = await signedIn('owner');
      await controlPlane.people.remove(person.id);
      const again = await signedIn('reader');
      expect(again.id).not.toBe(person.id);
      expect(await controlPlane.tokens.ofPerson(acme, again.id)).toMatchObject({ policy: { readOnly: true } });
    });
  });

  describe('roles', () => {
    it('narrow the tokens of their members immediately', async () => {
      await controlPlane.roles.put(acme, 'support', { connectors: ['zendesk', 'slack'] }, undefined);
      const person = await signedIn('support');
      const token = await tokenOf(person);
      expect(await controlPlane.tokens.authenticate(token)).toMatchObject({
        policy: { connectors: ['zendesk', 'slack'] },
      });
      await controlPlane.roles.put(acme, 'support', { connectors: ['slack'] }, undefined);
      expect(await controlPlane.tokens.authenticate(token)).toMatchObject({ policy: { connectors: ['slack'] } });
    });

    it('are listed by name, page by page', async () => {
      for (const name of ['support', 'auditors']) await controlPlane.roles.put(acme, name, {}, undefined);
      const first = await controlPlane.roles.list(acme, { limit: 3 });
      const rest = await controlPlane.roles.list(acme, { limit: 3, cursor: first.nextCursor ?? '' });
      const names = [...first.items, ...rest.items].map(({ name }) => name);
      expect(names).toEqual(['auditors', 'member', 'owner', 'reader', 'support']);
      expect(rest.nextCursor).toBeNull();
      expect((await controlPlane.roles.list(other)).items).toHaveLength(3);
    });

    it('that are built in or in use stay', async () => {
      const { roles } = controlPlane;
      expect(await failureOf(roles.put(acme, 'owner', {}, undefined))).toMatchObject({ code: 'conflict' });
      expect(await failureOf(roles.delete(acme, 'owner', undefined))).toMatchObject({ code: 'conflict' });
      await roles.put(acme, 'support', {}, undefined);
      await signedIn('support');
      expect(await failureOf(roles.delete(acme, 'support', undefined))).toMatchObject({ code: 'conflict' });
      await roles.put(acme, 'auditors', {}, undefined);
      await controlPlane.members.setGroupRoles(acme, [{ group: 'audit', role: 'auditors' }], undefined);
      expect(await failureOf(roles.delete(acme, 'auditors', undefined))).toMatchObject({ code: 'conflict' });
      await controlPlane.members.setGroupRoles(acme, [], undefined);
      await roles.delete(acme, 'auditors', undefined);
      expect(await failureOf(roles.delete(acme, 'auditors', undefined))).toMatchObject({ code: 'not_found' });
    });

    it('are at most 100 of a workspace, so that it leaves room for others', async () => {
      const row = { workspace_id: acme, policy: '{}', updated_at: new Date().toISOString() };
      const rows = Array.from({ length: 100 }, (_, index) => ({ ...row, name: `role-${index}` }));
      await database.tables<ControlPlaneTables>().insertInto('roles').values(rows).execute();
      expect(await failureOf(controlPlane.roles.put(acme, 'more', {}, undefined))).toMatchObject({ code: 'conflict' });
      await controlPlane.roles.put(acme, 'role-7', { readOnly: true }, undefined);
      await controlPlane.roles.put(other, 'more', {}, undefined);
    });
  });

  describe('a manager', () => {
    it('gives and takes no role that allows more than its own policy', async () => {
      const { members, roles } = controlPlane;
      const owner = await signedIn('owner');
      for (const work of [
        () => members.invite(acme, 'bob@example.com', 'owner', manager),
        () => members.put(acme, owner.id, 'reader', manager),
        () => members.remove(acme, owner.id, manager),
        () => members.setGroupRoles(acme, [{ group: 'all', role: 'owner' }], manager),
        () => roles.put(acme, 'chief', { approve: true }, manager),
        () => members.invite(acme, 'bob@example.com', 'member', { policy: { manage: true, readOnly: true } }),
      ])
        expect(await failureOf(work())).toMatchObject({ code: 'forbidden' });
      expect((await controlPlane.people.list()).items).toHaveLength(1);
      expect(await members.invite(acme, 'bob@example.com', 'member', manager)).toMatchObject({ state: 'invited' });
    });

    it('changes no role and no groups that allow more', async () => {
      const { members, roles } = controlPlane;
      await roles.put(acme, 'chief', { approve: true }, undefined);
      await members.setGroupRoles(acme, [{ group: 'chiefs', role: 'chief' }], undefined);
      for (const work of [
        () => roles.put(acme, 'chief', {}, manager),
        () => roles.delete(acme, 'chief', manager),
        () => members.setGroupRoles(acme, [], manager),
      ])
        expect(await failureOf(work())).toMatchObject({ code: 'forbidden' });
    });
  });
});

describeDatabases('sessions', ({ open }) => {
  let database: Database;
  let controlPlane: ControlPlane;
  let personId: string;
  beforeEach(async () => {
    database = await open();
    controlPlane = await openControlPlane(database);
    const account = { issuer: 'https://id.example.com', subject: '1', name: 'Ada', email: null, groups: [] };
    personId = (await controlPlane.people.signIn({ ...account, isAdmin: true })).id;
  });

  const change = (values: Partial<ControlPlaneTables['sessions']>) =>
    database.tables<ControlPlaneTables>().updateTable('sessions').set(values).execute();
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

  it('store only the hash of their text', async () => {
    const { text } = await controlPlane.sessions.start(personId, true);
    const rows = await database.tables<ControlPlaneTables>().selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(text.reveal().slice(1));
    expect(await controlPlane.sessions.find(text.reveal())).toMatchObject({ person: { name: 'Ada' }, isAdmin: true });
    expect(await controlPlane.sessions.find(`p${text.reveal().slice(1)}`)).toBeNull();
  });

  it.each([
    ['12 hours without use', () => change({ used_at: ago(13) })],
    ['7 days', () => change({ expires_at: ago(1) })],
  ])('end after %s', async (_, age) => {
    const { text } = await controlPlane.sessions.start(personId, true);
    await age();
    expect(await controlPlane.sessions.find(text.reveal())).toBeNull();
    expect(await controlPlane.sessions.list(personId)).toEqual([]);
    await controlPlane.upkeep.removeOld();
    const rows = await database.tables<ControlPlaneTables>().selectFrom('sessions').selectAll().execute();
    expect(rows).toEqual([]);
  });

  it('last longer when they are used', async () => {
    const { text } = await controlPlane.sessions.start(personId, true);
    await change({ used_at: ago(11) });
    await controlPlane.sessions.find(text.reveal());
    const [session] = await controlPlane.sessions.list(personId);
    expect(Date.now() - Date.parse(session?.usedAt ?? '')).toBeLessThan(60_000);
  });

  it('end one by one, and are at most 20 of a person', async () => {
    const { session, text } = await controlPlane.sessions.start(personId, false);
    expect(await failureOf(controlPlane.sessions.endOne(randomUUID(), session.id))).toMatchObject({
      code: 'not_found',
    });
    await controlPlane.sessions.endOne(personId, session.id);
    expect(await controlPlane.sessions.find(text.reveal())).toBeNull();
    for (let count = 0; count < 22; count += 1) await controlPlane.sessions.start(personId, false);
    expect(await controlPlane.sessions.list(personId)).toHaveLength(20);
  });
});
