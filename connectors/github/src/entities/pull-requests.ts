import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github, githubRest, isOfType, searchPages } from '../adapter.ts';
import { RestPullRequest } from '../records/rest.ts';
import {
  Actor,
  Count,
  eachRepository,
  fields,
  inRepository,
  Login,
  largestPages,
  Nodes,
  paged,
  withNumericId,
} from '../shared.ts';

/** A pull request: the record of `pull_requests`, also that of what merges one. */
export const PullRequest = z.object({
  id: z.string().nullish(),
  databaseId: z.int().nullish(),
  number: z.int().nullish(),
  title: z.string().nullish(),
  body: z.string().nullish(),
  bodyHTML: z.string().nullish(),
  state: z.string().nullish(),
  isDraft: z.boolean().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  closedAt: time().nullish(),
  mergedAt: time().nullish(),
  author: Actor.nullish(),
  baseRefName: z.string().nullish(),
  headRefName: z.string().nullish(),
  mergeable: z.string().nullish(),
  merged: z.boolean().nullish(),
  mergedBy: Login.nullish(),
  additions: z.int().nullish(),
  deletions: z.int().nullish(),
  changedFiles: z.int().nullish(),
  commits: Count.nullish(),
  comments: Count.nullish(),
  reviews: Count.nullish(),
  reviewRequests: Count.nullish(),
  assignees: Nodes.nullish(),
  labels: Nodes.nullish(),
  url: z.string().nullish(),
});

// The 32-bit field GitHub calls `databaseId` is deprecated.
const listedFields = `
  id databaseId: fullDatabaseId number title body state isDraft createdAt updatedAt closedAt mergedAt
  author { login avatarUrl }
  baseRefName headRefName mergeable merged
  mergedBy { login }
  additions deletions changedFiles
  commits { totalCount }
  comments { totalCount }
  reviews { totalCount }
  reviewRequests { totalCount }
  assignees(first: 100) { totalCount nodes { login } }
  labels(first: 100) { totalCount nodes { name color } }
  url
`;

const pullRequestFields = selection(listedFields);

const chosen = fields('number', 'title', 'author.login');

const searched = [
  'id',
  'databaseId',
  'number',
  'title',
  'state',
  'isDraft',
  'merged',
  'createdAt',
  'updatedAt',
  'closedAt',
  'mergedAt',
  'baseRefName',
  'headRefName',
  'url',
] as const;

/** https://docs.github.com/graphql/reference/objects#pullrequest and https://docs.github.com/rest/pulls/pulls */
export const pullRequests = defineEntity({
  name: 'pull_requests',
  summary: 'Pull requests of a repository: proposed or merged changes to a branch',
  keywords: ['pr', 'draft pr', 'remarks on pr', 'comments on pr', 'thread on the pr', 'discussion on the pr'],
  record: PullRequest,
  key: 'id',
  actions: {
    create: githubRest('POST /repos/{owner}/{repo}/pulls', {
      summary: 'Open a pull request',
      params: inRepository.extend({
        title: z.string().describe('Title of the pull request'),
        head: z.string().describe('Branch with the changes; `login:branch` for one of a fork'),
        base: z.string().describe('Branch the changes should go into'),
        body: z.string().optional().describe('Description, as Markdown'),
        draft: z.boolean().optional().describe('Opens it as a draft that cannot be merged yet'),
        maintainer_can_modify: z
          .boolean()
          .optional()
          .describe('Allows people with push access to the base to change the branch'),
      }),
      result: RestPullRequest,
    }),
    update: githubRest('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
      beyondContract: true,
      summary: 'Change, close or reopen a pull request; omitted fields stay unchanged',
      params: inRepository.extend({
        pull_number: z.int().describe('Pull request number within the repository'),
        title: z.string().optional().describe('New title'),
        body: z.string().optional().describe('New description, as Markdown'),
        state: z.enum(['open', 'closed']).optional().describe('Closes or reopens the pull request'),
        base: z.string().optional().describe('Branch the changes should go into'),
      }),
      result: RestPullRequest,
    }),
    list: github(
      `query ($owner: String!, $repo: String!, $per_page: Int!, $after: String, $states: [PullRequestState!]) {
        repository(owner: $owner, name: $repo) {
          pullRequests(first: $per_page, after: $after, states: $states, orderBy: { field: CREATED_AT, direction: DESC }) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the pull requests of a repository, newest first',
        params: inRepository.extend({
          states: z
            .array(z.enum(['OPEN', 'CLOSED', 'MERGED']))
            .optional()
            .describe('Only pull requests in one of these states'),
          ...paged,
          fields: chosen,
        }),
        fields: pullRequestFields,
        connection: 'repository.pullRequests',
        toRecord: withNumericId,
      },
    ),
    get: github(
      `query ($owner: String!, $repo: String!, $number: Int!) {
        repository(owner: $owner, name: $repo) {
          pullRequest(number: $number) { ...fields }
        }
      }`,
      {
        summary: 'Get one pull request, with its description as HTML too',
        params: inRepository.extend({
          number: z.int().describe('Pull request number within the repository'),
          fields: chosen,
        }),
        fields: selection(`${listedFields} bodyHTML`),
        at: 'repository.pullRequest',
        toRecord: withNumericId,
      },
    ),
    api_search: github(
      `query ($query: String!, $per_page: Int!, $after: String) {
        search(query: $query, type: ISSUE, first: $per_page, after: $after) {
          issueCount
          nodes { ... on PullRequest { ...fields } }
          pageInfo { hasNextPage endCursor }
        }
      }`,
      {
        summary: 'Search pull requests with the GitHub search syntax',
        params: z.object({
          query: z
            .string()
            .describe('Words and qualifiers, such as `repo:octocat/hello is:open`; `is:pr` is added')
            .meta({ examples: ['is:open'] }),
          ...paged,
          fields: chosen,
        }),
        // GitHub searches issues and pull requests together, and rejects searches of some tokens that do not choose one.
        variables: { query: '{query} is:pr' },
        fields: pullRequestFields,
        ...searchPages('issueCount'),
        keep: isOfType,
        toRecord: withNumericId,
      },
    ),
  },
  search: { title: 'title', link: '{url}', fields: searched, beyondContract: ['body'] },
  sync: { via: 'list', params: largestPages([...searched, 'body']), ...eachRepository },
});
