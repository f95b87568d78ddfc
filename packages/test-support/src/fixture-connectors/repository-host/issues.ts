import { defineEntity, selection } from '@connectory/connector-sdk';
import { z } from 'zod';
import { eachRepository, graphql, inRepository, paged, rest } from './adapter.ts';

/** A write whose result differs from the records that reads return. */
export const issues = defineEntity({
  name: 'issues',
  summary: 'Issues of a repository',
  keywords: ['bug', 'repo'],
  record: z.object({ id: z.string(), number: z.int(), title: z.string(), state: z.enum(['OPEN', 'CLOSED']) }),
  key: 'id',
  actions: {
    list: graphql(
      `query ($owner: String!, $repo: String!, $per_page: Int!, $after: String) {
        repository(owner: $owner, name: $repo) {
          issues(first: $per_page, after: $after) { nodes { ...fields } pageInfo { hasNextPage endCursor } }
        }
      }`,
      {
        summary: 'List the issues of a repository',
        params: inRepository.extend(paged),
        fields: selection('id number title state'),
        connection: 'repository.issues',
      },
    ),
    create: rest('POST /repos/{owner}/{repo}/issues', {
      summary: 'Open an issue',
      params: inRepository.extend({ title: z.string().describe('Title of the issue') }),
      result: z.object({ node_id: z.string(), number: z.int(), title: z.string(), html_url: z.string() }),
    }),
  },
  search: { fields: ['id', 'number', 'title', 'state'] },
  sync: { via: 'list', params: { per_page: 100 }, ...eachRepository },
});
