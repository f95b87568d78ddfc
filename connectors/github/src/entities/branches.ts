import { defineEntity, selection } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github } from '../adapter.ts';
import { Count, eachRepository, fields, inRepository, largestPages, object, paged } from '../shared.ts';

const Branch = z.object({
  name: z.string().nullish(),
  prefix: z.string().nullish(),
  target: z
    .object({
      oid: z.string().nullish(),
      commitUrl: z.string().nullish(),
      message: z.string().nullish(),
      author: object.nullish(),
    })
    .nullish(),
  associatedPullRequests: Count.nullish(),
});

const branchFields = selection(`
  name prefix
  target { ... on Commit { oid commitUrl message author { name email date } } }
  associatedPullRequests(first: 1) { totalCount }
`);

const chosen = fields('name', 'target<Commit>.oid', 'target<Commit>.message');

const searched = ['name'] as const;

/** https://docs.github.com/graphql/reference/objects#ref */
export const branches = defineEntity({
  name: 'branches',
  summary: 'Branches of a repository, each with its last commit',
  keywords: ['trunk', 'head of', 'default branch', 'feature branch', 'protected branch', 'feature line'],
  record: Branch,
  key: 'name',
  actions: {
    list: github(
      `query ($owner: String!, $repo: String!, $per_page: Int!, $after: String) {
        repository(owner: $owner, name: $repo) {
          refs(refPrefix: "refs/heads/", first: $per_page, after: $after) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the branches of a repository',
        params: inRepository.extend({ ...paged, fields: chosen }),
        fields: branchFields,
        connection: 'repository.refs',
      },
    ),
    get: github(
      `query ($owner: String!, $repo: String!, $ref: String!) {
        repository(owner: $owner, name: $repo) {
          ref(qualifiedName: $ref) { ...fields }
        }
      }`,
      {
        summary: 'Get one branch',
        params: inRepository.extend({
          branch: z.string().describe('Branch name without `refs/heads/`'),
          fields: chosen,
        }),
        variables: { ref: 'refs/heads/{branch}' },
        fields: branchFields,
        at: 'repository.ref',
      },
    ),
  },
  search: { title: 'name', fields: searched },
  sync: { via: 'list', params: largestPages(searched), ...eachRepository },
});
