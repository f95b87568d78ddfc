import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { confluence } from '../adapter.ts';
import { Content, oneContent, pageList } from '../records/content.ts';

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
  },
  search: { fields: allFields(Page) },
  sync: { via: 'list', params: { limit: 250, 'body-format': 'storage' } },
});
