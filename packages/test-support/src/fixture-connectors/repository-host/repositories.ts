import { defineEntity, selection } from '@connectory/connector-sdk';
import { z } from 'zod';
import { eachOrganization, eachRepository, graphql, inRepository, paged } from './adapter.ts';

const Repository = z.object({
  id: z.string(),
  name: z.string(),
  nameWithOwner: z.string(),
  isPrivate: z.boolean(),
  stargazerCount: z.int(),
  owner: z.object({ login: z.string() }),
});
const fields = selection('id name nameWithOwner isPrivate stargazerCount owner { login }');
const searched = ['id', 'name', 'nameWithOwner', 'isPrivate', 'stargazerCount', 'owner.login'] as const;

/** Single records, named by a setting. */
export const repositories = defineEntity({
  name: 'repositories',
  summary: 'Repositories',
  record: Repository,
  key: 'id',
  actions: {
    get: graphql('query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { ...fields } }', {
      summary: 'Get one repository',
      params: inRepository,
      fields,
      at: 'repository',
    }),
  },
  search: { fields: searched },
  sync: { via: 'get', ...eachRepository },
});

/** Lists, one for each organization that a setting names. */
export const organizationRepositories = defineEntity({
  name: 'org_repositories',
  summary: 'Repositories of an organization',
  record: Repository,
  key: 'id',
  actions: {
    list: graphql(
      `query ($org: String!, $per_page: Int!, $after: String) {
        organization(login: $org) {
          repositories(first: $per_page, after: $after) { nodes { ...fields } pageInfo { hasNextPage endCursor } }
        }
      }`,
      {
        summary: 'List the repositories of an organization',
        params: z.object({ org: z.string().describe('Login of the organization'), ...paged }),
        fields,
        connection: 'organization.repositories',
      },
    ),
  },
  search: { fields: searched },
  sync: { via: 'list', params: { per_page: 100 }, ...eachOrganization },
});

/** A list that needs no parameter. */
export const viewerRepositories = defineEntity({
  name: 'viewer_repositories',
  summary: 'Repositories of the account the credential belongs to',
  record: Repository,
  key: 'id',
  actions: {
    list: graphql(
      `query ($per_page: Int!, $after: String) {
        viewer {
          repositories(first: $per_page, after: $after) { nodes { ...fields } pageInfo { hasNextPage endCursor } }
        }
      }`,
      {
        summary: 'List the repositories of the connected account',
        params: z.object(paged),
        fields,
        connection: 'viewer.repositories',
      },
    ),
  },
  search: { fields: searched },
  sync: { via: 'list', params: { per_page: 100 } },
});
