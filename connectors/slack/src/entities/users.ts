import { allFields, defineEntity, from } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { appAuthor, team, userId } from '../sample-workspace.ts';
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
      status_expiration: z.int().nullish(),
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
  updated: z.int().nullish(),
  is_email_confirmed: z.boolean().nullish(),
  who_can_share_contact_card: z.string().nullish(),
});

const titles = ['Engineer', 'Account manager', 'Designer', 'Support agent', 'Controller'];

/** https://docs.slack.dev/reference/objects/user-object */
export const users = defineEntity({
  name: 'users',
  summary: 'Members of the workspace, people and bots',
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
      simulate: { fields: { user: 'id' } },
    }),
  },
  search: {
    fields: allFields(User),
    derived: {
      // Slack shows these to some callers only.
      has_2fa: from(z.boolean(), ({ has_2fa }) => has_2fa),
      is_forgotten: from(z.boolean(), ({ is_forgotten }) => is_forgotten),
      is_invited_user: from(z.boolean(), ({ is_invited_user }) => is_invited_user),
    },
  },
  sync: { via: 'list', params: { limit: 200 } },
  sample: (source) => {
    const is_bot = source.index === appAuthor;
    const { first, last, email } = source.person();
    const real_name = is_bot ? 'Release bot' : `${first} ${last}`;
    const name = real_name.toLowerCase().replace(' ', '.');
    return {
      id: userId(source.index),
      team_id: team,
      name,
      real_name,
      deleted: source.index % 15 === 14,
      color: source.pick(['9f69e7', '4bbe2e', 'e7392d', '3c989f']),
      tz: 'Europe/Berlin',
      tz_label: 'Central European Time',
      tz_offset: 3600,
      profile: {
        title: is_bot ? '' : source.pick(titles),
        phone: '',
        skype: '',
        real_name,
        real_name_normalized: real_name,
        display_name: is_bot ? real_name : first,
        display_name_normalized: is_bot ? real_name : first,
        status_text: '',
        status_emoji: '',
        status_expiration: 0,
        avatar_hash: source.id('g', 11),
        ...(!is_bot && { first_name: first, last_name: last, email }),
        team,
      },
      is_admin: source.index === 0,
      is_owner: source.index === 0,
      is_primary_owner: source.index === 0,
      is_restricted: false,
      is_ultra_restricted: false,
      is_bot,
      is_app_user: false,
      is_email_confirmed: true,
      updated: source.epoch(source.integer(1, 300)),
      who_can_share_contact_card: 'EVERYONE',
    };
  },
});
