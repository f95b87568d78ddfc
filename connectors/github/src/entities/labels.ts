import { defineEntity, selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { github, githubRest } from '../adapter.ts';
import { RestLabel } from '../records/rest.ts';
import { Count, eachRepository, fields, inRepository, largestPages, paged } from '../shared.ts';

const Label = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  color: z.string().nullish(),
  description: z.string().nullish(),
  createdAt: time().nullish(),
  url: z.string().nullish(),
  issues: Count.nullish(),
  pullRequests: Count.nullish(),
});

const labelFields = selection(`
  id name color description createdAt url
  issues { totalCount }
  pullRequests { totalCount }
`);

const chosen = fields('name', 'color', 'issues.totalCount');

const searched = ['id', 'name', 'color', 'description', 'createdAt', 'url'] as const;

/** https://docs.github.com/graphql/reference/objects#label */
export const labels = defineEntity({
  name: 'labels',
  summary: 'Labels for the issues and pull requests of a repository',
  keywords: ['tag', 'colour of a label'],
  record: Label,
  key: 'id',
  actions: {
    list: github(
      `query ($owner: String!, $repo: String!, $per_page: Int!, $after: String) {
        repository(owner: $owner, name: $repo) {
          labels(first: $per_page, after: $after) {
            nodes { ...fields }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      {
        summary: 'List the labels of a repository',
        params: inRepository.extend({ ...paged, fields: chosen }),
        fields: labelFields,
        connection: 'repository.labels',
      },
    ),
    get: github(
      `query ($owner: String!, $repo: String!, $name: String!) {
        repository(owner: $owner, name: $repo) {
          label(name: $name) { ...fields }
        }
      }`,
      {
        summary: 'Get one label',
        params: inRepository.extend({ name: z.string().describe('Label name'), fields: chosen }),
        fields: labelFields,
        at: 'repository.label',
      },
    ),
    create: githubRest('POST /repos/{owner}/{repo}/labels', {
      beyondContract: true,
      summary: 'Create a label',
      params: inRepository.extend({
        name: z.string().describe('Name of the label'),
        color: z
          .string()
          .optional()
          .describe('Color as six hexadecimal digits, without #; GitHub chooses one if omitted'),
        description: z.string().max(100).optional().describe('What the label is for'),
      }),
      result: RestLabel,
    }),
  },
  search: { title: 'name', link: '{url}', fields: searched },
  sync: { via: 'list', params: largestPages(searched), ...eachRepository },
});
