import { operations } from '@connectory/openapi';
import { listQuerySchema } from '../http/schemas.ts';
import { workspacePathSchema } from '../workspaces/schemas.ts';
import {
  groupRolesSchema,
  type MemberBody,
  memberChangeSchema,
  memberListSchema,
  memberPathSchema,
  memberSchema,
  newGroupRolesSchema,
  newMemberSchema,
  newPersonSchema,
  type PersonBody,
  personListSchema,
  personPathSchema,
  personSchema,
  type RoleBody,
  roleChangeSchema,
  roleListSchema,
  rolePathSchema,
  roleSchema,
  type SessionBody,
  sessionPathSchema,
  sessionSchema,
  sessionsSchema,
  signInSchema,
} from './schemas.ts';

const tag = 'People';
const meta = { next_cursor: null };

const ada: PersonBody = {
  id: '5b0e6f37-2f5c-4f0e-8f7e-0a9c3d1e2b4f',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  state: 'active',
  is_admin: false,
  created_at: '2026-11-20T09:30:00.000Z',
  signed_in_at: '2026-11-24T08:02:11.000Z',
};
const invited: PersonBody = { ...ada, name: '', state: 'invited', signed_in_at: null };
const member: MemberBody = {
  id: ada.id,
  name: ada.name,
  email: ada.email,
  state: 'active',
  role: 'support',
  group: null,
  created_at: ada.created_at,
};
const support: RoleBody = {
  name: 'support',
  policy: { connectors: ['zendesk'], effects: { deny: ['delete'] } },
  rights:
    'Reads records, creates and changes records, and reaches people or systems beyond the vendor, such as by a message or a payment. Only connections or connectors named zendesk.',
  built_in: false,
  updated_at: ada.created_at,
};
const session: SessionBody = {
  id: 'c1f0b7f4-3a55-4a0e-9f0c-6a1f4f0c2d9e',
  created_at: '2026-11-24T08:02:11.000Z',
  used_at: '2026-11-24T09:40:00.000Z',
  expires_at: '2026-12-01T08:02:11.000Z',
  current: true,
};
const groups = { groups: [{ group: 'support-team', role: 'support' }] };

