import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { listParams, timestamps } from '../shared.ts';

const GroupMembership = z.object({
  id: z.int(),
  url: z.string(),
  user_id: z.int(),
  group_id: z.int(),
  default: z.boolean(),
  ...timestamps,
});

/** https://developer.zendesk.com/api-reference/ticketing/groups/group_memberships/ */
export const groupMemberships = defineEntity({
  name: 'group_memberships',
  summary: 'Which agent belongs to which group',
  keywords: ['team', 'agent assignments', 'who works in the group', 'support team', 'who is in second level'],
  record: GroupMembership,
  key: 'id',
  actions: {
    list: zendesk('GET /group_memberships', {
      summary: 'List memberships in groups',
      recordsAt: 'group_memberships',
      wire: byCursor(),
      params: listParams,
    }),
  },
  search: {
    fields: ['id', 'url', 'user_id', 'group_id', 'default', 'created_at', 'updated_at'],
  },
  sync: { via: 'list', params: { per_page: 100 } },
});
