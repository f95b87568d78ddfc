import { operations } from '../operation.ts';
import {
  connectLinkPathSchema,
  connectLinkSchema,
  createdConnectLinkSchema,
  newConnectLinkSchema,
} from '../schemas/connect-link.ts';
import { workspacePathSchema } from '../schemas/workspace.ts';

const collection = '/api/v1/workspaces/{workspace}/connect-links';
const tag = 'Connect links';

const id = '5b0e1c52-93f4-4c57-8a43-0c1f6e0d7f5a';
const created = {
  id,
  url: 'https://connect.example.com/connect/v6mXkq3Q0Yh1qXv8m0r5bX3wq7cQv1b2y9u4e6t8o0A',
  expires_at: '2026-11-21T09:31:00.000Z',
};

const open = {
  id,
  state: 'open',
  connector: 'hubspot',
  authentication: 'oauth2',
  name: 'hubspot of Example Ltd',
  connection_id: null,
  connections: [],
  last_problem: null,
  return_url: 'https://app.example.com/integrations',
  created_at: '2026-11-20T09:31:00.000Z',
  expires_at: '2026-11-21T09:31:00.000Z',
  used_at: null,
};

/** Links with which people connect their accounts. */
export const connectLinkOperations = operations({
  createConnectLink: {
    method: 'post',
    path: collection,
    access: 'manage',
    tag,
    summary: 'Create a connect link',
    description:
      "Creates a single-use link that lets a person connect an account: a page that leads to the vendor's consent page or asks for API keys, and then verifies the account. The connection must be within the policy of the token that creates the link; the link expires with that token.",
    pathParameters: workspacePathSchema,
    body: {
      schema: newConnectLinkSchema,
      examples: {
        hubspot: {
          summary: 'A new connection',
          value: {
            connector: 'hubspot',
            name: 'hubspot of Example Ltd',
            return_url: 'https://app.example.com/integrations',
          },
        },
        again: {
          summary: 'Reconnect an account',
          value: { connector: 'hubspot', connection_id: '9a3d8e52-6f0b-4f5e-9d1c-2b7e4a5c6d8f' },
        },
      },
    },
    success: {
      201: {
        description: 'The new link.',
        content: {
          'application/json': {
            schema: createdConnectLinkSchema,
            examples: { hubspot: { summary: 'A new link', value: created } },
          },
        },
      },
    },
    errors: ['connector_not_found', 'conflict', 'invalid_params'],
  },
  getConnectLink: {
    method: 'get',
    path: `${collection}/{id}`,
    access: 'manage',
    tag,
    summary: 'Get a connect link',
    description: 'The state of a link. Used, expired and revoked links are kept for 30 days.',
    pathParameters: connectLinkPathSchema,
    success: {
      200: {
        description: 'The link.',
        content: {
          'application/json': {
            schema: connectLinkSchema,
            examples: { open: { summary: 'A link that has not been used yet', value: open } },
          },
        },
      },
    },
  },
});
