import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { listParams, timestamps } from '../shared.ts';

const Group = z.object({
  id: z.int(),
  url: z.string(),
  name: z.string(),
  description: z.string(),
  default: z.boolean(),
  deleted: z.boolean(),
  is_public: z.boolean(),
  ...timestamps,
});

/** https://developer.zendesk.com/api-reference/ticketing/groups/groups/ */
export const groups = defineEntity({
  name: 'groups',
  summary: 'Teams of agents to which tickets are assigned',
  keywords: ['support team', 'tier 2', 'first line', 'second line', 'second level', 'departments in support'],
  record: Group,
  key: 'id',
  actions: {
    list: zendesk('GET /groups', {
      summary: 'List groups',
      recordsAt: 'groups',
      wire: byCursor(),
      params: listParams.extend({
        exclude_deleted: z.boolean().default(false).describe('Whether to exclude deleted groups'),
      }),
    }),
    get: zendesk('GET /groups/{group_id}', {
      summary: 'Get one group',
      recordAt: 'group',
      params: z.object({ group_id: z.int().describe('Group id') }),
    }),
  },
  search: {
    title: 'name',
    fields: ['created_at', 'default', 'deleted', 'description', 'id', 'is_public', 'name', 'updated_at', 'url'],
  },
  sync: { via: 'list', params: { per_page: 100 } },
});
