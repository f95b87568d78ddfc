import { eventPatterns } from '@connectory/control-plane';
import { z } from 'zod';
import { createdAtSchema, displayNameSchema, idSchema, listOf, listQuerySchema, timeSchema } from '../http/schemas.ts';
import { workspacePathSchema } from '../workspaces/schemas.ts';

const names = (most: number) => z.array(z.string().min(1).max(200)).min(1).max(most);

const selectionMembers = {
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .describe(
      'URL that receives the deliveries. It must be public and use https, unless `CONNECTORY_EGRESS_ALLOW` allows it.',
    ),
  connections: names(500)
    .nullable()
    .describe('Names or IDs of the connections; null for all, including those that are created later.'),
  entities: names(200).nullable().describe('Names of the entities; null for all that have a synchronized copy.'),
  filter: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'Only records that match this filter of the search language; requires exactly one entity. A record that starts to match is delivered as added, one that no longer matches as removed.',
    ),
  fields: names(500)
    .nullable()
    .describe('Search fields to deliver; changes of other fields are left out. Null for all fields.'),
  events: z
    .array(z.enum(eventPatterns))
    .min(1)
    .max(eventPatterns.length)
    .nullable()
    .describe(
      'What to deliver: `record.*` for changes of records, and lifecycle events by type, or by kind, such as `connection.*`. Null for changes of records only. `connections` and `entities` select lifecycle events, too; `filter` and `fields` are about records only.',
    ),
  reconnect_links: z
    .boolean()
    .describe(
      'Whether `connection.reauthorization_required` has a connect link with which a person can connect the account again. Requires `CONNECTORY_PUBLIC_URL`.',
    ),
};

const fromSchema = z
  .union([z.enum(['now', 'beginning']), z.iso.datetime({ offset: true })])
  // Some generators refuse a choice of two strings.
  .meta({
    type: 'string',
    description: 'Where to start: `now`, `beginning` (the first change that is available), or a time (ISO 8601).',
  });

const stateSchema = z.enum(['active', 'paused']);

/** Body of `POST /api/v1/workspaces/{workspace}/subscriptions`. */
export const newSubscriptionSchema = z
  .strictObject({
    name: displayNameSchema.describe('A name that is unique in the workspace.'),
    url: selectionMembers.url,
    connections: selectionMembers.connections.optional(),
    entities: selectionMembers.entities.optional(),
    filter: selectionMembers.filter.optional(),
    fields: selectionMembers.fields.optional(),
    events: selectionMembers.events.optional(),
    reconnect_links: selectionMembers.reconnect_links.optional(),
    from: fromSchema.optional(),
  })
  .meta({
    id: 'NewSubscription',
    description: 'A subscription to create. It starts with the next change or event by default.',
  });

/** Body of `PATCH /api/v1/workspaces/{workspace}/subscriptions/{id}`. */
export const subscriptionChangeSchema = newSubscriptionSchema
  .omit({ from: true })
  .extend({ state: stateSchema.describe('`paused` stops deliveries; `active` continues where they stopped.') })
  .partial()
  .meta({
    id: 'SubscriptionChange',
    description: 'What to change about a subscription; omitted fields keep their value.',
  });

const subscriptionMembers = {
  id: idSchema,
  name: z.string().describe('Name, unique in the workspace.'),
  ...selectionMembers,
  connections: z.array(idSchema).nullable().describe('IDs of the connections; null for all.'),
  state: stateSchema.describe('Whether anything is delivered.'),
  state_reason: z.string().nullable().describe('Why the gateway paused the subscription; null if it did not.'),
  token_id: idSchema
    .nullable()
    .describe(
      'ID of the token that created or last changed it; null for the admin token. Without that token, or if its policy no longer allows all that is delivered, the subscription is paused.',
    ),
  created_at: createdAtSchema,
  updated_at: timeSchema.describe('When it was last changed.'),
};

/** A subscription, without the secret that signs its deliveries. */
export const subscriptionSchema = z
  .object(subscriptionMembers)
  .meta({ id: 'Subscription', description: 'Delivers changes of records, lifecycle events, or both to a URL.' });

/** A subscription. */
export type SubscriptionBody = z.output<typeof subscriptionSchema>;

const secretSchema = z
  .string()
  .describe('Secret that signs the deliveries, in the format of Standard Webhooks. It is shown only here.');

/** A new subscription with its secret. */
export const createdSubscriptionSchema = z
  .object({ ...subscriptionMembers, secret: secretSchema })
  .meta({ id: 'CreatedSubscription', description: 'A new subscription with the secret that signs its deliveries.' });

/** A page of subscriptions. */
export const subscriptionListSchema = listOf(
  'SubscriptionList',
  'A page of subscriptions, ordered by name.',
  subscriptionSchema,
);

/** Path parameters of one subscription. */
export const subscriptionPathSchema = workspacePathSchema.extend({ id: idSchema.describe('ID of the subscription.') });

/** Body of `POST …/subscriptions/{id}/replay`. */
export const replaySchema = z
  .strictObject({ from: fromSchema })
  .meta({ id: 'SubscriptionReplay', description: 'Where to deliver changes from again.' });

/** Response of `POST …/subscriptions/{id}/rotate`. */
export const rotatedSecretSchema = z
  .object({ secret: secretSchema })
  .meta({ id: 'RotatedSecret', description: 'The new secret. The previous one signs as well for 24 hours.' });

/** Response of `POST …/subscriptions/{id}/test`. */
export const subscriptionTestSchema = z
  .object({
    delivered: z.boolean().describe('Whether the receiver accepted the test event.'),
    status: z.int().nullable().describe('HTTP status of the receiver; null if it did not respond.'),
    error: z.string().nullable().describe('Why there is no response; null if there is one.'),
  })
  .meta({ id: 'SubscriptionTest', description: 'How a receiver responded to a test event.' });

const deliveryStateSchema = z.enum(['waiting', 'delivered', 'failed']);

/** An event for a receiver, and its outcome. */
export const deliverySchema = z
  .object({
    id: idSchema.describe('ID of the delivery, sent as `webhook-id`; the same at each attempt.'),
    type: z
      .string()
      .describe(
        'Type of the event, such as `record.added` or `connection.degraded`; `subscription.missed` if events expired.',
      ),
    body: z.string().describe('The JSON text that is sent.'),
    state: deliveryStateSchema.describe('`waiting` for its next attempt, `delivered`, or `failed` after three days.'),
    attempts: z.int().min(0).describe('Attempts so far.'),
    created_at: createdAtSchema,
    next_attempt_at: timeSchema.nullable().describe('When it is sent next; null once it is delivered or has failed.'),
    ended_at: timeSchema.nullable().describe('When it was delivered or failed; null while it waits.'),
    last_status: z.int().nullable().describe('HTTP status of the last attempt; null if there was no response.'),
    last_error: z.string().nullable().describe('Why the last attempt failed; null if it did not.'),
  })
  .meta({ id: 'Delivery', description: 'An event for a receiver, and its outcome.' });

/** An event for a receiver, and its outcome. */
export type DeliveryBody = z.output<typeof deliverySchema>;

/** A page of deliveries. */
export const deliveryListSchema = listOf('DeliveryList', 'A page of deliveries, newest first.', deliverySchema);

/** Query parameters of the delivery log. */
export const deliveryListQuerySchema = listQuerySchema.extend({
  state: deliveryStateSchema.optional().describe('Only deliveries in this state.'),
});

/** Path parameters of one delivery. */
export const deliveryPathSchema = subscriptionPathSchema.extend({
  delivery: idSchema.describe('ID of the delivery.'),
});
