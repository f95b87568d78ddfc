import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github, githubRest, isOfType, searchPages } from '../adapter.ts';
import { RestIssue } from '../records/rest.ts';
import {
  Actor,
  Count,
  eachRepository,
  fields,
  inRepository,
  largestPages,
  Nodes,
  paged,
  sinceOnly,
} from '../shared.ts';

const Issue = z.object({
  id: z.string().nullish(),
  databaseId: z.int().nullish(),
  number: z.int().nullish(),
  title: z.string().nullish(),
  body: z.string().nullish(),
  bodyHTML: z.string().nullish(),
  state: z.string().nullish(),
  stateReason: z.string().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  closedAt: time().nullish(),
  author: Actor.nullish(),
  assignees: Nodes.nullish(),
  labels: Nodes.nullish(),
  milestone: z.object({ title: z.string().nullish(), number: z.int().nullish() }).nullish(),
  url: z.string().nullish(),
  locked: z.boolean().nullish(),
  comments: Count.nullish(),
});

const listedFields = `
  id databaseId number title body state stateReason createdAt updatedAt closedAt
  author { login avatarUrl }
  assignees(first: 100) { totalCount nodes { login } }
  labels(first: 100) { totalCount nodes { name color } }
  milestone { title number }
  url locked
  comments { totalCount }
`;

const issueFields = selection(listedFields);

const chosen = fields('number', 'title', 'author.login');

const editable = {
  body: z.string().optional().describe('Description, as Markdown'),
  labels: z.array(z.string()).optional().describe('Names of all the labels it should have'),
  assignees: z.array(z.string()).optional().describe('Logins of all the users it should be assigned to'),
  milestone: z.int().nullable().optional().describe('Number of the milestone it belongs to, null for none'),
};

const searched = [
  'id',
  'databaseId',
  'number',
  'title',
  'state',
  'stateReason',
  'createdAt',
  'updatedAt',
  'closedAt',
  'locked',
  'url',
] as const;

/** https://docs.github.com/graphql/reference/objects#issue and https://docs.github.com/rest/issues/issues */
export const issues = defineEntity({
  name: 'issues',
  summary: 'Issues of a repository, without its pull requests',
  keywords: ['bug', 'bug report', 'reported twice', 'error report', 'ticket in the repo', 'feature', 'defect'],
  record: Issue,
  key: 'id',
  actions: {
    list: github(
      `query ($owner: String!, $repo: String!, $per_page: Int!, $after: String, $states: [IssueState!], $since: DateTime) {
        repository(owner: $owner, name: $repo) {
          issues(
            first: $per_page, after: $after, states: $states, filterBy: { since: $since }
            orderBy: { field: CREATED_AT, direction: DESC }
          ) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the issues of a repository, newest first',
        params: inRepository.extend({
          states: z
            .array(z.enum(['OPEN', 'CLOSED']))
            .optional()
            .describe('Only issues in one of these states'),
          ...paged,
          fields: chosen,
        }),
        syncOnly: sinceOnly,
        fields: issueFields,
        connection: 'repository.issues',
      },
    ),
    get: github(
      `query ($owner: String!, $repo: String!, $number: Int!) {
        repository(owner: $owner, name: $repo) {
          issue(number: $number) { ...fields }
        }
      }`,
      {
        summary: 'Get one issue, with its description as HTML too',
        params: inRepository.extend({ number: z.int().describe('Issue number within the repository'), fields: chosen }),
        fields: selection(`${listedFields} bodyHTML`),
        at: 'repository.issue',
      },
    ),
    create: githubRest('POST /repos/{owner}/{repo}/issues', {
      summary: 'Open an issue',
      params: inRepository.extend({ title: z.string().describe('Title of the issue'), ...editable }),
      result: RestIssue,
    }),
    update: githubRest('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
      summary: 'Change, close or reopen an issue; omitted fields stay unchanged',
      params: inRepository.extend({
        issue_number: z.int().describe('Issue number within the repository'),
        title: z.string().optional().describe('New title'),
        state: z.enum(['open', 'closed']).optional().describe('Closes or reopens the issue'),
        state_reason: z
          .enum(['completed', 'not_planned', 'reopened'])
          .nullable()
          .optional()
          .describe('Why the state changes; ignored unless `state` does change'),
        ...editable,
      }),
      result: RestIssue,
    }),
    api_search: github(
      `query ($query: String!, $per_page: Int!, $after: String) {
        search(query: $query, type: ISSUE, first: $per_page, after: $after) {
          issueCount
          nodes { ... on Issue { ...fields } }
          pageInfo { hasNextPage endCursor }
        }
      }`,
      {
        summary: 'Search issues with the GitHub search syntax',
        params: z.object({
          query: z
            .string()
            .describe('Words and qualifiers, such as `repo:octocat/hello label:bug`; `is:issue` is added')
            .meta({ examples: ['is:open'] }),
          ...paged,
          fields: chosen,
        }),
        // GitHub searches issues and pull requests together, and rejects searches of some tokens that do not choose one.
        variables: { query: '{query} is:issue' },
        fields: issueFields,
        ...searchPages('issueCount'),
        keep: isOfType,
      },
    ),
  },
  search: { title: 'title', link: '{url}', fields: searched, beyondContract: ['body'] },
  sync: {
    via: 'list',
    params: largestPages([...searched, 'body']),
    ...eachRepository,
    cursor: { field: 'updatedAt', param: 'since' },
  },
});
