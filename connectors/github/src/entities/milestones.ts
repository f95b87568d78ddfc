import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github } from '../adapter.ts';
import { Count, eachRepository, fields, inRepository, largestPages, paged } from '../shared.ts';

const Milestone = z.object({
  id: z.string().nullish(),
  number: z.int().nullish(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  state: z.string().nullish(),
  dueOn: time().nullish(),
  closedAt: time().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  progressPercentage: z.number().nullish(),
  issues: Count.nullish(),
  pullRequests: Count.nullish(),
});

const milestoneFields = selection(`
  id number title description state dueOn closedAt createdAt updatedAt progressPercentage
  issues { totalCount }
  pullRequests { totalCount }
`);

const chosen = fields('number', 'title', 'issues.totalCount');

const searched = [
  'id',
  'number',
  'title',
  'description',
  'state',
  'dueOn',
  'closedAt',
  'createdAt',
  'updatedAt',
  'progressPercentage',
] as const;

/** https://docs.github.com/graphql/reference/objects#milestone */
export const milestones = defineEntity({
  name: 'milestones',
  summary: 'Milestones of a repository, with their progress',
  keywords: ['percent done', 'how far are we', 'goal', 'sprint', 'target', 'release plan', 'due for the version'],
  record: Milestone,
  key: 'id',
  actions: {
    list: github(
      `query ($owner: String!, $repo: String!, $per_page: Int!, $after: String, $states: [MilestoneState!]) {
        repository(owner: $owner, name: $repo) {
          milestones(first: $per_page, after: $after, states: $states, orderBy: { field: CREATED_AT, direction: DESC }) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the milestones of a repository, newest first',
        params: inRepository.extend({
          states: z
            .array(z.enum(['OPEN', 'CLOSED']))
            .optional()
            .describe('Only milestones in one of these states'),
          ...paged,
          fields: chosen,
        }),
        fields: milestoneFields,
        connection: 'repository.milestones',
      },
    ),
    get: github(
      `query ($owner: String!, $repo: String!, $number: Int!) {
        repository(owner: $owner, name: $repo) {
          milestone(number: $number) { ...fields }
        }
      }`,
      {
        summary: 'Get one milestone',
        params: inRepository.extend({
          number: z.int().describe('Milestone number within the repository'),
          fields: chosen,
        }),
        fields: milestoneFields,
        at: 'repository.milestone',
      },
    ),
  },
  search: { title: 'title', fields: searched },
  sync: { via: 'list', params: largestPages(searched), ...eachRepository },
});
