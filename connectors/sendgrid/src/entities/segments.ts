import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';
import { idAt } from '../sample-business.ts';
import { timestamps } from '../shared.ts';

const Segment = z.object({
  id: z.string(),
  name: z.string(),
  contacts_count: z.int(),
  ...timestamps,
  sample_updated_at: z.string().nullish(),
  next_sample_update: z.string().nullish(),
  parent_list_ids: z.array(z.string().nullable()).nullish(),
  query_version: z.string(),
  status: z.object({ query_validation: z.string().nullish(), error_message: z.string().nullish() }).nullish(),
});

// Name, position of the list the contacts are taken from, how many they are.
const lines: readonly (readonly [name: string, list: number | undefined, contacts: number])[] = [
  ['Opened in the last 30 days', undefined, 7_315],
  ['Never opened', 0, 1_904],
  ['Ordered twice or more', 1, 4_121],
  ['Espresso drinkers', 2, 1_388],
  ['Lives in Oakland', undefined, 2_260],
  ['No order for 90 days', 1, 2_047],
  ['Subscription paused', 2, 236],
  ['Joined this month', 0, 518],
];

/** https://www.twilio.com/docs/sendgrid/api-reference/segmenting-contacts-v2/get-list-of-segments */
export const segments = defineEntity({
  name: 'segments',
  summary: 'Groups of contacts that match a condition',
  record: Segment,
  key: 'id',
  actions: {
    list: sendgrid('GET /v3/marketing/segments/2.0', {
      summary: 'List all segments',
      recordsAt: 'results',
      paging: null,
      meta: {},
    }),
    get: sendgrid('GET /v3/marketing/segments/2.0/{segment_id}', {
      summary: 'Get one segment, with its query and a sample of its contacts',
      params: z.object({ segment_id: z.string().describe('Segment id') }),
    }),
  },
  search: { fields: allFields(Segment) },
  sync: { via: 'list' },
  sample: (source) => {
    const { index } = source;
    const [name, list, contacts] = lines[index] ?? [`Bought coffee no. ${index - 7}`, 1, 300 - 5 * index];
    const age = source.integer(30, 600);
    return {
      id: idAt('segments', index),
      name,
      contacts_count: contacts,
      created_at: source.time(age),
      updated_at: source.time(source.integer(2, age - 1)),
      sample_updated_at: source.time(0),
      next_sample_update: source.time(-2),
      parent_list_ids: list === undefined ? [] : [idAt('lists', list)],
      query_version: '2',
      status: { query_validation: 'VALID', error_message: undefined },
    };
  },
});
