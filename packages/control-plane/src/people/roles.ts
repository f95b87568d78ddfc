import { GatewayError } from '@connectory/errors';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ControlPlaneTables } from '../database/tables.ts';
import { parseInput } from '../input.ts';
import { type Page, type PageRequest, pageLimit, pagePosition, toPage } from '../page.ts';
import { type Policy, policySchema, widerPart } from '../tokens/policy.ts';
import { lockWorkspace, type WorkspaceId } from '../workspaces.ts';

/** The roles that every workspace has. */
const builtInRoles: Readonly<Record<string, Policy>> = Object.freeze({
  owner: { manage: true, approve: true },
  member: {},
  reader: { readOnly: true },
});

/** What a person is in a workspace, as the database has it. */
export interface StoredRole {
  readonly is_admin: number | null;
  /** Name of the role of the member; null for a person who is none. */
  readonly role: string | null;
  /** Policy of the stored role of that name, as JSON. */
  readonly role_policy: string | null;
}

/** The policy of a person in a workspace; null for a person who has no role in it. Admins of the gateway are owners. */
export function rolePolicy({ is_admin, role, role_policy }: StoredRole): Policy | null {
  if (is_admin === 1) return builtInRoles.owner ?? null;
  if (role === null) return null;
  return builtInPolicy(role) ?? (role_policy === null ? null : storedPolicy(role_policy, `role ${role}`));
}

const builtInPolicy = (role: string): Policy | undefined =>
  Object.hasOwn(builtInRoles, role) ? builtInRoles[role] : undefined;

/** A stored policy. Throws `internal` for one of a newer version: a restriction must not be ignored. */
export function storedPolicy(json: string, owner: string): Policy {
  const result = policySchema.safeParse(JSON.parse(json));
  if (result.success) return Object.freeze(result.data);
  throw new GatewayError('internal', `The policy of the ${owner} was written by a newer version. Start that version.`);
}

/** A named policy of a workspace. */
export interface Role {
  readonly name: string;
  readonly policy: Policy;
  readonly isBuiltIn: boolean;
  /** UTC ISO string; null for a built-in role. */
  readonly updatedAt: string | null;
}

/** Who gives or changes roles: only those that allow no more than its own policy. Undefined stands for an admin. */
export type RoleGiver = { readonly policy: Policy } | undefined;

const roleName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'use 1 to 63 of a-z, 0-9, "-" and "_", starting with a letter or digit');
const roleSchema = z.strictObject({ name: roleName, policy: policySchema });
const maxRoles = 100;

/** The roles of workspaces: three built-in ones, and up to 100 of their own. */
export class Roles {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #onChange: () => void;

  /** `onChange` is called when the policy of a role has changed. */
  constructor(tables: Kysely<ControlPlaneTables>, onChange: () => void) {
    this.#tables = tables;
    this.#onChange = onChange;
  }

  /** Roles of a workspace, ordered by name. */
  async list(workspaceId: WorkspaceId, request: PageRequest = {}): Promise<Page<Role>> {
    const limit = pageLimit(request);
    const [after] = pagePosition(request, 1) ?? [];
    const rows = await this.#tables
      .selectFrom('roles')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .limit(maxRoles)
      .execute();
    const builtIn = Object.keys(builtInRoles).flatMap((name) => builtInRole(name) ?? []);
    const all = [...builtIn, ...rows.map(toRole)].sort((one, other) => (one.name < other.name ? -1 : 1));
    const rest = all.filter(({ name }) => after === undefined || name > after);
    return toPage(rest.slice(0, limit + 1), limit, ({ name }) => [name]);
  }

  /** The role with this name, or null. */
  async find(workspaceId: WorkspaceId, name: string): Promise<Role | null> {
    const builtIn = builtInRole(name);
    if (builtIn !== undefined) return builtIn;
    if (!roleName.safeParse(name).success) return null;
    const row = await this.#tables
      .selectFrom('roles')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', name)
      .executeTakeFirst();
    return row === undefined ? null : toRole(row);
  }

