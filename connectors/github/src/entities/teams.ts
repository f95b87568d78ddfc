import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github } from '../adapter.ts';
import { Count, fields, inOrganization, paged } from '../shared.ts';

const Team = z.object({
  id: z.string().nullish(),
  databaseId: z.int().nullish(),
  slug: z.string().nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  privacy: z.string().nullish(),
  url: z.string().nullish(),
  avatarUrl: z.string().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  parentTeam: z.object({ slug: z.string().nullish(), name: z.string().nullish() }).nullish(),
  members: Count.nullish(),
  repositories: Count.nullish(),
});

const teamFields = selection(`
  id databaseId slug name description privacy url avatarUrl createdAt updatedAt
  parentTeam { slug name }
  members { totalCount }
  repositories { totalCount }
`);

const chosen = fields('slug', 'name', 'members.totalCount');

/** https://docs.github.com/graphql/reference/objects#team */
export const teams = defineEntity({
  name: 'teams',
  summary: 'Teams of an organization',
  keywords: ['crew', 'squad', 'guild', 'tribe', 'team members'],
  record: Team,
  key: 'id',
  actions: {
    list: github(
      `query ($org: String!, $per_page: Int!, $after: String) {
        organization(login: $org) {
          teams(first: $per_page, after: $after) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the teams of an organization',
        params: inOrganization.extend({ ...paged, fields: chosen }),
        fields: teamFields,
        connection: 'organization.teams',
      },
    ),
    get: github(
      `query ($org: String!, $team_slug: String!) {
        organization(login: $org) {
          team(slug: $team_slug) { ...fields }
        }
      }`,
      {
        summary: 'Get one team',
        params: inOrganization.extend({
          team_slug: z.string().describe('Name of the team as in its URL'),
          fields: chosen,
        }),
        fields: teamFields,
        at: 'organization.team',
      },
    ),
  },
});
