import type { Database } from '@connectory/database';
import { GatewayError } from '@connectory/errors';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ControlPlaneTables } from '../database/tables.ts';
import { isId, parseInput } from '../input.ts';
import { type Page, type PageRequest, pageLimit, pagePosition, toPage } from '../page.ts';
import type { Tokens } from '../tokens/tokens.ts';
import { lockWorkspace, toWorkspace, type Workspace, type WorkspaceId } from '../workspaces.ts';
import type { ActingPerson } from './actor.ts';
import type { People, PersonState } from './people.ts';
import { type Role, type RoleGiver, type Roles, requireWithin } from './roles.ts';

/** A person with a role in a workspace. */
export interface Member {
  readonly person: ActingPerson;
  readonly state: PersonState;
  readonly role: string;
  /** The group of the identity provider that gives the role; null when somebody gave it. */
  readonly group: string | null;
  /** UTC ISO string. */
  readonly createdAt: string;
}

/** A workspace in which a person has a role. */
export interface Membership {
  readonly workspace: Workspace;
  readonly role: Role;
}

/** The role that members of a group of the identity provider have. */
export interface GroupRole {
  readonly group: string;
  readonly role: string;
}

/** Dependencies of members. */
export interface MembersParts {
  readonly database: Database;
  readonly people: People;
  readonly roles: Roles;
  readonly tokens: Tokens;
}

const maxMembers = 1_000;
const maxGroupRoles = 200;

const groupRolesSchema = z.strictObject({
  groups: z
    .array(z.strictObject({ group: z.string().min(1).max(256), role: z.string().min(1).max(63) }))
    .max(maxGroupRoles)
    .refine((all) => new Set(all.map(({ group }) => group)).size === all.length, 'must name each group once'),
});

/** Who has which role in a workspace. Changes apply immediately, in other processes within 5 seconds. */
export class Members {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #people: People;
  readonly #roles: Roles;
  readonly #tokens: Tokens;

  constructor({ database, people, roles, tokens }: MembersParts) {
    this.#tables = database.tables<ControlPlaneTables>();
    this.#people = people;
    this.#roles = roles;
    this.#tokens = tokens;
  }

