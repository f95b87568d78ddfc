import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github, isOfType, searchPages } from '../adapter.ts';
import {
  after,
  Count,
  eachOrganization,
  fields,
  inOrganization,
  largestPages,
  ofUser,
  paged,
  pageSize,
} from '../shared.ts';

const User = z.object({
  id: z.string().nullish(),
  databaseId: z.int().nullish(),
  login: z.string().nullish(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  bio: z.string().nullish(),
  company: z.string().nullish(),
  location: z.string().nullish(),
  websiteUrl: z.string().nullish(),
  twitterUsername: z.string().nullish(),
  url: z.string().nullish(),
  avatarUrl: z.string().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  isHireable: z.boolean().nullish(),
  followers: Count.nullish(),
  following: Count.nullish(),
  repositories: Count.nullish(),
  starredRepositories: Count.nullish(),
  organizations: Count.nullish(),
});

const userFields = selection(`
  id databaseId login name email bio company location websiteUrl twitterUsername
  url avatarUrl createdAt updatedAt isHireable
  followers { totalCount }
  following { totalCount }
  repositories { totalCount }
  starredRepositories { totalCount }
  organizations { totalCount }
`);

const chosen = fields('login', 'name', 'followers.totalCount');

const searched = [
  'id',
  'databaseId',
  'login',
  'name',
  'email',
  'company',
  'location',
  'twitterUsername',
  'url',
  'createdAt',
  'isHireable',
] as const;

/** https://docs.github.com/graphql/reference/objects#user */
export const users = defineEntity({
  name: 'users',
  summary: 'People with an account',
  keywords: ['colleague'],
  record: User,
  key: 'id',
  actions: {
    get: github(
      `query ($username: String!) {
        user(login: $username) { ...fields }
      }`,
      {
        summary: 'Get one user',
        params: ofUser.extend({ fields: chosen }),
        fields: userFields,
        at: 'user',
      },
    ),
    list: github(
      `query ($org: String!, $per_page: Int!, $after: String) {
        organization(login: $org) {
          membersWithRole(first: $per_page, after: $after) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the members of an organization',
        params: inOrganization.extend({ ...paged, fields: chosen }),
        fields: userFields,
        connection: 'organization.membersWithRole',
      },
    ),
    api_search: github(
      `query ($query: String!, $limit: Int!, $after: String) {
        search(query: $query, type: USER, first: $limit, after: $after) {
          userCount
          nodes { ... on User { ...fields } }
          pageInfo { hasNextPage endCursor }
        }
      }`,
      {
        summary: 'Search users with the GitHub search syntax',
        params: z.object({
          query: z
            .string()
            .describe('Words and qualifiers, such as `location:berlin language:go`; `type:user` is added')
            .meta({ examples: ['location:berlin language:go'] }),
          limit: pageSize(10),
          after,
          fields: chosen,
        }),
        // GitHub searches users and organizations together.
        variables: { query: '{query} type:user' },
        fields: userFields,
        ...searchPages('userCount', 'limit'),
        keep: isOfType,
      },
    ),
  },
  search: { title: ['name', 'login'], link: '{url}', get: { username: 'login' }, fields: searched },
  sync: { via: 'list', params: largestPages(searched), ...eachOrganization },
});
