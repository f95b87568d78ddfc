import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';
import { listAt } from '../sample-business.ts';
import { paged } from '../shared.ts';

const List = z.object({
  id: z.string(),
  name: z.string(),
  contact_count: z.int(),
  _metadata: z.object({ self: z.string().nullish() }).nullish(),
});

/** https://www.twilio.com/docs/sendgrid/api-reference/lists/get-all-lists */
export const lists = defineEntity({
  name: 'lists',
  summary: 'Lists that contacts belong to',
  record: List,
  key: 'id',
  actions: {
    list: sendgrid('GET /v3/marketing/lists', { summary: 'List the contact lists', params: paged(1000, 100) }),
    get: sendgrid('GET /v3/marketing/lists/{id}', {
      summary: 'Get one contact list',
      params: z.object({ id: z.string().describe('List id') }),
    }),
  },
  search: { fields: allFields(List) },
  sync: { via: 'list', params: { page_size: 1000 } },
  sample: ({ index }) => {
    const list = listAt(index);
    return { ...list, _metadata: { self: `https://api.sendgrid.com/v3/marketing/lists/${list.id}` } };
  },
});
