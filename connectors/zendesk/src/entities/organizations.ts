import { absent, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
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
      params: z.object({ organization_id: z.int().describe('Organization id') }),
    }),
  },
  search: {
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
});
