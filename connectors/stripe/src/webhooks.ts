import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { stripe } from './adapter.ts';
import { listParams } from './shared.ts';

// Everything of the entities that events keep right; https://docs.stripe.com/api/events/types
const enabledEvents = [
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.created',
  'invoice.updated',
  'invoice.deleted',
  'invoice.finalized',
  'invoice.finalization_failed',
  'invoice.marked_uncollectible',
  'invoice.overdue',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.payment_succeeded',
  'invoice.sent',
  'invoice.voided',
  'charge.captured',
  'charge.expired',
  'charge.failed',
  'charge.pending',
  'charge.refunded',
  'charge.succeeded',
  'charge.updated',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
];

const WebhookEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  enabled_events: z.array(z.string()),
  status: z.string(),
});

/** https://docs.stripe.com/api/webhook_endpoints */
export const webhooks = defineEntity({
  name: 'webhook_endpoints',
  summary: 'Webhooks of the account',
  record: WebhookEndpoint,
  key: 'id',
  actions: {
    list: stripe('GET /v1/webhook_endpoints', { summary: 'List webhooks, newest first', params: listParams }),
    create: stripe('POST /v1/webhook_endpoints', {
      summary: 'Create a webhook for the events of all entities with a copy',
      params: z.object({ url: z.string().describe('Where events are sent to') }),
      wire: ({ url }) => ({ body: { url, enabled_events: enabledEvents } }),
      result: WebhookEndpoint.extend({ secret: z.string() }),
    }),
    delete: stripe('DELETE /v1/webhook_endpoints/{id}', {
      summary: 'Delete a webhook',
      params: z.object({ id: z.string().describe('Webhook id') }),
      result: z.object({ id: z.string(), deleted: z.boolean() }),
    }),
  },
});
