import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github } from '../adapter.ts';
import { after, eachOrganization, fields, inOrganization, Login, largestPages, Nodes, pageSize } from '../shared.ts';

const Project = z.object({
  id: z.string().nullish(),
  number: z.int().nullish(),
  title: z.string().nullish(),
  shortDescription: z.string().nullish(),
  readme: z.string().nullish(),
  url: z.string().nullish(),
  closed: z.boolean().nullish(),
  public: z.boolean().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  creator: Login.nullish(),
  fields: Nodes.nullish(),
});

const listedFields = `
  id number title shortDescription url closed public createdAt updatedAt
  creator { login }
`;

const chosen = fields('number', 'title', 'creator.login');

const searched = [
  'id',
  'number',
  'title',
  'shortDescription',
  'url',
  'closed',
  'public',
  'createdAt',
  'updatedAt',
] as const;

/** https://docs.github.com/graphql/reference/objects#projectv2 */
export const projects = defineEntity({
  name: 'projects',
  summary: 'Projects of an organization',
  keywords: ['board', 'roadmap', 'kanban board', 'planning board'],
  record: Project,
  key: 'id',
  actions: {
    list: github(
      `query ($org: String!, $per_page: Int!, $after: String) {
        organization(login: $org) {
          projectsV2(first: $per_page, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the projects of an organization, last changed first',
        params: inOrganization.extend({ per_page: pageSize(20), after, fields: chosen }),
        fields: selection(listedFields),
        connection: 'organization.projectsV2',
      },
    ),
    get: github(
      `query ($org: String!, $project_number: Int!) {
        organization(login: $org) {
          projectV2(number: $project_number) { ...fields }
        }
      }`,
      {
        summary: 'Get one project, with its readme and the columns it defines',
        params: inOrganization.extend({
          project_number: z.int().describe('Project number within the organization'),
          fields: chosen,
        }),
        fields: selection(`
          ${listedFields}
          readme
          fields(first: 50) {
            totalCount
            nodes {
              ... on ProjectV2SingleSelectField { id name options { id name color description } }
              ... on ProjectV2Field { id name dataType }
            }
          }
        `),
        at: 'organization.projectV2',
      },
    ),
  },
  search: { title: 'title', link: '{url}', get: { project_number: 'number' }, fields: searched },
  sync: { via: 'list', params: largestPages(searched), ...eachOrganization },
});
