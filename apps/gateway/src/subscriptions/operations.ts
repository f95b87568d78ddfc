import { operations } from '@connectory/openapi';
import { listQuerySchema } from '../http/schemas.ts';
import { workspacePathSchema } from '../workspaces/schemas.ts';
import {
  createdSubscriptionSchema,
  deliveryListQuerySchema,
  deliveryListSchema,
  deliveryPathSchema,
  deliverySchema,
  newSubscriptionSchema,
  replaySchema,
  rotatedSecretSchema,
  subscriptionChangeSchema,
  subscriptionListSchema,
  subscriptionPathSchema,
  subscriptionSchema,
  subscriptionTestSchema,
} from './schemas.ts';

const collection = '/api/v1/workspaces/{workspace}/subscriptions';
const path = `${collection}/{id}` as const;
const tag = 'Subscriptions';

const unpaid = {
  id: '5b1d7f3e-2c4a-4f6b-8d9e-0a1b2c3d4e5f',
  name: 'unpaid invoices',
  url: 'https://billing.example.com/hooks/connectory',
  connections: ['9a3d8e52-6f0b-4f5e-9d1c-2b7e4a5c6d8f'],
  entities: ['invoices'],
  filter: { eq: { status: 'open' } },
  fields: null,
  events: null,
  reconnect_links: false,
  state: 'active',
  state_reason: null,
  created_at: '2026-11-20T09:31:00.000Z',
  token_id: null,
  updated_at: '2026-11-20T09:31:00.000Z',
};
const secret = 'whsec_Q29ubmVjdG9yeSBleGFtcGxlIHNlY3JldCwgMzIgYnl0ZXM=';
const delivery = {
  id: '0f5a3c1e-7b9d-8e2f-a4c6-1d3e5f7a9b0c',
  type: 'record.added',
  body: '{"type":"record.added","timestamp":"2026-11-20T10:31:01.204Z","data":{}}',
  state: 'waiting',
  attempts: 1,
  created_at: '2026-11-20T10:31:01.310Z',
  next_attempt_at: '2026-11-20T10:31:06.402Z',
  ended_at: null,
  last_status: 503,
  last_error: 'The receiver responded with status 503.',
};

const response = <Schema>(schema: Schema, description: string, summary: string, value: unknown) => ({
  description,
  content: { 'application/json': { schema, examples: { one: { summary, value } } } },
});
const shown = (description: string) => response(subscriptionSchema, description, 'Open invoices', unpaid);

