import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github, githubRest } from '../adapter.ts';
import { RestReview } from '../records/rest.ts';
import { Actor, Count, fields, inRepository, largestPages, paged, withNumericId } from '../shared.ts';
import { pullRequests } from './pull-requests.ts';

// `createdAt`, `updatedAt` and `url` are read only if `fields` requests them.
const Review = z.object({
  id: z.string().nullish(),
  databaseId: z.int().nullish(),
  state: z.string().nullish(),
  body: z.string().nullish(),
  submittedAt: time().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  author: Actor.nullish(),
  comments: Count.nullish(),
  url: z.string().nullish(),
});

const searched = ['id', 'databaseId', 'state', 'body', 'submittedAt', 'createdAt', 'updatedAt', 'url'] as const;

/** https://docs.github.com/graphql/reference/objects#pullrequestreview */
export const reviews = defineEntity({
  name: 'reviews',
  summary: 'Reviews of a pull request',
  keywords: ['approve', 'reviewer', 'say about', 'requested changes', 'lgtm', 'opinion', 'approval', 'sign off'],
  record: Review,
  key: 'id',
  actions: {
    create: githubRest('POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews', {
      beyondContract: true,
      summary: 'Review a pull request: approve it, request changes, or comment',
      params: inRepository.extend({
        pull_number: z.int().describe('Pull request number within the repository'),
        event: z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']).describe('What the review says'),
        body: z.string().optional().describe('Text of the review, as Markdown; required unless it approves'),
        commit_id: z.string().optional().describe('Commit that was reviewed; the latest one if omitted'),
      }),
      result: RestReview,
    }),
    list: github(
      `query ($owner: String!, $repo: String!, $number: Int!, $per_page: Int!, $after: String) {
        repository(owner: $owner, name: $repo) {
          pullRequest(number: $number) {
            reviews(first: $per_page, after: $after) {
              nodes { ...fields }
              pageInfo { hasNextPage endCursor }
            }
          }
        }
      }`,
      {
        summary: 'List the reviews of a pull request, oldest first',
        params: inRepository.extend({
          number: z.int().describe('Pull request number within the repository'),
          ...paged,
          fields: fields('state', 'submittedAt', 'author.login'),
        }),
        fields: selection(`
          id databaseId: fullDatabaseId state body submittedAt
          author { login avatarUrl }
          comments { totalCount }
        `),
        connection: 'repository.pullRequest.reviews',
        toRecord: withNumericId,
      },
    ),
  },
  search: { link: '{url}', fields: searched },
  sync: {
    via: 'list',
    params: largestPages(searched),
    each: pullRequests,
    changedBy: 'updatedAt',
    bind: { number: 'number' },
  },
});
