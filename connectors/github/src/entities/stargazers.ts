import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github } from '../adapter.ts';
import { eachRepository, fields, inRepository, largestPages, paged } from '../shared.ts';

const Stargazer = z.object({
  starredAt: time().nullish(),
  node: z
    .object({
      id: z.string().nullish(),
      login: z.string().nullish(),
      name: z.string().nullish(),
      avatarUrl: z.string().nullish(),
      url: z.string().nullish(),
    })
    .nullish(),
});

const searched = ['starredAt'] as const;

/** https://docs.github.com/graphql/reference/objects#stargazeredge */
export const stargazers = defineEntity({
  name: 'stargazers',
  summary: 'Users who starred a repository, and when',
  keywords: ['bookmarked our repo', 'star count over'],
  record: Stargazer,
  key: 'node.id',
  actions: {
    list: github(
      `query ($owner: String!, $repo: String!, $per_page: Int!, $after: String) {
        repository(owner: $owner, name: $repo) {
          stargazers(first: $per_page, after: $after, orderBy: { field: STARRED_AT, direction: DESC }) {
            edges { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List who starred a repository, latest first',
        params: inRepository.extend({ ...paged, fields: fields('starredAt', 'node.login') }),
        fields: selection('starredAt node { id login name avatarUrl url }'),
        connection: 'repository.stargazers',
        rows: 'edges',
      },
    ),
  },
  search: { fields: searched },
  sync: { via: 'list', params: largestPages([...searched, 'node.id']), ...eachRepository },
});
