import { defineEntity, selection } from '@connectory/connector-sdk';
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
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
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
  search: { fields: searched },
  sync: { via: 'get', params: { fields: [...searched] }, ...eachOrganization },
  sample: (source) => {
    const name = source.company();
    const login = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${source.index}`;
    return {
      id: source.id('O_kgDO', 6),
      login,
      name,
      description: `Open source of ${name}`,
      email: null,
      websiteUrl: `https://${login}.example.com`,
      url: `https://github.com/${login}`,
      avatarUrl: `https://avatars.githubusercontent.com/${login}`,
      createdAt: source.time(source.integer(300, 2000)),
      updatedAt: source.time(source.integer(1, 200)),
      isVerified: source.index % 2 === 0,
      repositories: { totalCount: source.integer(1, 80) },
      membersWithRole: { totalCount: source.integer(1, 60) },
      teams: { totalCount: source.integer(0, 12) },
    };
  },
});