  /** Members of a workspace, oldest first. */
  async list(workspaceId: WorkspaceId, request: PageRequest = {}): Promise<Page<Member>> {
    const limit = pageLimit(request);
    const after = pagePosition(request, 2);
    const rows = await membersWithPerson(this.#tables)
      .where('members.workspace_id', '=', workspaceId)
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('members.created_at', 'members.person_id'), '>', tuple(after?.[0] ?? '', after?.[1] ?? '')),
        ),
      )
      .orderBy('members.created_at')
      .orderBy('members.person_id')
      .limit(limit + 1)
      .execute();
    return toPage(rows.map(toMember), limit, ({ createdAt, person }) => [createdAt, person.id]);
  }

  /** The member, or null. */
  async find(workspaceId: WorkspaceId, personId: string): Promise<Member | null> {
    if (!isId(personId)) return null;
    const row = await membersWithPerson(this.#tables)
      .where('members.workspace_id', '=', workspaceId)
      .where('members.person_id', '=', personId)
      .executeTakeFirst();
    return row === undefined ? null : toMember(row);
  }

  /** The workspaces of a person with the role there, ordered by name; every workspace for an admin. */
  async of(personId: string, isAdmin: boolean, request: PageRequest = {}): Promise<Page<Membership>> {
    const limit = pageLimit(request);
    const [after] = pagePosition(request, 1) ?? [];
    const rows = await this.#tables
      .selectFrom('workspaces')
      .leftJoin('members', (join) =>
        join.onRef('members.workspace_id', '=', 'workspaces.id').on('members.person_id', '=', personId),
      )
      .selectAll('workspaces')
      .select('members.role')
      .where('workspaces.deleted_at', 'is', null)
      .$if(!isAdmin, (query) => query.where('members.role', 'is not', null))
      .$if(after !== undefined, (query) => query.where('workspaces.name', '>', after ?? ''))
      .orderBy('workspaces.name')
      .limit(limit + 1)
      .execute();
    const memberships = rows.map(async ({ role: name, ...row }) => {
      const workspace = toWorkspace(row);
      const role = await this.#roles.find(workspace.id, isAdmin ? 'owner' : (name ?? ''));
      return role === null ? [] : [{ workspace, role }];
    });
    return toPage((await Promise.all(memberships)).flat(), limit, ({ workspace }) => [workspace.name]);
  }

  /**
   * Replaces the role of a member, also one by a group. Throws `not_found`, `invalid_params` for an unknown role, and `forbidden` if the
   * former or the new role allows more than the giver may.
   */
  async put(workspaceId: WorkspaceId, personId: string, role: string, giver: RoleGiver): Promise<Member> {
    await this.#roles.given(workspaceId, role, giver);
    if ((await this.#requireMayChange(workspaceId, personId, giver)) === null) throw memberNotFound();
    return this.#give(workspaceId, personId, role);
  }

  /**
   * Gives a role to the person with an e-mail address, who is invited if the gateway does not know the address. Throws like `put`, and
   * `conflict` beyond 1,000 members.
   */
  async invite(workspaceId: WorkspaceId, email: string, role: string, giver: RoleGiver): Promise<Member> {
    await this.#roles.given(workspaceId, role, giver);
    await requireRoom(this.#tables, workspaceId, '');
    const { id } = await this.#people.knownOrInvited(email);
    await this.#requireMayChange(workspaceId, id, giver);
    return this.#give(workspaceId, id, role);
  }

  /** Removes a member, and ends the member's tokens in the workspace permanently. Throws `not_found`, and `forbidden` if the role allows more than the giver may. */
  async remove(workspaceId: WorkspaceId, personId: string, giver: RoleGiver): Promise<Member> {
    const member = await this.#requireMayChange(workspaceId, personId, giver);
    if (member === null) throw memberNotFound();
    await this.#tables
      .deleteFrom('members')
      .where('workspace_id', '=', workspaceId)
      .where('person_id', '=', personId)
      .execute();
    await this.#tokens.revokeOfPerson(workspaceId, personId);
    return member;
  }

  /** The roles of groups, in the order in which they apply: the first group that a person is in counts. */
  async groupRoles(workspaceId: WorkspaceId): Promise<readonly GroupRole[]> {
    const rows = await this.#tables
      .selectFrom('group_roles')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('position')
      .execute();
    return rows.map(({ group_name: group, role }) => ({ group, role }));
  }

  /**
   * Replaces the roles of groups. Members by a group have its new role immediately, and are removed if the group has none; everybody else
   * gets a role at the next sign-in. Throws `invalid_params`, and `forbidden` for a role that allows more than the giver may.
   */
  async setGroupRoles(
    workspaceId: WorkspaceId,
    given: readonly GroupRole[],
    giver: RoleGiver,
  ): Promise<readonly GroupRole[]> {
    const { groups } = parseInput(groupRolesSchema, { groups: given });
    for (const [index, { role }] of groups.entries())
      await this.#roles.given(workspaceId, role, giver, `/groups/${index}/role`);
    for (const { role: former } of await this.groupRoles(workspaceId)) {
      const role = await this.#roles.find(workspaceId, former);
      if (role !== null) requireWithin(role, giver);
    }
    const rows = groups.map(({ group, role }, position) => ({
      workspace_id: workspaceId,
      position,
      group_name: group,
      role,
    }));
    const removed = await this.#tables.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, workspaceId);
      await transaction.deleteFrom('group_roles').where('workspace_id', '=', workspaceId).execute();
      if (rows.length > 0) await transaction.insertInto('group_roles').values(rows).execute();
      for (const { group_name, role } of rows)
        await transaction
          .updateTable('members')
          .set({ role })
          .where('workspace_id', '=', workspaceId)
          .where('by_group', '=', group_name)
          .execute();
      return transaction
        .deleteFrom('members')
        .where('workspace_id', '=', workspaceId)
        .where('by_group', 'is not', null)
        .$if(rows.length > 0, (query) =>
          query.where(
            'by_group',
            'not in',
            rows.map(({ group_name }) => group_name),
          ),
        )
        .returning('person_id')
        .execute();
    });
    for (const { person_id } of removed) await this.#tokens.revokeOfPerson(workspaceId, person_id);
    this.#tokens.forgetAll();
    return groups;
  }

  async #give(workspaceId: WorkspaceId, personId: string, role: string): Promise<Member> {
    const row = {
      workspace_id: workspaceId,
      person_id: personId,
      role,
      by_group: null,
      created_at: new Date().toISOString(),
    };
    await this.#tables.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, workspaceId);
      await requireRoom(transaction, workspaceId, personId);
      await transaction
        .insertInto('members')
        .values(row)
        .onConflict((conflict) => conflict.columns(['workspace_id', 'person_id']).doUpdateSet({ role, by_group: null }))
        .execute();
    });
    this.#tokens.forgetAll();
    const member = await this.find(workspaceId, personId);
    if (member === null) throw memberNotFound();
    return member;
  }

  async #requireMayChange(workspaceId: WorkspaceId, personId: string, giver: RoleGiver): Promise<Member | null> {
    const member = await this.find(workspaceId, personId);
    const role = member && (await this.#roles.find(workspaceId, member.role));
    if (role !== null) requireWithin(role, giver);
    return member;
  }
}

const membersWithPerson = (tables: Kysely<ControlPlaneTables>) =>
  tables
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.person_id')
    .selectAll('members')
    .select(['people.name', 'people.email', 'people.state']);

type MemberRow = Awaited<ReturnType<ReturnType<typeof membersWithPerson>['execute']>>[number];

const toMember = (row: MemberRow): Member => ({
  person: { id: row.person_id, name: row.name, email: row.email },
  state: row.state as PersonState,
  role: row.role,
  group: row.by_group,
  createdAt: row.created_at,
});

async function requireRoom(
  tables: Kysely<ControlPlaneTables>,
  workspaceId: WorkspaceId,
  personId: string,
): Promise<void> {
  const { others } = await tables
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number | string>().as('others'))
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '<>', personId)
    .executeTakeFirstOrThrow();
  if (Number(others) < maxMembers) return;
  throw new GatewayError(
    'conflict',
    `The workspace has ${maxMembers} members and cannot have more. Remove some of them.`,
  );
}

const memberNotFound = () =>
  new GatewayError('not_found', 'The workspace has no such member. List its members, or invite by e-mail address.');
