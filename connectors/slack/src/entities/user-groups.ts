import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { person } from '../shared.ts';

const second = time('unix-seconds', z.int()).nullish();

const UserGroup = z.object({
  id: z.string(),
  team_id: z.string().nullish(),
  name: z.string().nullish(),
  handle: z.string().nullish().describe('Name by which it is mentioned, without @'),
  description: z.string().nullish(),
  date_create: second.describe('When it was created, in Unix seconds'),
  date_update: second.describe('When it was last changed, in Unix seconds'),
  date_delete: second.describe('When it was disabled, in Unix seconds; 0 if it is not'),
  created_by: z.string().nullish().describe('User ID of who created it'),
  updated_by: z.string().nullish().describe('User ID of who changed it last'),
  user_count: z
    .union([z.int(), z.string()])
    .nullish()
    .describe('Number of members; Slack sends it as a number or as text'),
  users: z.array(z.string()).nullish().describe('User IDs of its members'),
});

const byId = z.object({ usergroup: z.string().describe('ID of the user group, such as `S0604QSJC`') });

const input = {
  handle: z.string().optional().describe('Name by which it is mentioned, without @; unique'),
  description: z.string().optional().describe('What the group is for'),
  channels: z.array(z.string()).optional().describe('IDs of channels that its members join by default'),
};

const name = z
  .string()
  .min(1)
  .describe('Name, unique')
  .meta({ examples: ['Marketing'] });

const joined = <Input extends { readonly channels?: readonly string[] | undefined }>({
  channels,
  ...group
}: Input) => ({
  body: { ...group, channels: channels?.join(',') },
});

/** https://docs.slack.dev/reference/methods/usergroups.list */
export const userGroups = defineEntity({
  name: 'user_groups',
  summary: 'User groups, which are mentioned together',
  keywords: ['usergroup', 'mention group', 'handle of the team', 'on-call group', '@team'],
  beyondContract: true,
  record: UserGroup,
  key: 'id',
  actions: {
    list: slack('GET /usergroups.list', {
      summary: 'List user groups with their members',
      params: z.object({
        include_disabled: z.boolean().default(false).describe('Whether to include disabled groups'),
      }),
      wire: (query) => ({ query: { ...query, include_users: true } }),
      recordsAt: 'usergroups',
      paging: null,
      meta: {},
    }),
    create: slack('POST /usergroups.create', {
      summary: 'Create a user group',
      params: z.object({ name, ...input }),
      wire: joined,
      recordAt: 'usergroup',
    }),
    update: slack('POST /usergroups.update', {
      summary: 'Change name, handle, description or channels of a user group',
      params: byId.extend({ name: name.optional().describe('Name, unique'), ...input }),
      wire: joined,
      recordAt: 'usergroup',
    }),
  },
});

/** https://docs.slack.dev/reference/methods/usergroups.users.update */
export const userGroupMembers = defineEntity({
  name: 'user_group_members',
  summary: 'Members of user groups',
  keywords: ['add to the group', 'who is in the group', 'rotate on-call group'],
  beyondContract: true,
  record: UserGroup,
  key: 'id',
  actions: {
    update: slack('POST /usergroups.users.update', {
      summary: 'Replace all members of a user group',
      params: byId.extend({ users: z.array(person).min(1).describe('User IDs of all members; others are removed') }),
      wire: ({ users, ...group }) => ({ body: { ...group, users: users.join(',') } }),
      recordAt: 'usergroup',
    }),
  },
});
