import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from './adapter.ts';
import { paged } from './shared.ts';

const all = (topic: string, verbs: readonly string[]) => verbs.map((verb) => `${topic}/${verb}`);
const lives = ['create', 'update', 'delete'];

/** Events that change a copy. https://shopify.dev/docs/api/admin-rest/latest/resources/webhook */
export const webhookTopics: readonly string[] = [
  ...['customers', 'draft_orders', 'products', 'collections', 'locations', 'checkouts'].flatMap((topic) =>
    all(topic, lives),
  ),
  ...all('orders', ['create', 'updated', 'delete']),
  ...all('fulfillments', ['create', 'update']),
  ...all('disputes', ['create', 'update']),
  ...all('inventory_levels', ['connect', 'update', 'disconnect']),
  'refunds/create',
  'tender_transactions/create',
  'shop/update',
];

const Webhook = z.object({ id: z.int(), address: z.string(), topic: z.string(), format: z.enum(['json', 'xml']) });

/** The webhooks of the app whose token the connection has. https://shopify.dev/docs/api/admin-rest/latest/resources/webhook */
export const webhooks = defineEntity({
  name: 'webhooks',
  summary: 'Webhooks of the app, one for each topic',
  record: Webhook,
  key: 'id',
  actions: {
    list: shopifyList('GET /webhooks.json', {
      summary: 'List webhooks',
      recordsAt: 'webhooks',
      params: z.object(paged),
    }),
    create: shopify('POST /webhooks.json', {
      summary: 'Create a webhook',
      recordAt: 'webhook',
      params: z.object({
        url: z.string().describe('Where events are sent to'),
        topic: z.string().describe('What the events are about, such as orders/create'),
      }),
      wire: ({ url, topic }) => ({ body: { webhook: { topic, address: url, format: 'json' } } }),
    }),
    delete: shopify('DELETE /webhooks/{id}.json', {
      summary: 'Delete a webhook',
      params: z.object({ id: z.int().describe('Webhook id') }),
      result: z.object({}),
    }),
  },
});
