import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';
import { idAt } from '../sample-business.ts';
import { paged } from '../shared.ts';

const List = z.object({
  id: z.string(),
  name: z.string(),
  contact_count: z.int(),
  _metadata: z.object({ self: z.string().nullish() }).nullish(),
});

const lines: readonly (readonly [name: string, contacts: number])[] = [
  ['Newsletter', 18_420],
  ['Shop customers', 9_312],
  ['Coffee subscribers', 3_204],
  ['Wholesale partners', 268],
  ['Café loyalty card', 6_745],
  ['Press', 84],
  ['Gift card buyers', 1_120],
  ['Brewing course', 412],
];

/** Contract A6, lists; https://www.twilio.com/docs/sendgrid/api-reference/lists/get-all-lists */
export const lists = defineEntity({
  name: 'lists',
  summary: 'Lists that contacts are put on',
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
    const [name, contact_count] = lines[index] ?? [`Guests of tasting no. ${index - 7}`, 12 + (index % 9)];
    const id = idAt('lists', index);
    return { id, name, contact_count, _metadata: { self: `https://api.sendgrid.com/v3/marketing/lists/${id}` } };
  },
});
