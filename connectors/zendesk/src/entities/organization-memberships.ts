import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { listParams, timestamps } from '../shared.ts';

const OrganizationMembership = z.object({
  id: z.int(),
  url: z.string(),
  user_id: z.int(),
  organization_id: z.int(),
  default: z.boolean().nullish(),
  organization_name: z.string(),
  view_tickets: z.boolean(),
  ...timestamps,
});

/** https://developer.zendesk.com/api-reference/ticketing/organizations/organization_memberships/ */
export const organizationMemberships = defineEntity({
  name: 'organization_memberships',
  summary: 'Which user belongs to which organization',
  keywords: ['linked to the organization', 'which company does the user belong', 'people at the customer'],
  record: OrganizationMembership,
  key: 'id',
  actions: {
    list: zendesk('GET /organization_memberships', {
      summary: 'List memberships in organizations',
      recordsAt: 'organization_memberships',
      wire: byCursor(),
      params: listParams,
    }),
    create: zendesk('POST /organization_memberships', {
      beyondContract: true,
      summary: 'Add a user to an organization',
      recordAt: 'organization_membership',
      params: z.object({
        organization_membership: z
          .strictObject({
            user_id: z.int().describe('User id'),
            organization_id: z.int().describe('Organization id'),
          })
          .describe('Who is added to what'),
      }),
    }),
    delete: zendesk('DELETE /organization_memberships/{organization_membership_id}', {
      beyondContract: true,
      summary: 'Remove a user from an organization',
      params: z.object({ organization_membership_id: z.int().describe('Id of the membership') }),
      result: z.object({ id: z.int() }),
      toRecord: (_response, { organization_membership_id: id }) => ({ id }),
    }),
  },
  search: {
    fields: [
      'id',
      'url',
      'user_id',
      'organization_id',
      'default',
      'organization_name',
      'view_tickets',
      'created_at',
      'updated_at',
    ],
  },
  sync: { via: 'list', params: { per_page: 100 } },
});
