import { defineEntity, fromBody, page, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { listId } from '../sample-account.ts';

const List = z.object({
  listId: z.string(),
  name: z.string(),
  objectTypeId: z.string().describe('Object of its members: `0-1` for contacts, `0-2` for companies'),
  processingType: z.string().describe('`MANUAL` and `SNAPSHOT` lists can be changed; HubSpot fills `DYNAMIC` ones'),
  processingStatus: z.string().nullish().describe('`COMPLETE` once HubSpot has filled the list'),
  listVersion: z.int().nullish().describe('Counts the changes of its definition'),
  size: z.int().nullish().describe('Number of members; only if one list is fetched'),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
});

/** https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide */
export const lists = defineEntity({
  name: 'lists',
  beyondContract: true,
  summary: 'Lists of contacts or other records, called segments in HubSpot',
  keywords: ['segment', 'static list', 'marketing list', 'contact list', 'audience in the crm'],
  record: List,
  key: 'listId',
  actions: {
    get: hubspot('GET /crm/v3/lists/{listId}', {
      summary: 'Get one list with its size',
      recordAt: 'list',
      params: z.object({
        listId: z
          .string()
          .describe('List id')
          .meta({ examples: [listId(0)] }),
      }),
    }),
    api_search: hubspot('POST /crm/v3/lists/search', {
      summary: 'Find lists by name',
      recordsAt: 'lists',
      params: z.object({
        query: z.string().optional().describe('Text that the name contains; omit it for all lists'),
        processingTypes: z
          .array(z.enum(['MANUAL', 'SNAPSHOT', 'DYNAMIC']))
          .optional()
          .describe('Only lists that are filled in one of these ways'),
        count: z.int().min(1).max(500).default(20).describe('Number of records per page'),
        offset: z.int().min(0).default(0).describe('Number of lists to skip'),
      }),
      paging: page.offset({ param: 'offset', size: 'count', total: 'total' }),
      meta: { total: fromBody('total', z.int()) },
    }),
  },
});
