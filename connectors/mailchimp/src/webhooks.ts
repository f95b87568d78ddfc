import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from './adapter.ts';

const ofAudience = z.object({ list_id: z.string().describe('Audience id') });
const all = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]));

/** A webhook of each audience. https://mailchimp.com/developer/marketing/api/list-webhooks/ */
export const webhooks = defineEntity({
  name: 'list_webhooks',
  summary: 'Webhooks of an audience',
  record: z.object({
    id: z.string(),
    url: z.string(),
    events: z.record(z.string(), z.boolean()),
    sources: z.record(z.string(), z.boolean()),
    list_id: z.string(),
  }),
  key: 'id',
  actions: {
    list: mailchimp('GET /lists/{list_id}/webhooks', {
      summary: 'List the webhooks of an audience',
      recordsAt: 'webhooks',
      params: ofAudience,
      paging: null,
      meta: {},
    }),
    create: mailchimp('POST /lists/{list_id}/webhooks', {
      summary: 'Create a webhook of an audience',
      params: ofAudience.extend({ url: z.string().describe('Where events are sent to') }),
      wire: ({ url }) => ({
        body: {
          url,
          events: all(['subscribe', 'unsubscribe', 'profile', 'cleaned', 'upemail', 'campaign']),
          sources: all(['user', 'admin', 'api']),
        },
      }),
    }),
    delete: mailchimp('DELETE /lists/{list_id}/webhooks/{id}', {
      summary: 'Delete a webhook of an audience',
      params: ofAudience.extend({ id: z.string().describe('Webhook id') }),
      result: z.object({}),
    }),
  },
});
