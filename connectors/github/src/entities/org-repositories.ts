import { defineEntity } from '@connectory/connector-sdk';
import { github } from '../adapter.ts';
import { Repository, repositoryFields, searchedOfOwnedRepository } from '../records/repository.ts';
import { eachOrganization, fields, inOrganization, largestPages, paged } from '../shared.ts';

/** https://docs.github.com/graphql/reference/objects#organization */
export const orgRepositories = defineEntity({
  name: 'org_repositories',
  summary: 'Repositories of an organization',
  keywords: ['organisation', 'repo', 'git repo'],
  record: Repository,
  key: 'id',
  actions: {
    list: github(
      `query ($org: String!, $per_page: Int!, $after: String) {
        organization(login: $org) {
          repositories(first: $per_page, after: $after) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the repositories of an organization',
        params: inOrganization.extend({
          ...paged,
          fields: fields('nameWithOwner', 'isPrivate', 'primaryLanguage.name'),
        }),
        fields: repositoryFields,
        connection: 'organization.repositories',
      },
    ),
  },
  search: { title: 'nameWithOwner', link: '{url}', fields: searchedOfOwnedRepository },
  sync: { via: 'list', params: largestPages(searchedOfOwnedRepository), ...eachOrganization },
});
