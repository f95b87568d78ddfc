import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { confluence } from '../adapter.ts';
import { paged } from '../shared.ts';

const Label = z.object({ id: z.string(), name: z.string(), prefix: z.string() });

const labeled = z.object({
  id: z.string().describe('Id of the page or blog post'),
  name: z
    .string()
    .min(1)
    .max(255)
    .describe('The label')
    .meta({ examples: ['reviewed'] }),
});

/** https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-content-labels/ */
export const contentLabels = defineEntity({
  name: 'content_labels',
  summary: 'Labels of pages and blog posts',
  keywords: ['tag', 'tag a page', 'label a page', 'categorize', 'marked with'],
  beyondContract: true,
  record: Label,
  key: 'id',
  actions: {
    list: confluence('GET /wiki/api/v2/pages/{id}/labels', {
      summary: 'List the labels of a page',
      params: paged.extend({ id: z.string().describe('Id of the page') }),
    }),
    create: confluence('POST /wiki/rest/api/content/{id}/label', {
      summary: 'Add a label to a page or blog post',
      params: labeled,
      wire: ({ name }) => ({ body: { prefix: 'global', name } }),
      match: { name: 'name' },
    }),
    delete: confluence('DELETE /wiki/rest/api/content/{id}/label', {
      summary: 'Remove a label from a page or blog post',
      params: labeled,
      result: z.object({}),
    }),
  },
});
