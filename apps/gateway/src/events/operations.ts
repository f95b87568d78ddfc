import type { ErrorCode } from '@connectory/errors';
import { operations } from '@connectory/openapi';
import { connectionPathSchema } from '../connections/schemas.ts';
import {
  eventEndpointChangeSchema,
  eventEndpointSchema,
  eventRegistrationRequestSchema,
  eventRegistrationSchema,
} from './schemas.ts';

const stripe = {
  url: 'https://connect.example.com/events/9a3d8e52-6f0b-4f5e-9d1c-2b7e4a5c6d8f/kYv0T3Zt6nq8GfHc1mXwB2sLrJ4dPe7uQaVyNiKoEhU',
  documentation: 'https://docs.stripe.com/webhooks',
  entities: ['customers', 'invoices'],
  secret_description: 'Signing secret of the endpoint (whsec_…), shown by Stripe under Webhooks',
  state: 'ready',
  registration: 'automatic',
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
        examples: { stripe: { summary: 'Events of Stripe', value: stripe } },
      },
    },
  },
});

const registered = (description: string, value: object) => ({
  200: {
    description,
    content: {
      'application/json': {
        schema: eventRegistrationSchema,
        examples: { stripe: { summary: 'The webhook of Stripe', value } },
      },
    },
  },
});

const path = '/api/v1/workspaces/{workspace}/connections/{id}/events';
const errors: readonly ErrorCode[] = ['connector_not_found', 'hosted_mode_required'];
const registrationErrors: readonly ErrorCode[] = [
  ...errors,
  'connection_paused',
  'invalid_params',
  'conflict',
  'context_store_not_ready',
  'store_busy',
  'search_timeout',
];

/** The events of a connection's vendor. */
export const eventOperations = operations({
  getEventEndpoint: {
    method: 'get',
    path,
    access: 'manage',
    tag: 'Connections',
    summary: 'Get the event endpoint',
    description:
      "The URL for the vendor's webhooks. An event makes the gateway read the changed record from the vendor, so that the copy is current within seconds. The first request creates the URL. `not_found` if the vendor sends no events. Requires a gateway in hosted mode.",
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
      'Stores the secret with which the vendor signs events, or creates a new URL. Requires a gateway in hosted mode.',
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
  registerEventEndpoint: {
    method: 'post',
    path: `${path}/registration`,
    access: 'manage',
    tag: 'Connections',
    summary: 'Register the event endpoint',
    description:
      "Creates the webhooks at the vendor with the connection's credentials, and stores the secret they are signed with. Webhooks that are there stay, those with a former URL are replaced, so the request can be repeated. What the vendor refuses is in `failed`. `invalid_params` if the vendor's webhooks can only be created by hand, or the gateway does not know its public address. Requires a gateway in hosted mode.",
    pathParameters: connectionPathSchema,
    body: {
      schema: eventRegistrationRequestSchema,
      examples: {
        all: { summary: 'Everything', value: {} },
        some: { summary: 'One repository', value: { each: [{ owner: 'acme', repo: 'website' }] } },
      },
    },
    success: registered('How many webhooks were created, kept and removed, and which of them failed.', {
      created: 1,
      unchanged: 0,
      removed: 0,
      failed: [],
      state: 'ready',
    }),
    errors: registrationErrors,
  },
  unregisterEventEndpoint: {
    method: 'delete',
    path: `${path}/registration`,
    access: 'manage',
    tag: 'Connections',
    summary: 'Remove the registered webhooks',
    description:
      'Removes the webhooks of this connection, including those with a former URL, from the vendor. After that, only passes update the copy. Requires a gateway in hosted mode.',
    pathParameters: connectionPathSchema,
    success: registered('How many webhooks were removed, and which of them failed.', {
      created: 0,
      unchanged: 0,
      removed: 1,
      failed: [],
      state: 'secret_missing',
    }),
    errors: registrationErrors,
  },
});
