import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github } from '../adapter.ts';
import { inRepository, largestPages, paged } from '../shared.ts';
import { Comment, chosenOfComment, commentFields, getComment } from './comments.ts';
import { pullRequests } from './pull-requests.ts';

const searched = [
  'id',
  'databaseId',
  'body',
  'bodyHTML',
  'createdAt',
  'updatedAt',
  'author.login',
  'url',
  'isMinimized',
  'minimizedReason',
] as const;

/** https://docs.github.com/graphql/reference/objects#issuecomment */
export const prComments = defineEntity({
  name: 'pr_comments',
  summary: 'Comments in the conversation of a pull request',
  record: Comment,
  key: 'id',
  actions: {
    list: github(
      `query ($owner: String!, $repo: String!, $number: Int!, $per_page: Int!, $after: String) {
        repository(owner: $owner, name: $repo) {
          pullRequest(number: $number) {
            comments(first: $per_page, after: $after) {
              nodes { ...fields }
              pageInfo { hasNextPage endCursor }
            }
          }
        }
      }`,
      {
        summary: 'List the comments on a pull request, oldest first',
        params: inRepository.extend({
          number: z.int().describe('Pull request number within the repository'),
          ...paged,
          fields: chosenOfComment,
        }),
        fields: commentFields,
        connection: 'repository.pullRequest.comments',
      },
    ),
    get: getComment,
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
