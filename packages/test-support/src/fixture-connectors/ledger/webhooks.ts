import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byId, ledgerApi, listParams } from './adapter.ts';

const Webhook = z.object({ id: z.string(), url: z.url(), events: z.array(z.string()) });

/** One webhook for everything, whose secret the vendor shows once. */
export const webhooks = defineEntity({
  name: 'webhooks',
  summary: 'Webhooks of the account',
  record: Webhook,
  key: 'id',
  actions: {
    list: ledgerApi('GET /v1/webhooks', { summary: 'List webhooks', params: listParams }),
    create: ledgerApi('POST /v1/webhooks', {
      summary: 'Create a webhook',
      params: z.object({ url: z.url().describe('Where events are sent to') }),
      wire: ({ url }) => ({ body: { url, events: ['customer.*', 'invoice.*'] } }),
      result: Webhook.extend({ secret: z.string() }),
    }),
    delete: ledgerApi('DELETE /v1/webhooks/{id}', {
      summary: 'Delete a webhook',
      params: byId,
      result: z.object({ id: z.string(), deleted: z.boolean() }),
    }),
  },
});
