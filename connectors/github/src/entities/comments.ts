import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github, githubRest, isOfType } from '../adapter.ts';
import { RestComment } from '../records/rest.ts';
import { Actor, fields, inRepository, largestPages, paged } from '../shared.ts';
import { issues } from './issues.ts';

/** A comment in the conversation of an issue or pull request. */
export const Comment = z.object({
  id: z.string().nullish(),
  databaseId: z.int().nullish(),
  body: z.string().nullish(),
  bodyHTML: z.string().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  author: Actor.nullish(),
  url: z.string().nullish(),
  isMinimized: z.boolean().nullish(),
  minimizedReason: z.string().nullish(),
});

/** The fields of a comment that are returned unless the caller chooses others. */
export const commentFields = selection(`
  id databaseId body bodyHTML createdAt updatedAt
  author { login avatarUrl }
  url isMinimized minimizedReason
`);

/** The choice of fields of a comment. */
export const chosenOfComment = fields('id', 'body', 'author.login');

/** Gets one comment; GitHub has the same kind for issues and pull requests. */
export const getComment = github(
  `query ($id: ID!) {
    node(id: $id) { ... on IssueComment { ...fields } }
  }`,
  {
    summary: 'Get one comment',
    params: z.object({
      id: z.string().describe('Node id of the comment, such as `IC_kwDO…`'),
      fields: chosenOfComment,
    }),
    fields: commentFields,
    at: 'node',
    keep: isOfType,
  },
);

const searched = ['id', 'databaseId', 'body', 'createdAt', 'updatedAt', 'url', 'isMinimized'] as const;

/** https://docs.github.com/graphql/reference/objects#issuecomment and https://docs.github.com/rest/issues/comments */
export const comments = defineEntity({
  name: 'comments',
  summary: 'Comments on an issue',
  keywords: ['note under', 'write under', 'reply under', 'leave a note', 'answer under', 'remark under'],
  record: Comment,
  key: 'id',
  actions: {
    create: githubRest('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      summary: 'Comment on an issue or pull request',
      params: inRepository.extend({
        issue_number: z.int().describe('Number of the issue or pull request'),
        body: z.string().describe('Text of the comment, as Markdown'),
      }),
      result: RestComment,
    }),
    update: githubRest('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      beyondContract: true,
      summary: 'Change the text of a comment on an issue or pull request',
      params: inRepository.extend({
        comment_id: z.int().describe('Numeric id of the comment (databaseId)'),
        body: z.string().describe('New text, as Markdown'),
      }),
      result: RestComment,
    }),
    list: github(
      `query ($owner: String!, $repo: String!, $number: Int!, $per_page: Int!, $after: String) {
        repository(owner: $owner, name: $repo) {
          issue(number: $number) {
            comments(first: $per_page, after: $after) {
              nodes { ...fields }
              pageInfo { hasNextPage endCursor }
            }
          }
        }
      }`,
      {
        summary: 'List the comments on an issue, oldest first',
        params: inRepository.extend({
          number: z.int().describe('Issue number within the repository'),
          ...paged,
          fields: chosenOfComment,
        }),
        fields: commentFields,
        connection: 'repository.issue.comments',
      },
    ),
    get: getComment,
  },
  search: { link: '{url}', fields: searched },
  sync: {
    via: 'list',
    params: largestPages(searched),
    each: issues,
    changedBy: 'updatedAt',
    bind: { number: 'number' },
  },
});
