import { absent, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { ownFieldsIn } from '../own-fields.ts';
import { byCursor } from '../paging.ts';
import { listParams, object, timestamps } from '../shared.ts';

const Organization = z.object({
  id: z.int(),
  url: z.string(),
  name: z.string(),
  details: z.string().nullish(),
  notes: z.string().nullish(),
  group_id: z.int().nullish(),
  shared_tickets: z.boolean(),
  shared_comments: z.boolean(),
  external_id: z.string().nullish(),
  domain_names: z.array(z.string()),
  tags: z.array(z.string()),
  organization_fields: object.nullish(),
  ...timestamps,
});

const byOrganization = z.object({ organization_id: z.int().describe('Organization id') });

const organizationInput = z.strictObject({
  details: z.string().optional().describe('Details about the organization, such as its address'),
  notes: z.string().optional().describe('Notes for agents'),
  domain_names: z.array(z.string()).optional().describe('All domains whose users belong to it; replaces existing ones'),
  external_id: z.string().optional().describe('Id of the organization in another system'),
  group_id: z.int().optional().describe('Id of the group that new tickets of its users go to'),
  shared_tickets: z.boolean().optional().describe('Whether its users see the tickets of each other'),
  shared_comments: z.boolean().optional().describe('Whether its users comment on the tickets of each other'),
  tags: z.array(z.string()).optional().describe('All tags; replaces existing tags'),
  organization_fields: object.optional().describe('Values of custom fields by their key'),
});

/** https://developer.zendesk.com/api-reference/ticketing/organizations/organizations/ */
export const organizations = defineEntity({
  name: 'organizations',
  summary: 'Companies and other organizations that users belong to',
  keywords: ['firm'],
  record: Organization,
  key: 'id',
  actions: {
    list: zendesk('GET /organizations', {
      summary: 'List organizations',
      recordsAt: 'organizations',
      wire: byCursor(),
      params: listParams,
    }),
    get: zendesk('GET /organizations/{organization_id}', {
      summary: 'Get one organization',
      recordAt: 'organization',
      params: byOrganization,
    }),
    create: zendesk('POST /organizations', {
      beyondContract: true,
      summary: 'Create an organization',
      recordAt: 'organization',
      params: z.object({
        organization: organizationInput
          .extend({ name: z.string().describe('Name, which no other organization has') })
          .describe('The new organization'),
      }),
    }),
    update: zendesk('PUT /organizations/{organization_id}', {
      beyondContract: true,
      summary: 'Change an organization; omitted fields stay unchanged',
      recordAt: 'organization',
      params: byOrganization.extend({
        organization: organizationInput
          .extend({ name: z.string().optional().describe('New name') })
          .describe('What to change'),
      }),
    }),
  },
  search: {
    title: 'name',
    link: 'https://{setting:subdomain}.zendesk.com/agent/organizations/{id}',
    fields: [
      'created_at',
      'details',
      'domain_names',
      'external_id',
      'group_id',
      'id',
      'name',
      'notes',
      'organization_fields',
      'shared_comments',
      'shared_tickets',
      'tags',
      'updated_at',
      'url',
    ],
    derived: {
      deleted_at: absent(time('iso-8601'), 'Zendesk lists no deleted organizations'),
    },
  },
  sync: { via: 'list', params: { per_page: 100 } },
  ownFields: ownFieldsIn('organization_fields'),
});
