import { allFields, defineEntity, from, fromBody } from '@connectory/connector-sdk';
import { z } from 'zod';
import { nextInBody, sendgrid } from '../adapter.ts';
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

/** https://www.twilio.com/docs/sendgrid/api-reference/contacts/get-sample-contacts */
export const contacts = defineEntity({
  name: 'contacts',
  summary:
    'People to write to. SendGrid lists only the 50 most recent ones, and the searchable copy contains no others',
  keywords: ['person'],
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
});
