import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';
import { paged } from '../shared.ts';

const List = z.object({
  id: z.string(),
  name: z.string(),
  contact_count: z.int(),
  _metadata: z.object({ self: z.string().nullish() }).nullish(),
});

const byId = z.object({ id: z.string().describe('List id') });

/** https://www.twilio.com/docs/sendgrid/api-reference/lists/get-all-lists */
export const lists = defineEntity({
  name: 'lists',
  summary: 'Lists that contacts belong to',
  keywords: ['how many are on the list', 'mailing list', 'list we send to', 'recipient list'],
  record: List,
  key: 'id',
  actions: {
    list: sendgrid('GET /v3/marketing/lists', { summary: 'List the contact lists', params: paged(1000, 100) }),
    get: sendgrid('GET /v3/marketing/lists/{id}', {
      summary: 'Get one contact list',
      params: byId,
    }),
    create: sendgrid('POST /v3/marketing/lists', {
      beyondContract: true,
      summary: 'Create an empty contact list',
      params: z.object({ name: z.string().min(1).max(100).describe('Name of the list') }),
    }),
    update: sendgrid('PATCH /v3/marketing/lists/{id}', {
      beyondContract: true,
      summary: 'Rename a contact list',
      params: byId.extend({ name: z.string().describe('New name of the list') }),
    }),
    delete: sendgrid('DELETE /v3/marketing/lists/{id}', {
      beyondContract: true,
      summary: 'Delete a contact list, by default without its contacts',
      params: byId.extend({
        delete_contacts: z.boolean().default(false).describe('True deletes its contacts, too'),
      }),
      result: z.object({ job_id: z.string().nullish() }),
    }),
  },
  search: { title: 'name', fields: allFields(List) },
  sync: { via: 'list', params: { page_size: 1000 } },
});
