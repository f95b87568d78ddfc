import { GatewayError } from '@connectory/errors';
import { type Policy, policySchema } from '../tokens/policy.ts';

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
  const builtIn = Object.hasOwn(builtInRoles, role) ? builtInRoles[role] : undefined;
  if (builtIn !== undefined) return builtIn;
  return role_policy === null ? null : storedPolicy(role_policy, `role ${role}`);
}

/** A stored policy. Throws `internal` for one of a newer version: a restriction must not be ignored. */
export function storedPolicy(json: string, owner: string): Policy {
  const result = policySchema.safeParse(JSON.parse(json));
  if (result.success) return Object.freeze(result.data);
  throw new GatewayError('internal', `The policy of the ${owner} was written by a newer version. Start that version.`);
}
