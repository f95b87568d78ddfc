import type { ErrorCode } from '@connectory/errors';
import { operations } from '../operation.ts';
import { connectionPathSchema } from '../schemas/connection.ts';
import { eventEndpointChangeSchema, eventEndpointSchema } from '../schemas/event-endpoint.ts';

const payments = {
  url: 'https://connect.example.com/events/9a3d8e52-6f0b-4f5e-9d1c-2b7e4a5c6d8f/kYv0T3Zt6nq8GfHc1mXwB2sLrJ4dPe7uQaVyNiKoEhU',
  documentation: 'https://docs.stripe.com/webhooks',
  entities: ['customers', 'invoices'],
  secret_description: 'Signing secret of the endpoint (whsec_…), shown by Stripe under Webhooks',
  state: 'ready',
  received: 1204,
  repeated: 3,
  refused: 0,
  applied: 1187,
  last_received_at: '2026-11-20T10:31:00.000Z',
};

const success = (description: string) => ({
  200: {
    description,
    content: {
      'application/json': {
        schema: eventEndpointSchema,
        examples: { payments: { summary: 'Events of Stripe', value: payments } },
      },
    },
  },
});

const path = '/api/v1/workspaces/{workspace}/connections/{id}/events';
const errors: readonly ErrorCode[] = ['connector_not_found', 'hosted_mode_required'];

/** The events of a connection's vendor. */
export const eventOperations = operations({
  getEventEndpoint: {
    method: 'get',
    path,
    access: 'manage',
    tag: 'Connections',
    summary: 'Get the event endpoint',
    description:
      "The URL for the vendor's webhooks. An event makes the gateway read the changed record from the vendor, so that the copy is right within seconds. The first request makes the URL. `not_found` if the vendor sends no events. Requires a gateway in hosted mode.",
    pathParameters: connectionPathSchema,
    success: success('The endpoint.'),
    errors,
  },
  putEventEndpoint: {
    method: 'put',
    path,
    access: 'manage',
    tag: 'Connections',
    summary: 'Update the event endpoint',
    description:
      'Stores the secret with which the vendor signs events, or makes a new URL. Requires a gateway in hosted mode.',
    pathParameters: connectionPathSchema,
    body: {
      schema: eventEndpointChangeSchema,
      examples: {
        secret: { summary: 'Store the signing secret', value: { secret: 'whsec_0123456789abcdef' } },
        url: { summary: 'Make a new URL', value: { new_url: true } },
      },
    },
    success: success('The changed endpoint.'),
    errors: [...errors, 'invalid_params'],
  },
});
