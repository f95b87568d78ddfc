import { allFields, defineEntity, from, fromBody, type OwnField } from '@connectory/connector-sdk';
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

const types: Readonly<Record<string, Pick<OwnField, 'type' | 'format'>>> = {
  Date: { type: 'string', format: 'iso-8601' },
  Number: { type: 'number' },
  Text: { type: 'string' },
};

const Job = z.object({ job_id: z.string() });

const text = (what: string) => z.string().optional().describe(what);

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
    create: sendgrid('PUT /v3/marketing/contacts', {
      beyondContract: true,
      summary: 'Add contacts, or change those with the same email address; SendGrid does it within minutes',
      params: z.object({
        contacts: z
          .array(
            z.strictObject({
              email: z.string().describe('Email address, which identifies the contact'),
              first_name: text('First name'),
              last_name: text('Last name'),
              address_line_1: text('Street and number'),
              city: text('City'),
              state_province_region: text('State, province or region'),
              postal_code: text('Postal code'),
              country: text('Country'),
              custom_fields: z
                .record(z.string(), z.unknown())
                .optional()
                .describe('Values of custom fields, by the ids of the fields'),
            }),
          )
          .min(1)
          .max(30_000)
          .describe('The contacts'),
        list_ids: z.array(z.string()).optional().describe('Ids of the lists to add all of them to'),
      }),
      result: Job,
    }),
    delete: sendgrid('DELETE /v3/marketing/contacts', {
      beyondContract: true,
      summary: 'Delete a contact; SendGrid does it within minutes',
      params: z.object({ id: z.string().describe('Contact id') }),
      wire: ({ id }) => ({ query: { ids: id } }),
      result: Job,
    }),
    api_search: sendgrid('POST /v3/marketing/contacts/search', {
      beyondContract: true,
      summary: 'Search all contacts with the SendGrid query language; returns at most 50',
      params: z.object({
        query: z
          .string()
          .describe("Condition, such as email LIKE 'ada@%' AND CONTAINS(list_ids, '…')")
          .meta({ examples: ["email LIKE '%'"] }),
      }),
      paging: null,
      meta: { contact_count: fromBody('contact_count', z.int()) },
    }),
  },
  search: {
    title: ['first_name', 'last_name', 'email'],
    fields: allFields(Contact, { except: ['id', 'segment_ids'] }),
    derived: { contact_id: from(z.string(), ({ id }) => id) },
  },
  sync: { via: 'list' },
  ownFields: {
    at: 'custom_fields',
    reads: [{ entity: 'field_definitions' }],
    fields: ({ name, field_type }) => [{ name, label: name, ...(types[field_type] ?? { type: 'any' }) }],
  },
});
