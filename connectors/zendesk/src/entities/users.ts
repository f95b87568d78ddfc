import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { ownFieldsIn } from '../own-fields.ts';
import { byCursor } from '../paging.ts';
import { listParams, object, timestamps } from '../shared.ts';

const role = z.enum(['end-user', 'agent', 'admin']);

const User = z.object({
  id: z.int(),
  url: z.string(),
  name: z.string(),
  email: z.string().nullish(),
  alias: z.string().nullish(),
  phone: z.string().nullish(),
  time_zone: z.string(),
  locale: z.string(),
  locale_id: z.int(),
  organization_id: z.int().nullish(),
  role,
  role_type: z.int().nullish(),
  custom_role_id: z.int().nullish(),
  chat_only: z.boolean().nullish(),
  external_id: z.string().nullish(),
  tags: z.array(z.string()),
  active: z.boolean(),
  verified: z.boolean(),
  shared: z.boolean(),
  shared_agent: z.boolean(),
  shared_phone_number: z.boolean().nullish(),
  signature: z.string().nullish(),
  details: z.string().nullish(),
  notes: z.string().nullish(),
  suspended: z.boolean(),
  restricted_agent: z.boolean(),
  only_private_comments: z.boolean(),
  moderator: z.boolean(),
  ticket_restriction: z.string().nullish(),
  default_group_id: z.int().nullish(),
  report_csv: z.boolean(),
  photo: object.nullish(),
  user_fields: object,
  last_login_at: time().nullish(),
  two_factor_auth_enabled: z.boolean().nullish(),
  iana_time_zone: z.string(),
  permanently_deleted: z.boolean(),
  ...timestamps,
});

const byUser = z.object({ user_id: z.int().describe('User id') });

const userInput = z.strictObject({
  name: z.string().optional().describe('Full name'),
  email: z.string().optional().describe('Primary email address'),
  role: role.optional().describe('Role of the person: requests help, answers tickets, or administers the account'),
  phone: z.string().optional().describe('Primary telephone number'),
  organization_id: z.int().optional().describe('Organization the person belongs to'),
  external_id: z.string().optional().describe('Your own identifier for the person'),
  alias: z.string().optional().describe('Name shown to end users instead of the real one'),
  notes: z.string().optional().describe('Notes for agents, such as an address'),
  details: z.string().optional().describe('Details about the person, for agents'),
  tags: z.array(z.string()).optional().describe('All tags of the person; replaces existing tags'),
  user_fields: object.optional().describe('Values of custom user fields by their key'),
});

/** https://developer.zendesk.com/api-reference/ticketing/users/users/ */
export const users = defineEntity({
  name: 'users',
  summary: 'People who ask for help, agents and administrators',
  keywords: ['end user', 'requester', 'colleague', 'support agent', 'support staff', 'customer profile'],
  record: User,
  key: 'id',
  actions: {
    list: zendesk('GET /users', {
      summary: 'List users',
      recordsAt: 'users',
      wire: byCursor(),
      params: listParams.extend({
        role: role.optional().describe('Only users with this role'),
        external_id: z.string().optional().describe('Only the user with this external_id'),
      }),
    }),
    create: zendesk('POST /users', {
      summary: 'Create a user; Zendesk may send them a welcome email',
      effect: 'outward',
      recordAt: 'user',
      params: z.object({
        user: userInput
          .extend({
            name: z.string().describe('Full name'),
            verified: z.boolean().optional().describe('Whether the email address counts as confirmed'),
          })
          .describe('The new user'),
      }),
    }),
    get: zendesk('GET /users/{user_id}', { summary: 'Get one user', recordAt: 'user', params: byUser }),
    update: zendesk('PUT /users/{user_id}', {
      summary: 'Change a user; omitted fields stay unchanged',
      recordAt: 'user',
      params: byUser.extend({
        user: userInput
          .extend({ suspended: z.boolean().optional().describe('Whether tickets of this person are held back') })
          .describe('What to change'),
      }),
    }),
  },
  search: {
    title: 'name',
    link: 'https://{setting:subdomain}.zendesk.com/agent/users/{id}',
    fields: [
      'active',
      'alias',
      'chat_only',
      'created_at',
      'custom_role_id',
      'default_group_id',
      'details',
      'email',
      'external_id',
      'iana_time_zone',
      'id',
      'last_login_at',
      'locale',
      'locale_id',
      'moderator',
      'name',
      'notes',
      'only_private_comments',
      'organization_id',
      'permanently_deleted',
      'phone',
      'photo',
      'report_csv',
      'restricted_agent',
      'role',
      'role_type',
      'shared',
      'shared_agent',
      'shared_phone_number',
      'signature',
      'suspended',
      'tags',
      'ticket_restriction',
      'time_zone',
      'two_factor_auth_enabled',
      'updated_at',
      'url',
      'user_fields',
      'verified',
    ],
  },
  sync: { via: 'list', params: { per_page: 100 } },
  ownFields: ownFieldsIn('user_fields'),
});