  /**
   * Creates a role or replaces its policy; its members have the new policy immediately, in other processes within 5 seconds. Throws
   * `invalid_params`, `conflict` for a built-in role and beyond 100 roles, and `forbidden` if the giver has fewer rights.
   */
  async put(workspaceId: WorkspaceId, name: string, policy: Policy, giver: RoleGiver): Promise<Role> {
    const accepted = parseInput(roleSchema, { name, policy });
    const former = await this.find(workspaceId, name);
    if (former?.isBuiltIn === true) throw builtInConflict(name);
    for (const one of [former, accepted]) if (one !== null) requireWithin(one, giver);
    const row = {
      workspace_id: workspaceId,
      name,
      policy: JSON.stringify(accepted.policy),
      updated_at: new Date().toISOString(),
    };
    await this.#tables.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, workspaceId);
      await requireRoom(transaction, row);
      await transaction
        .insertInto('roles')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'name']).doUpdateSet({ policy: row.policy, updated_at: row.updated_at }),
        )
        .execute();
    });
    this.#onChange();
    return toRole(row);
  }

  /** Deletes a role. Throws `not_found`, `conflict` while a member or a group has it, and `forbidden` if the giver has fewer rights. */
  async delete(workspaceId: WorkspaceId, name: string, giver: RoleGiver): Promise<Role> {
    const role = await this.find(workspaceId, name);
    if (role === null) throw roleNotFound();
    if (role.isBuiltIn) throw builtInConflict(name);
    requireWithin(role, giver);
    await this.#tables.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, workspaceId);
      for (const table of ['members', 'group_roles'] as const) {
        const used = await transaction
          .selectFrom(table)
          .select('role')
          .where('workspace_id', '=', workspaceId)
          .where('role', '=', name)
          .limit(1)
          .executeTakeFirst();
        if (used !== undefined) throw roleInUse(name, table === 'members' ? 'a member has it' : 'a group has it');
      }
      await transaction.deleteFrom('roles').where('workspace_id', '=', workspaceId).where('name', '=', name).execute();
    });
    return role;
  }

  /** The role with this name, for somebody who gives or takes it. Throws `invalid_params`, and `forbidden` if it allows more than the giver may. */
  async given(workspaceId: WorkspaceId, name: string, giver: RoleGiver, field = '/role'): Promise<Role> {
    const role = await this.find(workspaceId, name);
    if (role !== null) {
      requireWithin(role, giver);
      return role;
    }
    const message = 'is not a role of the workspace';
    throw new GatewayError('invalid_params', `${field.slice(1)} ${message}. List its roles.`, {
      errors: [{ field, message, error_code: 'unknown_name' }],
    });
  }
}

/** Throws `forbidden` for a role that allows more than its giver may do. */
export function requireWithin({ name, policy }: Pick<Role, 'name' | 'policy'>, giver: RoleGiver): void {
  const part = giver && widerPart(policy, giver.policy);
  if (part === undefined) return;
  const field = part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  throw new GatewayError('forbidden', `The role "${name}" has more rights than you: policy.${field} allows more.`, {
    errors: [{ field: '/role', message: `allows more than your policy in ${field}`, error_code: 'not_allowed' }],
  });
}

function builtInRole(name: string): Role | undefined {
  const policy = builtInPolicy(name);
  return policy && { name, policy, isBuiltIn: true, updatedAt: null };
}

const toRole = (row: ControlPlaneTables['roles']): Role => ({
  name: row.name,
  policy: storedPolicy(row.policy, `role ${row.name}`),
  isBuiltIn: false,
  updatedAt: row.updated_at,
});

async function requireRoom(
  tables: Kysely<ControlPlaneTables>,
  { workspace_id, name }: Pick<ControlPlaneTables['roles'], 'workspace_id' | 'name'>,
): Promise<void> {
  const { others } = await tables
    .selectFrom('roles')
    .select(({ fn }) => fn.countAll<number | string>().as('others'))
    .where('workspace_id', '=', workspace_id)
    .where('name', '<>', name)
    .executeTakeFirstOrThrow();
  if (Number(others) < maxRoles) return;
  throw new GatewayError('conflict', `The workspace has ${maxRoles} roles and cannot have more. Delete unused ones.`);
}

const builtInConflict = (name: string) =>
  new GatewayError('conflict', `The role "${name}" is built in and cannot be changed. Choose another name.`);

const roleInUse = (name: string, why: string) =>
  new GatewayError('conflict', `The role "${name}" is in use: ${why}. Give another role first.`);

const roleNotFound = () => new GatewayError('not_found', 'The workspace has no role with that name. List its roles.');
