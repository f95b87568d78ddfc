import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from './adapter.ts';
import { paged } from './shared.ts';

const Webhook = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(['active', 'paused', 'disabled']),
  topic: z.string(),
  delivery_url: z.string(),
});

/** Entities with events; no event restores a customer. https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks */
export const webhookTopics = ['customer', 'coupon', 'order', 'product'].flatMap((kind) =>
  ['created', 'updated', 'deleted', 'restored']
    .filter((verb) => kind !== 'customer' || verb !== 'restored')
    .map((verb) => `${kind}.${verb}`),
);

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks */
export const webhooks = defineEntity({
  name: 'webhooks',
  summary: 'Webhooks of the shop, one for each topic',
  record: Webhook,
  key: 'id',
  actions: {
    list: woocommerce('GET /webhooks', { summary: 'List webhooks, newest first', params: z.object(paged) }),
    create: woocommerce('POST /webhooks', {
      summary: 'Create a webhook',
      params: z.object({
        url: z.string().describe('Where events are sent to'),
        topic: z.string().describe('What the events are about, such as order.created'),
        secret: z.string().describe('What events are signed with'),
      }),
      wire: ({ url, topic, secret }) => ({
        body: { name: `Connectory: ${topic}`, status: 'active', topic, delivery_url: url, secret },
      }),
    }),
    delete: woocommerce('DELETE /webhooks/{id}', {
      summary: 'Delete a webhook',
      params: z.object({ id: z.int().describe('Webhook id') }),
      wire: () => ({ query: { force: true } }),
    }),
  },
});
