import { defineEntity, fromParam, type RawValue, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github } from '../adapter.ts';
import { after, fields, inOrganization, Login, largestPages, Nodes, pageSize } from '../shared.ts';
import { projects } from './projects.ts';

const ProjectItem = z.object({
  id: z.string().nullish(),
  type: z.string().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  isArchived: z.boolean().nullish(),
  content: z
    .object({
      id: z.string().nullish(),
      title: z.string().nullish(),
      body: z.string().nullish(),
      number: z.int().nullish(),
      state: z.string().nullish(),
      url: z.string().nullish(),
      createdAt: time().nullish(),
      updatedAt: time().nullish(),
      author: Login.nullish(),
      creator: Login.nullish(),
      assignees: Nodes.nullish(),
      labels: Nodes.nullish(),
      repository: z.object({ nameWithOwner: z.string().nullish() }).nullish(),
    })
    .nullish(),
  fieldValues: Nodes.nullish(),
});

// GitHub rejects a call that could return more than 500,000 nodes; 100 items with lists of these sizes stay below.
// GraphQL rejects two states of different types under one name.
const itemFields = selection(`
  id type createdAt updatedAt isArchived
  content {
    ... on Issue {
      id title number state url createdAt updatedAt
      author { login }
      assignees(first: 100) { totalCount nodes { login } }
      labels(first: 100) { totalCount nodes { name color } }
      repository { nameWithOwner }
    }
    ... on PullRequest {
      id title number pullRequestState: state url createdAt updatedAt
      author { login }
      assignees(first: 100) { totalCount nodes { login } }
      labels(first: 100) { totalCount nodes { name color } }
      repository { nameWithOwner }
    }
    ... on DraftIssue {
      id title body createdAt updatedAt
      creator { login }
    }
  }
  fieldValues(first: 50) {
    totalCount
    nodes {
      ... on ProjectV2ItemFieldSingleSelectValue { name field { ... on ProjectV2SingleSelectField { name } } }
      ... on ProjectV2ItemFieldTextValue { text field { ... on ProjectV2Field { name } } }
      ... on ProjectV2ItemFieldDateValue { date field { ... on ProjectV2Field { name } } }
      ... on ProjectV2ItemFieldNumberValue { number field { ... on ProjectV2Field { name } } }
      ... on ProjectV2ItemFieldIterationValue {
        title startDate duration
        field { ... on ProjectV2IterationField { name } }
      }
      ... on ProjectV2ItemFieldLabelValue {
        labels(first: 50) { totalCount nodes { name color } }
        field { ... on ProjectV2Field { name } }
      }
      ... on ProjectV2ItemFieldUserValue {
        users(first: 20) { totalCount nodes { login } }
        field { ... on ProjectV2Field { name } }
      }
      ... on ProjectV2ItemFieldRepositoryValue {
        repository { nameWithOwner }
        field { ... on ProjectV2Field { name } }
      }
      ... on ProjectV2ItemFieldMilestoneValue {
        milestone { title number }
        field { ... on ProjectV2Field { name } }
      }
    }
  }
`);

function withState(row: RawValue): RawValue {
  if (row.content?.pullRequestState === undefined) return row;
  const { pullRequestState, ...content } = row.content;
  return { ...row, content: { ...content, state: pullRequestState } };
}

const searched = [
  'id',
  'type',
  'createdAt',
  'updatedAt',
  'isArchived',
  'content.id',
  'content.title',
  'content.body',
  'content.number',
  'content.state',
  'content.url',
  'content.createdAt',
  'content.updatedAt',
  'content.author.login',
  'content.creator.login',
  'content.repository.nameWithOwner',
] as const;

const inContent = (type: string, fields: string) => fields.split(' ').map((field) => `content<${type}>.${field}`);

// Labels, assignees and columns are omitted: a page with them costs 45 times as much of GitHub's rate limit.
const synchronized = [
  'id',
  'type',
  'createdAt',
  'updatedAt',
  'isArchived',
  ...inContent('Issue', 'id title number state url createdAt updatedAt author.login repository.nameWithOwner'),
  ...inContent(
    'PullRequest',
    'id title number pullRequestState url createdAt updatedAt author.login repository.nameWithOwner',
  ),
  ...inContent('DraftIssue', 'id title body createdAt updatedAt creator.login'),
];

/** https://docs.github.com/graphql/reference/objects#projectv2item */
export const projectItems = defineEntity({
  name: 'project_items',
  summary: 'Issues, pull requests and drafts of a project, with their values in its columns',
  keywords: ['board', 'kanban board', 'planning board', 'cards on the board', 'on the roadmap'],
  record: ProjectItem,
  key: 'id',
  actions: {
    list: github(
      `query ($org: String!, $project_number: Int!, $per_page: Int!, $after: String) {
        organization(login: $org) {
          projectV2(number: $project_number) {
            items(first: $per_page, after: $after) {
              nodes { ...fields }
              pageInfo { hasNextPage endCursor }
            }
          }
        }
      }`,
      {
        summary: 'List the items of a project',
        params: inOrganization.extend({
          project_number: z.int().describe('Project number within the organization'),
          per_page: pageSize(50),
          after,
          fields: fields('type', 'isArchived', 'content<Issue>.title'),
        }),
        fields: itemFields,
        connection: 'organization.projectV2.items',
        toRecord: withState,
      },
    ),
  },
  search: {
    title: 'content.title',
    link: '{content.url}',
    fields: searched,
    derived: { org: fromParam(z.string(), 'org'), project_number: fromParam(z.int(), 'project_number') },
  },
  sync: { via: 'list', params: largestPages(synchronized), each: projects, bind: { project_number: 'number' } },
});
