import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github, searchPages } from '../adapter.ts';
import { Repository, repositoryFields, searchedOfRepository } from '../records/repository.ts';
import { after, eachRepository, fields, inRepository, ofUser, paged, pageSize } from '../shared.ts';

const chosen = fields('nameWithOwner', 'stargazerCount', 'owner.login');

/** https://docs.github.com/graphql/reference/objects#repository */
export const repositories = defineEntity({
  name: 'repositories',
  summary: 'Repositories of a user, or found by a search',
  keywords: ['git repo', 'fork', 'monorepo', 'source tree'],
  record: Repository,
  key: 'id',
  actions: {
    list: github(
      `query ($username: String!, $per_page: Int!, $after: String) {
        user(login: $username) {
          repositories(first: $per_page, after: $after) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the repositories of a user',
        params: ofUser.extend({ ...paged, fields: chosen }),
        fields: repositoryFields,
        connection: 'user.repositories',
      },
    ),
    get: github(
      `query ($owner: String!, $repo: String!) {
        repository(owner: $owner, name: $repo) { ...fields }
      }`,
      {
        summary: 'Get one repository',
        params: inRepository.extend({ fields: chosen }),
        fields: repositoryFields,
        at: 'repository',
      },
    ),
    api_search: github(
      `query ($query: String!, $limit: Int!, $after: String) {
        search(query: $query, type: REPOSITORY, first: $limit, after: $after) {
          repositoryCount
          nodes { ... on Repository { ...fields } }
          pageInfo { hasNextPage endCursor }
        }
      }`,
      {
        summary: 'Search repositories with the GitHub search syntax',
        params: z.object({
          query: z
            .string()
            .describe('Words and qualifiers, such as `language:go stars:>100`')
            .meta({ examples: ['language:go stars:>100'] }),
          limit: pageSize(10),
          after,
          fields: chosen,
        }),
        fields: repositoryFields,
        ...searchPages('repositoryCount', 'limit'),
      },
    ),
  },
  search: { title: 'nameWithOwner', link: '{url}', fields: searchedOfRepository },
  sync: { via: 'get', params: { fields: [...searchedOfRepository] }, ...eachRepository },
});
