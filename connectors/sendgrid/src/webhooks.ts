import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from './adapter.ts';

/** Events that change a copy. https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
const happenings = ['bounce', 'dropped', 'unsubscribe', 'group_unsubscribe', 'group_resubscribe'];

const Webhook = z.object({
  id: z.string(),
  enabled: z.boolean(),
  url: z.string(),
  friendly_name: z.string().nullish(),
  public_key: z.string().nullish(),
});

const byId = z.object({ id: z.string().describe('Webhook id') });

/** https://www.twilio.com/docs/sendgrid/api-reference/webhooks */
export const webhooks = defineEntity({
  name: 'event_webhooks',
  summary: 'Event webhooks of the account',
  record: Webhook,
  key: 'id',
  actions: {
    list: sendgrid('GET /v3/user/webhooks/event/settings/all', {
      summary: 'List event webhooks',
      recordsAt: 'webhooks',
      paging: null,
      meta: {},
    }),
    create: sendgrid('POST /v3/user/webhooks/event/settings', {
      summary: 'Create an event webhook, whose events are not signed yet',
      params: z.object({ url: z.string().describe('Where events are sent to') }),
      wire: ({ url }) => ({
        body: {
          enabled: true,
          url,
          friendly_name: 'Connectory',
          ...Object.fromEntries(happenings.map((name) => [name, true])),
        },
      }),
    }),
    update: sendgrid('PATCH /v3/user/webhooks/event/settings/signed/{id}', {
      summary: 'Sign the events of a webhook from now on',
      params: byId,
      wire: () => ({ body: { enabled: true } }),
      result: z.object({ id: z.string(), public_key: z.string() }),
    }),
    delete: sendgrid('DELETE /v3/user/webhooks/event/settings/{id}', {
      summary: 'Delete an event webhook',
      params: byId,
      result: z.object({}),
    }),
  },
});
