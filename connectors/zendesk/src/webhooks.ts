import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from './adapter.ts';
import { onlyByCursor } from './paging.ts';
import { cursorParams } from './shared.ts';

// What happens to the records of the copy, by the domain of the event.
// https://developer.zendesk.com/api-reference/webhooks/event-types/webhook-event-types/
const happenings: Readonly<Record<string, readonly string[]>> = {
  ticket: [
    ...['created', 'merged', 'marked_as_spam', 'soft_deleted', 'permanently_deleted', 'undeleted'],
    ...['status_changed', 'custom_status_changed', 'priority_changed', 'type_changed', 'subject_changed'],
    ...['description_changed', 'tags_changed', 'custom_field_changed', 'external_id_changed', 'form_changed'],
    ...['brand_changed', 'problem_link_changed', 'task_due_at_changed', 'agent_assignment_changed'],
    ...['group_assignment_changed', 'organization_changed', 'requester_changed', 'submitter_changed'],
    ...['email_ccs_changed', 'followers_changed', 'comment_added', 'comment_made_private', 'comment_redacted'],
  ],
  user: [
    ...['created', 'deleted', 'merged', 'active_changed', 'suspended_changed', 'name_changed', 'alias_changed'],
    ...['details_changed', 'notes_changed', 'tags_changed', 'role_changed', 'custom_role_changed', 'photo_changed'],
    ...['custom_field_changed', 'external_id_changed', 'default_group_changed', 'time_zone_changed'],
    ...['identity_created', 'identity_changed', 'identity_deleted', 'only_private_comments_changed'],
  ],
  organization: [
    ...['created', 'deleted', 'name_changed', 'tags_changed', 'custom_field_changed', 'external_id_changed'],
  ],
  article: ['published', 'unpublished', 'author_changed'],
};

const subscriptions = Object.entries(happenings).flatMap(([domain, verbs]) =>
  verbs.map((verb) => `zen:event-type:${domain}.${verb}`),
);

const Webhook = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'inactive']),
  endpoint: z.string(),
  subscriptions: z.array(z.string()),
});

const byId = z.object({ id: z.string().describe('Webhook id') });

/** https://developer.zendesk.com/api-reference/webhooks/webhooks-api/webhooks/ */
export const webhooks = defineEntity({
  name: 'webhooks',
  summary: 'Webhooks of the account',
  record: Webhook,
  key: 'id',
  actions: {
    list: zendesk('GET /webhooks', {
      summary: 'List webhooks',
      recordsAt: 'webhooks',
      wire: onlyByCursor,
      params: cursorParams,
    }),
    create: zendesk('POST /webhooks', {
      summary: 'Create a webhook for the events of all entities with a copy',
      recordAt: 'webhook',
      params: z.object({ url: z.string().describe('Where events are sent to') }),
      wire: ({ url }) => ({
        body: {
          webhook: {
            name: 'Connectory',
            status: 'active',
            endpoint: url,
            http_method: 'POST',
            request_format: 'json',
            subscriptions,
          },
        },
      }),
    }),
    get: zendesk('GET /webhooks/{id}/signing_secret', {
      summary: 'Show the secret that events are signed with',
      recordAt: 'signing_secret',
      params: byId,
      result: z.object({ algorithm: z.string(), secret: z.string() }),
    }),
    delete: zendesk('DELETE /webhooks/{id}', { summary: 'Delete a webhook', params: byId, result: z.object({}) }),
  },
});
