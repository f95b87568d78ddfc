import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { helpCentreApi, listParams } from './adapter.ts';

/** One webhook for each topic, signed with the secret that the vendor received. */
export const webhooks = defineEntity({
  name: 'webhooks',
  summary: 'Webhooks of the account',
  record: z.object({ id: z.int(), endpoint: z.string(), subscription: z.string() }),
  key: 'id',
  actions: {
    list: helpCentreApi('GET /webhooks', { summary: 'List webhooks', recordsAt: 'webhooks', params: listParams }),
    create: helpCentreApi('POST /webhooks', {
      summary: 'Create a webhook',
      recordAt: 'webhook',
      params: z.object({
        url: z.string().describe('Where events are sent to'),
        topic: z.string().describe('What the events are about'),
        secret: z.string().describe('What events are signed with'),
      }),
      wire: ({ url, topic, secret }) => ({ body: { endpoint: url, subscription: topic, signing_secret: secret } }),
    }),
    delete: helpCentreApi('DELETE /webhooks/{id}', {
      summary: 'Delete a webhook',
      recordAt: 'webhook',
      params: z.object({ id: z.int().describe('Webhook id') }),
    }),
  },
});
