import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github, searchPages } from '../adapter.ts';
import {
  Actor,
  Count,
  eachRepository,
  fields,
  inRepository,
  Login,
  largestPages,
  Nodes,
  object,
  paged,
} from '../shared.ts';

const Discussion = z.object({
  id: z.string().nullish(),
  databaseId: z.int().nullish(),
  number: z.int().nullish(),
  title: z.string().nullish(),
  body: z.string().nullish(),
  bodyHTML: z.string().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  closedAt: time().nullish(),
  closed: z.boolean().nullish(),
  locked: z.boolean().nullish(),
  activeLockReason: z.string().nullish(),
  stateReason: z.string().nullish(),
  upvoteCount: z.int().nullish(),
  url: z.string().nullish(),
  isAnswered: z.boolean().nullish(),
  answerChosenAt: time().nullish(),
  author: Actor.nullish(),
  category: z
    .object({
      id: z.string().nullish(),
      name: z.string().nullish(),
      slug: z.string().nullish(),
      emoji: z.string().nullish(),
      isAnswerable: z.boolean().nullish(),
    })
    .nullish(),
  answerChosenBy: Login.nullish(),
  answer: z
    .object({
      id: z.string().nullish(),
      body: z.string().nullish(),
      author: object.nullish(),
      createdAt: time().nullish(),
    })
    .nullish(),
  labels: Nodes.nullish(),
  comments: Count.nullish(),
});

const foundFields = `
  id databaseId number title body createdAt updatedAt closedAt closed locked stateReason
  upvoteCount url isAnswered answerChosenAt
  author { login avatarUrl }
  category { id name slug emoji isAnswerable }
  answerChosenBy { login }
  answer { id body author { login } createdAt }
  labels(first: 100) { totalCount nodes { name color } }
  comments { totalCount }
`;

const discussionFields = selection(`${foundFields} bodyHTML activeLockReason`);

const chosen = fields('number', 'title', 'category.name');

const searched = [
  'id',
  'databaseId',
  'number',
  'title',
  'body',
  'bodyHTML',
  'createdAt',
  'updatedAt',
  'closedAt',
  'closed',
  'locked',
  'activeLockReason',
  'stateReason',
  'upvoteCount',
  'url',
  'isAnswered',
  'answerChosenAt',
  'author.login',
  'category.name',
  'category.slug',
  'answerChosenBy.login',
  'answer.body',
  'comments.totalCount',
] as const;

/** https://docs.github.com/graphql/reference/objects#discussion */
export const discussions = defineEntity({
  name: 'discussions',
  summary: 'Discussions of a repository, with the chosen answer',
  keywords: ['q&a', 'forum', 'answered question', 'forum post', 'forum thread', 'ask the community'],
  record: Discussion,
  key: 'id',
  actions: {
    list: github(
      `query (
        $owner: String!, $repo: String!, $per_page: Int!, $after: String,
        $states: [DiscussionState!], $answered: Boolean
      ) {
        repository(owner: $owner, name: $repo) {
          discussions(
            first: $per_page, after: $after, states: $states, answered: $answered,
            orderBy: { field: CREATED_AT, direction: DESC }
          ) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the discussions of a repository, newest first',
        params: inRepository.extend({
          states: z
            .array(z.enum(['OPEN', 'CLOSED']))
            .optional()
            .describe('Only discussions in one of these states'),
          answered: z.boolean().optional().describe('Only answered discussions, or only unanswered ones'),
          ...paged,
          fields: chosen,
        }),
        fields: discussionFields,
        connection: 'repository.discussions',
      },
    ),
    get: github(
      `query ($owner: String!, $repo: String!, $number: Int!) {
        repository(owner: $owner, name: $repo) {
          discussion(number: $number) { ...fields }
        }
      }`,
      {
        summary: 'Get one discussion',
        params: inRepository.extend({
          number: z.int().describe('Discussion number within the repository'),
          fields: chosen,
        }),
        fields: discussionFields,
        at: 'repository.discussion',
      },
    ),
    api_search: github(
      `query ($query: String!, $per_page: Int!, $after: String) {
        search(query: $query, type: DISCUSSION, first: $per_page, after: $after) {
          discussionCount
          nodes { ... on Discussion { ...fields } }
          pageInfo { hasNextPage endCursor }
        }
      }`,
      {
        summary: 'Search discussions with the GitHub search syntax',
        params: z.object({
          query: z
            .string()
            .describe('Words and qualifiers, such as `repo:octocat/hello is:answered`')
            .meta({ examples: ['is:answered'] }),
          ...paged,
          fields: chosen,
        }),
        fields: selection(foundFields),
        ...searchPages('discussionCount'),
      },
    ),
  },
  search: { title: 'title', link: '{url}', fields: searched },
  sync: { via: 'list', params: largestPages(searched), ...eachRepository },
});
