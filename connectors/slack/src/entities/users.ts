import { allFields, defineEntity, from, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { listParams, person } from '../shared.ts';

const User = z.object({
  id: z.string(),
  team_id: z.string().nullish(),
  name: z.string().nullish(),
  deleted: z.boolean().nullish(),
  color: z.string().nullish(),
  real_name: z.string().nullish(),
  tz: z.string().nullish(),
  tz_label: z.string().nullish(),
  tz_offset: z.int().nullish(),
  profile: z
    .object({
      title: z.string().nullish(),
      phone: z.string().nullish(),
      skype: z.string().nullish(),
      real_name: z.string().nullish(),
      real_name_normalized: z.string().nullish(),
      display_name: z.string().nullish(),
      display_name_normalized: z.string().nullish(),
      status_text: z.string().nullish(),
      status_emoji: z.string().nullish(),
      status_expiration: time('unix-seconds', z.int()).nullish(),
      avatar_hash: z.string().nullish(),
      first_name: z.string().nullish(),
      last_name: z.string().nullish(),
      email: z.string().nullish(),
      image_24: z.string().nullish(),
      image_32: z.string().nullish(),
      image_48: z.string().nullish(),
      image_72: z.string().nullish(),
      image_192: z.string().nullish(),
      image_512: z.string().nullish(),
      team: z.string().nullish(),
    })
    .nullish(),
  is_admin: z.boolean().nullish(),
  is_owner: z.boolean().nullish(),
  is_primary_owner: z.boolean().nullish(),
  is_restricted: z.boolean().nullish(),
  is_ultra_restricted: z.boolean().nullish(),
  is_bot: z.boolean().nullish(),
  is_app_user: z.boolean().nullish(),
  updated: time('unix-seconds', z.int()).nullish(),
  is_email_confirmed: z.boolean().nullish(),
  who_can_share_contact_card: z.string().nullish(),
});

/** https://docs.slack.dev/reference/objects/user-object */
export const users = defineEntity({
  name: 'users',
  summary: 'Members of the workspace, people and bots',
  keywords: ['slack users', 'job title of', 'slack handle', 'slack profile', 'display name', 'colleague'],
  record: User,
  key: 'id',
  actions: {
    list: slack('GET /users.list', {
      summary: 'List the members of the workspace',
      params: listParams,
      recordsAt: 'members',
    }),
    get: slack('GET /users.info', {
      summary: 'Get one member',
      params: z.object({ user: person.describe('User ID') }),
      recordAt: 'user',
    }),
  },
  search: {
    title: ['real_name', 'name'],
    fields: allFields(User),
    derived: {
      // Slack shows these to some callers only.
      has_2fa: from(z.boolean(), ({ has_2fa }) => has_2fa),
      is_forgotten: from(z.boolean(), ({ is_forgotten }) => is_forgotten),
      is_invited_user: from(z.boolean(), ({ is_invited_user }) => is_invited_user),
    },
  },
  sync: { via: 'list', params: { limit: 200 } },
});
