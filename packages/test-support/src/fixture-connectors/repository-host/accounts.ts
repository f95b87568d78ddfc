import { defineEntity, selection } from '@connectory/connector-sdk';
import { z } from 'zod';
import { eachOrganization, graphql } from './adapter.ts';

const Account = z.object({ id: z.string(), login: z.string(), name: z.string().nullish() });
const fields = selection('id login name');
const searched = ['id', 'login', 'name'] as const;

/** One record, which every credential can read. */
export const viewer = defineEntity({
  name: 'viewer',
  summary: 'The account the credential belongs to',
  record: Account,
  key: 'id',
  actions: {
    get: graphql('query { viewer { ...fields } }', { summary: 'Get the connected account', fields, at: 'viewer' }),
  },
  search: { fields: searched },
  sync: { via: 'get' },
});

/** Single records, named by a setting. */
export const organizations = defineEntity({
  name: 'organizations',
  summary: 'Organizations',
  record: Account,
  key: 'id',
  actions: {
    get: graphql('query ($org: String!) { organization(login: $org) { ...fields } }', {
      summary: 'Get one organization',
      params: z.object({ org: z.string().describe('Login of the organization') }),
      fields,
      at: 'organization',
    }),
  },
  search: { fields: searched },
  sync: { via: 'get', ...eachOrganization },
});