/** The people of the gateway, and how they sign in. */
export const peopleOperations = operations({
  getSignIn: {
    method: 'get',
    path: '/api/v1/sign-in',
    access: 'open',
    tag,
    summary: 'How people sign in',
    description: 'Whether people can sign in to the console, and at which identity provider.',
    success: {
      200: {
        description: 'How people sign in.',
        content: {
          'application/json': {
            schema: signInSchema,
            examples: {
              configured: {
                summary: 'With an identity provider',
                value: { issuer: 'https://id.example.com', url: '/auth/sign-in' },
              },
            },
          },
        },
      },
    },
  },
  getSessions: {
    method: 'get',
    path: '/api/v1/sessions',
    access: 'caller',
    tag,
    summary: 'Get your sessions',
    description: 'The browsers in which you are signed in. A token has no sessions: the request is `forbidden`.',
    success: {
      200: {
        description: 'The sessions, newest first.',
        content: {
          'application/json': {
            schema: sessionsSchema,
            examples: { one: { summary: 'One session', value: { data: [session] } } },
          },
        },
      },
    },
    errors: ['forbidden'],
  },
  endSession: {
    method: 'delete',
    path: '/api/v1/sessions/{id}',
    access: 'caller',
    tag,
    summary: 'End one of your sessions',
    description:
      'Signs you out in one browser: immediately in this gateway process, in others within 5 seconds. A token has no sessions: the request is `forbidden`.',
    pathParameters: sessionPathSchema,
    success: {
      200: {
        description: 'The ended session.',
        content: {
          'application/json': {
            schema: sessionSchema,
            examples: { ended: { summary: 'The ended session', value: { ...session, current: false } } },
          },
        },
      },
    },
    errors: ['forbidden', 'not_found'],
  },
  listPeople: {
    method: 'get',
    path: '/api/v1/people',
    access: 'admin',
    tag,
    summary: 'List people',
    description: 'Everybody who was invited to the gateway or has signed in.',
    query: listQuerySchema,
    success: {
      200: {
        description: 'A page of people, oldest first.',
        content: {
          'application/json': {
            schema: personListSchema,
            examples: { one: { summary: 'One person', value: { data: [ada], meta } } },
          },
        },
      },
    },
    errors: ['invalid_cursor'],
  },
  invitePerson: {
    method: 'post',
    path: '/api/v1/people',
    access: 'admin',
    tag,
    summary: 'Invite a person to the gateway',
    description:
      'Lets somebody sign in whose identity provider has verified this e-mail address, without a role in any workspace. To give one, invite to a workspace instead. No message is sent. A gateway can have up to 10,000 people.',
    body: {
      schema: newPersonSchema,
      examples: { ada: { summary: 'By e-mail address', value: { email: 'ada@example.com' } } },
    },
    success: {
      201: {
        description: 'The invited person.',
        content: {
          'application/json': {
            schema: personSchema,
            examples: { ada: { summary: 'The invited person', value: invited } },
          },
        },
      },
    },
    errors: ['conflict', 'invalid_params'],
  },
  removePerson: {
    method: 'delete',
    path: '/api/v1/people/{id}',
    access: 'admin',
    tag,
    summary: 'Remove a person from the gateway',
    description:
      'Removes the person from all workspaces, and ends sessions, tokens and agents of the person immediately, in other gateway processes within 5 seconds. The audit keeps the name.',
    pathParameters: personPathSchema,
    success: {
      200: {
        description: 'The removed person.',
        content: {
          'application/json': {
            schema: personSchema,
            examples: { ada: { summary: 'The removed person', value: ada } },
          },
        },
      },
    },
    errors: ['not_found'],
  },
});

const oneMember = (description: string) => ({
  description,
  content: {
    'application/json': { schema: memberSchema, examples: { ada: { summary: 'The member', value: member } } },
  },
});
const oneRole = (description: string) => ({
  description,
  content: {
    'application/json': { schema: roleSchema, examples: { support: { summary: 'The role', value: support } } },
  },
});
const allGroups = (description: string) => ({
  description,
  content: {
    'application/json': {
      schema: groupRolesSchema,
      examples: { support: { summary: 'One group', value: groups } },
    },
  },
});
const members = '/api/v1/workspaces/{workspace}/members';
const roles = '/api/v1/workspaces/{workspace}/roles';
const groupRoles = '/api/v1/workspaces/{workspace}/group-roles';

