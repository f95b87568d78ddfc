import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github } from '../adapter.ts';
import { Repository, repositoryFields, searchedOfOwnedRepository } from '../records/repository.ts';
import { fields, largestPages, paged } from '../shared.ts';

/** https://docs.github.com/graphql/reference/objects#user */
export const viewerRepositories = defineEntity({
  name: 'viewer_repositories',
  summary: 'Repositories of the account the credential belongs to',
  keywords: ['my repos', 'repositories i own', 'own projects', 'repos of mine'],
  record: Repository,
  key: 'id',
  actions: {
    list: github(
      `query ($per_page: Int!, $after: String) {
        viewer {
          repositories(
            first: $per_page, after: $after,
            ownerAffiliations: [OWNER], orderBy: { field: UPDATED_AT, direction: DESC }
          ) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the repositories the connected account owns, last changed first',
        params: z.object({ ...paged, fields: fields('nameWithOwner', 'pushedAt', 'isArchived') }),
        fields: repositoryFields,
        connection: 'viewer.repositories',
      },
    ),
  },
  search: { title: 'nameWithOwner', link: '{url}', fields: searchedOfOwnedRepository },
  sync: { via: 'list', params: largestPages(searchedOfOwnedRepository) },
});
