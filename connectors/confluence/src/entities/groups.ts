import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { confluenceV1 } from '../adapter.ts';
import { pagedByStart } from '../shared.ts';

const Group = z.object({
  id: z.string(),
  name: z.string().nullish(),
  type: z.string().nullish().describe('Always `group`'),
  usageType: z.string().nullish().describe('Whether it is a group (`USERBASE_GROUP`) or a team (`TEAM_COLLABORATION`)'),
  managedBy: z.string().nullish().describe('Who manages it: `ADMINS`, `EXTERNAL`, `TEAM_MEMBERS` or `OPEN`'),
  resourceAri: z.string().nullish().describe('Id of the group in all products of Atlassian'),
  _links: z.object({ self: z.string().nullish() }).nullish(),
});

/** https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-group/ */
export const groups = defineEntity({
  name: 'groups',
  summary: 'Groups of people, to which spaces give permissions',
  keywords: ['user group', 'permission group', 'who may see', 'access groups'],
  beyondContract: true,
  record: Group,
  key: 'id',
  actions: {
    list: confluenceV1('GET /wiki/rest/api/group', {
      summary: 'List groups',
      params: pagedByStart(200),
    }),
  },
  search: { title: 'name', fields: allFields(Group) },
  sync: { via: 'list', params: { limit: 200 } },
});