/** The members and roles of a workspace. */
export const memberOperations = operations({
  listMembers: {
    method: 'get',
    path: members,
    access: 'manage',
    tag,
    summary: 'List members',
    description:
      'The people with a role in the workspace, and where the role comes from. Admins of the gateway are owners without being listed.',
    pathParameters: workspacePathSchema,
    query: listQuerySchema,
    success: {
      200: {
        description: 'A page of members, oldest first.',
        content: {
          'application/json': {
            schema: memberListSchema,
            examples: { one: { summary: 'One member', value: { data: [member], meta } } },
          },
        },
      },
    },
    errors: ['invalid_cursor'],
  },
  inviteMember: {
    method: 'post',
    path: members,
    access: 'manage',
    tag,
    summary: 'Invite a person to a workspace',
    description:
      'Gives a role to the person with this e-mail address, who can sign in from then on. No message is sent: send the address of the console. The role cannot have more rights than you. A workspace can have up to 1,000 members.',
    pathParameters: workspacePathSchema,
    body: {
      schema: newMemberSchema,
      examples: { ada: { summary: 'As a supporter', value: { email: 'ada@example.com', role: 'support' } } },
    },
    success: { 201: oneMember('The new member.') },
    errors: ['conflict', 'invalid_params'],
  },
  putMember: {
    method: 'put',
    path: `${members}/{person}`,
    access: 'manage',
    tag,
    summary: 'Give a member a role',
    description:
      'Replaces the role of a member, also one that a group gives. Neither role may have more rights than you. This process applies it immediately, others within 5 seconds.',
    pathParameters: memberPathSchema,
    body: {
      schema: memberChangeSchema,
      examples: { support: { summary: 'As a supporter', value: { role: 'support' } } },
    },
    success: { 200: oneMember('The member with the new role.') },
    errors: ['invalid_params'],
  },
  removeMember: {
    method: 'delete',
    path: `${members}/{person}`,
    access: 'manage',
    tag,
    summary: 'Remove a member',
    description:
      'Takes the role from a person, and ends tokens and agents of the person in the workspace immediately, in other gateway processes within 5 seconds. Somebody whose group has a role gets it again at the next sign-in. The role may not have more rights than you.',
    pathParameters: memberPathSchema,
    success: { 200: oneMember('The former member.') },
  },
  listRoles: {
    method: 'get',
    path: roles,
    access: 'manage',
    tag,
    summary: 'List roles',
    description: 'The built-in roles `owner`, `member` and `reader`, and the roles of the workspace.',
    pathParameters: workspacePathSchema,
    query: listQuerySchema,
    success: {
      200: {
        description: 'A page of roles, ordered by name.',
        content: {
          'application/json': {
            schema: roleListSchema,
            examples: { one: { summary: 'One role', value: { data: [support], meta } } },
          },
        },
      },
    },
    errors: ['invalid_cursor'],
  },
  getRole: {
    method: 'get',
    path: `${roles}/{name}`,
    access: 'manage',
    tag,
    summary: 'Get a role',
    description: 'A role of the workspace with its policy.',
    pathParameters: rolePathSchema,
    success: { 200: oneRole('The role.') },
  },
  putRole: {
    method: 'put',
    path: `${roles}/{name}`,
    access: 'manage',
    tag,
    summary: 'Store a role',
    description:
      'Creates a role, or replaces its policy for everybody who has it: immediately in this process, in others within 5 seconds. It cannot have more rights than you. Omitted fields of the policy allow everything, except `manage` and `approve`. A workspace can have up to 100 roles of its own.',
    pathParameters: rolePathSchema,
    body: {
      schema: roleChangeSchema,
      examples: { support: { summary: 'Only Zendesk, no deletions', value: { policy: support.policy } } },
    },
    success: { 200: oneRole('The stored role.') },
    errors: ['conflict', 'invalid_params'],
  },
  deleteRole: {
    method: 'delete',
    path: `${roles}/{name}`,
    access: 'manage',
    tag,
    summary: 'Delete a role',
    description: 'Deletes a role that no member and no group has. It may not have more rights than you.',
    pathParameters: rolePathSchema,
    success: { 200: oneRole('The deleted role.') },
    errors: ['conflict'],
  },
  getGroupRoles: {
    method: 'get',
    path: groupRoles,
    access: 'manage',
    tag,
    summary: 'Get the roles of groups',
    description: 'The roles that groups of the identity provider give. The first group that a person is in counts.',
    pathParameters: workspacePathSchema,
    success: { 200: allGroups('The groups, in their order.') },
  },
  putGroupRoles: {
    method: 'put',
    path: groupRoles,
    access: 'manage',
    tag,
    summary: 'Set the roles of groups',
    description:
      'Replaces the whole list. Members by a group have its new role immediately, or lose it with the group; everybody else gets a role at the next sign-in. A role that somebody gave is not changed. No role, before or after, may have more rights than you.',
    pathParameters: workspacePathSchema,
    body: {
      schema: newGroupRolesSchema,
      examples: { support: { summary: 'One group', value: groups } },
    },
    success: { 200: allGroups('The stored groups.') },
    errors: ['invalid_params'],
  },
});
