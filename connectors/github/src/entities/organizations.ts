import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github } from '../adapter.ts';
import { Count, eachOrganization, fields, inOrganization, ofUser, paged } from '../shared.ts';

const Organization = z.object({
  id: z.string().nullish(),
  databaseId: z.int().nullish(),
  login: z.string().nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  email: z.string().nullish(),
  websiteUrl: z.string().nullish(),
  url: z.string().nullish(),
  avatarUrl: z.string().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  location: z.string().nullish(),
  isVerified: z.boolean().nullish(),
  repositories: Count.nullish(),
  membersWithRole: Count.nullish(),
  teams: Count.nullish(),
});

const organizationFields = selection(`
  id databaseId login name description email websiteUrl url avatarUrl createdAt updatedAt location isVerified
  repositories { totalCount }
  membersWithRole { totalCount }
  teams { totalCount }
`);

const chosen = fields('login', 'name', 'repositories.totalCount');

const searched = [
  'id',
  'databaseId',
  'login',
  'name',
  'description',
  'email',
  'location',
  'isVerified',
  'createdAt',
] as const;

/** https://docs.github.com/graphql/reference/objects#organization */
export const organizations = defineEntity({
  name: 'organizations',
  summary: 'Organizations, with the number of their members, teams and repositories',
  keywords: ['firm', 'github org', 'org profile'],
  record: Organization,
  key: 'id',
  actions: {
    get: github(
      `query ($org: String!) {
        organization(login: $org) { ...fields }
      }`,
      {
        summary: 'Get one organization',
        params: inOrganization.extend({ fields: chosen }),
        fields: organizationFields,
        at: 'organization',
      },
    ),
    list: github(
      `query ($username: String!, $per_page: Int!, $after: String) {
        user(login: $username) {
          organizations(first: $per_page, after: $after) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the organizations a user belongs to',
        params: ofUser.extend({ ...paged, fields: chosen }),
        fields: organizationFields,
        connection: 'user.organizations',
      },
    ),
  },
  search: { title: 'login', link: 'https://github.com/{login}', fields: searched },
  sync: { via: 'get', params: { fields: [...searched] }, ...eachOrganization },
});
