import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { listParams } from '../shared.ts';

const Tag = z.object({ name: z.string(), count: z.int() });

/** https://developer.zendesk.com/api-reference/ticketing/ticket-management/tags/ */
export const tags = defineEntity({
  name: 'tags',
  summary: 'Words that tickets, users and organizations are marked with',
  keywords: ['label', 'hashtags', 'keywords on tickets', 'most used tags'],
  record: Tag,
  key: 'name',
  actions: {
    list: zendesk('GET /tags', {
      summary: 'List the tags of the last 60 days, most used first',
      recordsAt: 'tags',
      wire: byCursor(),
      params: listParams,
    }),
  },
  search: { title: 'name', fields: ['count', 'name'] },
  sync: { via: 'list', params: { per_page: 100 } },
});
