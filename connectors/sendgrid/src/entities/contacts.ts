import { allFields, defineEntity, from, fromBody } from '@connectory/connector-sdk';
import { z } from 'zod';
import { nextInBody, sendgrid } from '../adapter.ts';
import { idAt, personAt } from '../sample-business.ts';
import { timestamps } from '../shared.ts';

const Contact = z.object({
  id: z.string(),
  email: z.string().nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  unique_name: z.string().nullish(),
  alternate_emails: z.array(z.string()).nullish(),
  address_line_1: z.string().nullish(),
  address_line_2: z.string().nullish(),
  city: z.string().nullish(),
  state_province_region: z.string().nullish(),
  country: z.string().nullish(),
  postal_code: z.string().nullish(),
  phone_number: z.string().nullish(),
  whatsapp: z.string().nullish(),
  line: z.string().nullish(),
  facebook: z.string().nullish(),
  list_ids: z.array(z.string()).nullish(),
  segment_ids: z.array(z.string()).nullish(),
  custom_fields: z.record(z.string(), z.unknown()).nullish(),
  ...timestamps,
});

const places = [
  { city: 'Oakland', state_province_region: 'CA', postal_code: '94607' },
  { city: 'Portland', state_province_region: 'OR', postal_code: '97209' },
  { city: 'Austin', state_province_region: 'TX', postal_code: '78701' },
];

/** https://www.twilio.com/docs/sendgrid/api-reference/contacts/get-sample-contacts */
export const contacts = defineEntity({
  name: 'contacts',
  summary:
    'People to write to. SendGrid lists only the 50 most recent ones, and the searchable copy contains no others',
  record: Contact,
  key: 'id',
  actions: {
    list: sendgrid('GET /v3/marketing/contacts', {
      summary: 'List the 50 contacts that were last added to the account or to a list; contact_count counts all',
      paging: null,
      meta: { ...nextInBody, contact_count: fromBody('contact_count', z.int()) },
    }),
    get: sendgrid('GET /v3/marketing/contacts/{id}', {
      summary: 'Get one contact, including unlisted ones',
      params: z.object({ id: z.string().describe('Contact id') }),
    }),
  },
  search: {
    fields: allFields(Contact, { except: ['id', 'segment_ids'] }),
    derived: { contact_id: from(z.string(), ({ id }) => id) },
  },
  sync: { via: 'list' },
  sample: (source) => {
    const { first, last, email } = personAt(source.index);
    const age = source.integer(10, 400);
    return {
      id: idAt('contacts', source.index),
      email,
      first_name: first,
      last_name: last,
      unique_name: '',
      alternate_emails: [],
      address_line_1: `${source.integer(1, 900)} Harbor Street`,
      address_line_2: '',
      ...source.pick(places),
      country: 'US',
      phone_number: '',
      whatsapp: '',
      line: '',
      facebook: '',
      list_ids: [source.of('lists')],
      segment_ids: [source.of('segments')],
      custom_fields: {
        favorite_roast: source.pick(['espresso', 'filter', 'decaf']),
        orders: source.integer(1, 30),
      },
      created_at: source.time(age),
      updated_at: source.time(source.integer(0, age - 1)),
    };
  },
});
