import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { confluence } from '../adapter.ts';
import {
  Content,
  changedContent,
  createContent,
  deletedContent,
  newContent,
  oneContent,
  pageList,
} from '../records/content.ts';

const Page = Content.extend({
  parentId: z.string().nullish(),
  parentType: z.string().nullish(),
  position: z.int().nullish(),
  ownerId: z.string().nullish(),
  lastOwnerId: z.string().nullish(),
});

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-page/ */
export const pages = defineEntity({
  name: 'pages',
  summary: 'Pages, the documents of a wiki, with their position in the page tree of a space',
  keywords: ['policy', 'onboarding guide', 'doc', 'checklist', 'know about', 'know internally', 'meeting notes'],
  record: Page,
  key: 'id',
  actions: {
    list: confluence('GET /wiki/api/v2/pages', {
      summary: 'List pages',
      params: pageList,
    }),
    get: confluence('GET /wiki/api/v2/pages/{id}', { summary: 'Get one page', params: oneContent }),
    create: confluence('POST /wiki/api/v2/pages', {
      beyondContract: true,
      summary: 'Publish a page, or save it as a draft',
      params: newContent.extend({
        parentId: z.string().optional().describe('Id of the page above; by default the home page of the space'),
        'root-level': z.boolean().optional().describe('Whether it is at the top of the space; without parentId'),
      }),
      wire: ({ 'root-level': atTop, ...page }) => {
        const { query, body } = createContent(page);
        return { query: { ...query, 'root-level': atTop }, body };
      },
    }),
    update: confluence('PUT /wiki/api/v2/pages/{id}', {
      beyondContract: true,
      summary: 'Replace title and text of a page, publish a draft, or move it below another page',
      params: changedContent.extend({
        parentId: z.string().optional().describe('Id of the page to move it below, in the same space'),
        ownerId: z.string().optional().describe('Account id of the new owner'),
      }),
      // Confluence wants the id in the body as well.
      wire: (_, page) => ({ body: page }),
    }),
    delete: confluence('DELETE /wiki/api/v2/pages/{id}', {
      beyondContract: true,
      summary: 'Move a page to the trash',
      params: deletedContent,
      result: z.object({}),
    }),
  },
  search: {
    title: 'title',
    link: 'https://{setting:subdomain}.atlassian.net/wiki{_links.webui}',
    fields: allFields(Page),
  },
  sync: { via: 'list', params: { limit: 250, 'body-format': 'storage' } },
});
