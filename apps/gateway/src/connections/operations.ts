import { operations, upstreamFailures } from '@connectory/openapi';
import { workspacePathSchema } from '../workspaces/schemas.ts';
import {
  connectionChangeSchema,
  connectionListQuerySchema,
  connectionListSchema,
  connectionPathSchema,
  connectionSchema,
  connectorInstanceListQuerySchema,
  connectorInstanceListSchema,
  newConnectionSchema,
} from './schemas.ts';

const short = {
  id: '9a3d8e52-6f0b-4f5e-9d1c-2b7e4a5c6d8f',
  name: 'stripe',
  connector: 'stripe',
  vendor: 'Stripe',
  account: 'Birchwood Bakery',
  paused: false,
  state: 'active',
  created_at: '2026-11-20T09:31:00.000Z',
  updated_at: '2026-11-20T09:31:00.000Z',
};

const stripe = {
  ...short,
  authentication: 'api_key',
  settings: {},
  limits: { deadline_seconds: 120, response_bytes: 8_388_608 },
  sync: { interval_minutes: 30, entities: { refunds: { enabled: false } } },
  state_reason: null,
  state_since: '2026-11-20T09:31:00.000Z',
};

const connection = (description: string) => ({
  description,
  content: {
    'application/json': {
      schema: connectionSchema,
      examples: { stripe: { summary: 'A connection to Stripe', value: stripe } },
    },
  },
});

const collection = '/api/v1/workspaces/{workspace}/connections';
const one = `${collection}/{id}`;

/** Stored instances of connectors. */
export const connectionOperations = operations({
  listConnectorInstances: {
    method: 'get',
    path: '/api/v1/integrations/connectors',
    access: 'token',
    tag: 'Connections',
    summary: 'List connections with their connector ids',
    description:
      "A summary of a workspace's connections; `id` is the `connector_id` of execute calls. Connections that the token's policy forbids are left out. The admin token must specify the workspace.",
    query: connectorInstanceListQuerySchema,
    success: {
      200: {
        description: 'A page of connections, ordered by name.',
        content: {
          'application/json': {
            schema: connectorInstanceListSchema,
            examples: { one: { summary: 'One connection', value: { data: [short], meta: { next_cursor: null } } } },
          },
        },
      },
    },
    errors: ['not_found', 'invalid_cursor'],
  },
  listConnections: {
    method: 'get',
    path: collection,
    access: 'use',
    tag: 'Connections',
    summary: 'List connections',
    description:
      "The connections of the workspace, without credentials. Connections that the token's policy forbids are left out.",
    pathParameters: workspacePathSchema,
    query: connectionListQuerySchema,
    success: {
      200: {
        description: 'A page of connections, ordered by name.',
        content: {
          'application/json': {
            schema: connectionListSchema,
            examples: { one: { summary: 'One connection', value: { data: [stripe], meta: { next_cursor: null } } } },
          },
        },
      },
    },
    errors: ['invalid_cursor'],
  },
  createConnection: {
    method: 'post',
    path: collection,
    access: 'manage',
    tag: 'Connections',
    summary: 'Create a connection',
    description:
      'Stores credentials and settings for a connector. Unless `check` is false, they are first verified with a read of the upstream; if that fails, nothing is stored.',
    pathParameters: workspacePathSchema,
    body: {
      schema: newConnectionSchema,
      examples: {
        stripe: {
          summary: 'A connection to Stripe',
          value: { connector: 'stripe', name: 'stripe', credentials: { api_key: 'sk_test_…' } },
        },
      },
    },
    success: { 201: connection('The new connection.') },
    errors: ['connector_not_found', ...upstreamFailures, 'conflict', 'invalid_params'],
  },
  getConnection: {
    method: 'get',
    path: one,
    access: 'use',
    tag: 'Connections',
    summary: 'Get a connection',
    description:
      "One connection of the workspace, without its credentials. A connection that the token's policy forbids is not found.",
    pathParameters: connectionPathSchema,
    success: { 200: connection('The connection.') },
    errors: ['connector_not_found'],
  },
  updateConnection: {
    method: 'patch',
    path: one,
    access: 'manage',
    tag: 'Connections',
    summary: 'Update a connection',
    description:
      'Renames, pauses or resumes the connection, or replaces its credentials, settings, limits or schedule. While it is paused, calls fail with `connection_paused` and its copy is not synchronized, but can be searched. Unless `check` is false, new credentials and settings are verified with a read of the upstream; credentials that fail are not stored. New credentials make the connection active. Settings that lead to another origin require all credentials again, even with the admin token. A concurrent change fails with `conflict`.',
    pathParameters: connectionPathSchema,
    body: {
      schema: connectionChangeSchema,
      examples: {
        credentials: { summary: 'New credentials', value: { credentials: { api_key: 'sk_test_…' } } },
        settings: { summary: 'Another API version', value: { settings: { api_version: '2026-08-26' } } },
        pause: { summary: 'Pause', value: { paused: true } },
        origin: {
          summary: 'Another origin',
          value: {
            credentials: { api_key: 'sk_test_…' },
            settings: { base_url: 'https://stripe-proxy.example.org' },
          },
        },
      },
    },
    success: { 200: connection('The updated connection.') },
    errors: ['connector_not_found', ...upstreamFailures, 'conflict', 'invalid_params'],
  },
  deleteConnection: {
    method: 'delete',
    path: one,
    access: 'manage',
    tag: 'Connections',
    summary: 'Delete a connection',
    description: 'Deletes the connection and its credentials; its audit entries are kept.',
    pathParameters: connectionPathSchema,
    success: { 200: connection('The deleted connection.') },
    errors: ['connector_not_found'],
  },
  checkConnection: {
    method: 'post',
    path: `${one}/check`,
    access: 'manage',
    tag: 'Connections',
    summary: 'Check a connection',
    description:
      "Verifies the stored credentials with a read of the upstream and updates the connection's state. A failure returns the same error as an execute call. Takes no body.",
    pathParameters: connectionPathSchema,
    success: { 200: connection('The connection works; its state as it is now.') },
    errors: ['connector_not_found', 'connection_paused', ...upstreamFailures],
  },
});