/** Operations of subscriptions and their deliveries. */
export const subscriptionOperations = operations({
  listSubscriptions: {
    method: 'get',
    path: collection,
    access: 'manage',
    tag,
    summary: 'List subscriptions',
    description: "The subscriptions of the workspace. Those that the token's policy does not allow are left out.",
    pathParameters: workspacePathSchema,
    query: listQuerySchema,
    success: {
      200: response(subscriptionListSchema, 'A page of subscriptions.', 'One subscription', {
        data: [unpaid],
        meta: { next_cursor: null },
      }),
    },
    errors: ['invalid_cursor'],
  },
  createSubscription: {
    method: 'post',
    path: collection,
    access: 'manage',
    tag,
    summary: 'Create a subscription',
    description:
      'Delivers every change of the selected records, lifecycle events, or both to a URL, signed as Standard Webhooks defines. The response has the secret that verifies the signatures; it cannot be read again. Requires a gateway in hosted mode.',
    pathParameters: workspacePathSchema,
    body: {
      schema: newSubscriptionSchema,
      examples: {
        open: {
          summary: 'Invoices that are open',
          value: {
            name: unpaid.name,
            url: unpaid.url,
            connections: ['stripe'],
            entities: unpaid.entities,
            filter: unpaid.filter,
          },
        },
        alerts: {
          summary: 'Connections that need a person',
          value: {
            name: 'connection alerts',
            url: 'https://ops.example.com/hooks/connectory',
            events: ['connection.*', 'sync.failed', 'sync.recovered'],
            reconnect_links: true,
          },
        },
      },
    },
    success: {
      201: response(createdSubscriptionSchema, 'The subscription with its secret.', 'Open invoices', {
        ...unpaid,
        secret,
      }),
    },
    errors: [
      'address_not_allowed',
      'invalid_params',
      'invalid_query',
      'connector_not_found',
      'unknown_entity',
      'hosted_mode_required',
      'conflict',
    ],
  },
  getSubscription: {
    method: 'get',
    path,
    access: 'manage',
    tag,
    summary: 'Get a subscription',
    description: 'One subscription, without its secret.',
    pathParameters: subscriptionPathSchema,
    success: { 200: shown('The subscription.') },
  },
  updateSubscription: {
    method: 'patch',
    path,
    access: 'manage',
    tag,
    summary: 'Update a subscription',
    description:
      'Changes what is delivered and where, pauses deliveries or continues them. Deliveries that are already waiting are sent as they are.',
    pathParameters: subscriptionPathSchema,
    body: {
      schema: subscriptionChangeSchema,
      examples: { pause: { summary: 'Pause deliveries', value: { state: 'paused' } } },
    },
    success: { 200: shown('The subscription as it is now.') },
    errors: [
      'address_not_allowed',
      'invalid_params',
      'invalid_query',
      'connector_not_found',
      'unknown_entity',
      'hosted_mode_required',
      'conflict',
    ],
  },
  deleteSubscription: {
    method: 'delete',
    path,
    access: 'manage',
    tag,
    summary: 'Delete a subscription',
    description: 'Removes a subscription, its delivery log and everything that is waiting to be sent.',
    pathParameters: subscriptionPathSchema,
    success: { 200: shown('The subscription that was deleted.') },
  },
  replaySubscription: {
    method: 'post',
    path: `${path}/replay`,
    access: 'manage',
    tag,
    summary: 'Deliver changes and events again',
    description:
      'Delivers the changes and events since a time again, with the same delivery IDs. Those that are no longer available are reported to the receiver by a `subscription.missed` event.',
    pathParameters: subscriptionPathSchema,
    body: {
      schema: replaySchema,
      examples: { hour: { summary: 'Since a time', value: { from: '2026-11-20T09:00:00Z' } } },
    },
    success: { 202: shown('The subscription.') },
    errors: ['invalid_params', 'hosted_mode_required'],
  },
  testSubscription: {
    method: 'post',
    path: `${path}/test`,
    access: 'manage',
    tag,
    summary: 'Send a test event',
    description:
      'Sends a signed `subscription.test` event to the URL now, once, and returns how the receiver responded.',
    pathParameters: subscriptionPathSchema,
    success: {
      200: response(subscriptionTestSchema, 'How the receiver responded.', 'An accepted event', {
        delivered: true,
        status: 204,
        error: null,
      }),
    },
  },
  rotateSubscriptionSecret: {
    method: 'post',
    path: `${path}/rotate`,
    access: 'manage',
    tag,
    summary: 'Rotate the secret',
    description:
      'Creates a new secret. For 24 hours, deliveries have a signature of the new secret and one of the previous secret.',
    pathParameters: subscriptionPathSchema,
    success: { 200: response(rotatedSecretSchema, 'The new secret.', 'A secret', { secret }) },
  },
  listDeliveries: {
    method: 'get',
    path: `${path}/deliveries`,
    access: 'manage',
    tag,
    summary: 'List deliveries',
    description:
      'What is waiting to be sent, the newest 1,000 deliveries that were accepted, and the newest 10,000 that failed; newest first.',
    pathParameters: subscriptionPathSchema,
    query: deliveryListQuerySchema,
    success: {
      200: response(deliveryListSchema, 'A page of deliveries.', 'One delivery', {
        data: [delivery],
        meta: { next_cursor: null },
      }),
    },
    errors: ['invalid_cursor'],
  },
  retryDelivery: {
    method: 'post',
    path: `${path}/deliveries/{delivery}/retry`,
    access: 'manage',
    tag,
    summary: 'Retry a delivery',
    description: 'Sends a delivery again, whatever became of it, and starts its three days of attempts anew.',
    pathParameters: deliveryPathSchema,
    success: { 202: response(deliverySchema, 'The delivery, which waits for its attempt.', 'A delivery', delivery) },
  },
});
