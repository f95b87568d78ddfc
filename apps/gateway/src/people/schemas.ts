import { z } from 'zod';
import { createdAtSchema, idSchema, listOf, timeSchema } from '../http/schemas.ts';
import { newPolicySchema, policySchema, rightsSchema } from '../tokens/schemas.ts';
import { workspacePathSchema } from '../workspaces/schemas.ts';

const nameSchema = z.string().max(256).describe('Name at the identity provider; empty before the first sign-in.');
const emailSchema = z.string().nullable().describe('Verified e-mail address; null if there is none.');
const stateSchema = z.enum(['invited', 'active']).describe('`invited` until the first sign-in.');
const newEmailSchema = z
  .string()
  .min(3)
  .max(254)
  .describe('E-mail address, which the identity provider has to verify.');

/** A person of the gateway. */
export const personSchema = z
  .object({
    id: idSchema,
    name: nameSchema,
    email: emailSchema,
    state: stateSchema,
    is_admin: z.boolean().describe('Whether the configuration makes the person an admin of the gateway.'),
    created_at: createdAtSchema,
    signed_in_at: timeSchema.nullable().describe('When the person last signed in; null before the first time.'),
  })
  .meta({ id: 'Person', description: 'A person of the gateway.' });

/** A person of the gateway. */
export type PersonBody = z.output<typeof personSchema>;

/** Response of `GET /api/v1/people`. */
export const personListSchema = listOf('PersonList', 'A page of people, oldest first.', personSchema);

/** Body of `POST /api/v1/people`. */
export const newPersonSchema = z
  .strictObject({ email: newEmailSchema })
  .meta({ id: 'NewPerson', description: 'A person to invite.' });

/** Path parameters of one person. */
export const personPathSchema = z.object({ id: idSchema.describe('Id of the person.') });

/** Response of `GET /api/v1/sign-in`. */
export const signInSchema = z
  .object({
    issuer: z.string().nullable().describe('Issuer of the identity provider; null if people cannot sign in.'),
    url: z
      .string()
      .nullable()
      .describe('Path that starts a sign-in, to which `return_to` can be added; null if people cannot sign in.'),
  })
  .meta({ id: 'SignIn', description: 'How people sign in.' });

/** A session of a person. */
export const sessionSchema = z
  .object({
    id: idSchema,
    created_at: timeSchema.describe('When the person signed in.'),
    used_at: timeSchema.describe('When it was last used, to within 5 minutes.'),
    expires_at: timeSchema.describe('When it ends at the latest; it also ends after 12 hours without use.'),
    current: z.boolean().describe('Whether it is the session of this request.'),
  })
  .meta({ id: 'Session', description: 'A browser in which a person is signed in.' });

/** A session as it is shown. */
export type SessionBody = z.output<typeof sessionSchema>;

/** Response of `GET /api/v1/sessions`. */
export const sessionsSchema = z
  .object({ data: z.array(sessionSchema).describe('The sessions, newest first.') })
  .meta({ id: 'Sessions', description: 'The sessions of a person, at most 20.' });

/** Path parameters of one session. */
export const sessionPathSchema = z.object({ id: idSchema.describe('Id of the session.') });

const roleNameSchema = z.string().min(1).max(63);

/** A member of a workspace. */
export const memberSchema = z
  .object({
    id: idSchema.describe('Id of the person.'),
    name: nameSchema,
    email: emailSchema,
    state: stateSchema,
    role: roleNameSchema.describe('Name of the role in the workspace.'),
    group: z
      .string()
      .nullable()
      .describe('The group of the identity provider that gives the role; null if somebody gave it.'),
    created_at: timeSchema.describe('Since when the person is a member.'),
  })
  .meta({ id: 'Member', description: 'A person with a role in a workspace.' });

/** A member of a workspace. */
export type MemberBody = z.output<typeof memberSchema>;

/** Response of `GET /api/v1/workspaces/{workspace}/members`. */
export const memberListSchema = listOf('MemberList', 'A page of members, oldest first.', memberSchema);

/** Body of `POST /api/v1/workspaces/{workspace}/members`. */
export const newMemberSchema = z
  .strictObject({ email: newEmailSchema, role: roleNameSchema.describe('Name of a role of the workspace.') })
  .meta({ id: 'NewMember', description: 'A person to invite to a workspace.' });

/** Body of `PUT /api/v1/workspaces/{workspace}/members/{person}`. */
export const memberChangeSchema = z
  .strictObject({ role: roleNameSchema.describe('Name of a role of the workspace.') })
  .meta({ id: 'MemberChange', description: 'The role of a member.' });

/** Path parameters of one member. */
export const memberPathSchema = workspacePathSchema.extend({ person: idSchema.describe('Id of the person.') });

/** A role of a workspace. */
export const roleSchema = z
  .object({
    name: roleNameSchema.describe('Unique in the workspace.'),
    policy: policySchema,
    rights: rightsSchema,
    built_in: z.boolean().describe('Whether every workspace has it: `owner`, `member` and `reader`.'),
    updated_at: timeSchema.nullable().describe('When its policy was last stored; null for a built-in role.'),
  })
  .meta({ id: 'Role', description: 'A named policy of a workspace.' });

/** A role of a workspace. */
export type RoleBody = z.output<typeof roleSchema>;

/** Response of `GET /api/v1/workspaces/{workspace}/roles`. */
export const roleListSchema = listOf('RoleList', 'A page of roles, ordered by name.', roleSchema);

/** Body of `PUT /api/v1/workspaces/{workspace}/roles/{name}`. */
export const roleChangeSchema = z
  .strictObject({ policy: newPolicySchema.describe('What its members may do.') })
  .meta({ id: 'RoleChange', description: 'The policy of a role.' });

/** Path parameters of one role. */
export const rolePathSchema = workspacePathSchema.extend({ name: roleNameSchema.describe('Name of the role.') });

const groupRoleFields = {
  group: z.string().min(1).max(256).describe('Name of the group, as the identity provider writes it in its claim.'),
  role: roleNameSchema.describe('Name of a role of the workspace.'),
};

/** Response of `GET /api/v1/workspaces/{workspace}/group-roles`. */
export const groupRolesSchema = z
  .object({
    groups: z
      .array(z.object(groupRoleFields))
      .describe('Groups with their roles; the first one that a person is in counts.'),
  })
  .meta({ id: 'GroupRoles', description: 'The roles that groups of the identity provider give.' });

/** Body of `PUT /api/v1/workspaces/{workspace}/group-roles`. */
export const newGroupRolesSchema = z
  .strictObject({
    groups: z
      .array(z.strictObject(groupRoleFields))
      .max(200)
      .describe('Groups with their roles; the first one that a person is in counts.'),
  })
  .meta({ id: 'NewGroupRoles', description: 'Replaces the roles that groups give.' });
