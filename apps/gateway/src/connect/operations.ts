import { operations } from '@connectory/openapi';
import { listQuerySchema } from '../http/schemas.ts';
import { workspacePathSchema } from '../workspaces/schemas.ts';
import {
  connectLinkListSchema,
  connectLinkPathSchema,
  connectLinkSchema,
  consentConnectorListSchema,
  createdConnectLinkSchema,
  newConnectLinkSchema,
  oauthAppChangeSchema,
  oauthAppPathSchema,
  oauthAppSchema,
} from './schemas.ts';

const links = '/api/v1/workspaces/{workspace}/connect-links';
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
  created_by: '3d1b7c9e-8a54-4c3f-b2a6-5e9f0d7c1a42',
  created_at: '2026-11-20T09:31:00.000Z',
  expires_at: '2026-11-21T09:31:00.000Z',
  used_at: null,
};

const link = (description: string, summary: string, value: object) => ({
  200: {
    description,
    content: {
      'application/json': {
        schema: connectLinkSchema,
        examples: { [value === open ? 'open' : 'revoked']: { summary, value } },
      },
    },
  },
});

/** Links with which people connect their accounts. */
export const connectLinkOperations = operations({
  createConnectLink: {
    method: 'post',
    path: links,
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
  listConnectLinks: {
    method: 'get',
    path: links,
    access: 'manage',
    tag,
    summary: 'List connect links',
    description:
      "The links that can still be used, without their URLs. Links for connections that the token's policy forbids are left out; so are those whose creator has lost its rights, so a page can have fewer links than `limit`.",
    pathParameters: workspacePathSchema,
    query: listQuerySchema,
    success: {
      200: {
        description: 'A page of links, newest first.',
        content: {
          'application/json': {
            schema: connectLinkListSchema,
            examples: { one: { summary: 'One open link', value: { data: [open], meta: { next_cursor: null } } } },
          },
        },
      },
    },
    errors: ['invalid_cursor'],
  },
  getConnectLink: {
    method: 'get',
    path: `${links}/{id}`,
    access: 'manage',
    tag,
    summary: 'Get a connect link',
    description: 'The state of a link. Used, expired and revoked links are kept for 30 days.',
    pathParameters: connectLinkPathSchema,
    success: link('The link.', 'A link that has not been used yet', open),
  },
  revokeConnectLink: {
    method: 'delete',
    path: `${links}/{id}`,
    access: 'manage',
    tag,
    summary: 'Revoke a connect link',
    description:
      'Ends the link: its page then says that it was revoked, and what somebody is doing with it is not completed. A link that has ended stays as it is.',
    pathParameters: connectLinkPathSchema,
    success: link('The revoked link.', 'A link that can no longer be used', {
      ...open,
      state: 'revoked',
      expires_at: '2026-11-20T10:02:00.000Z',
    }),
  },
});

const apps = '/api/v1/workspaces/{workspace}/oauth-apps';
const path = `${apps}/{connector}` as const;

const app = {
  connector: 'hubspot',
  client_id: '7fff1e36-2d40-4ae1-bbb1-5266d59564fb',
  base_url: null,
  redirect_url: 'https://connect.example.com/oauth/callback',
  created_at: '2026-11-20T09:31:00.000Z',
  updated_at: '2026-11-20T09:31:00.000Z',
};

const success = (description: string) => ({
  200: {
    description,
    content: {
      'application/json': {
        schema: oauthAppSchema,
        examples: { hubspot: { summary: 'An application registered with HubSpot', value: app } },
      },
    },
  },
});

/** The applications that a workspace has registered with vendors. */
export const oauthAppOperations = operations({
  listOAuthApps: {
    method: 'get',
    path: apps,
    access: 'manage',
    tag,
    summary: 'List OAuth applications',
    description:
      "The connectors whose vendors use OAuth consent, each with the application that the workspace has stored for it, or null. Connectors that the token's policy forbids are left out.",
    pathParameters: workspacePathSchema,
    query: listQuerySchema,
    success: {
      200: {
        description: 'A page of connectors, ordered by id.',
        content: {
          'application/json': {
            schema: consentConnectorListSchema,
            examples: {
              two: {
                summary: 'One connector with an application and one without',
                value: {
                  data: [
                    {
                      connector: 'hubspot',
                      vendor: 'HubSpot',
                      documentation: 'https://developers.hubspot.com/docs/api-reference/overview',
                      fields: [],
                      redirect_url: app.redirect_url,
                      app,
                    },
                    {
                      connector: 'google-ads',
                      vendor: 'Google Ads',
                      documentation: 'https://developers.google.com/google-ads/api/docs/start',
                      fields: [
                        {
                          name: 'developer_token',
                          description: 'Developer token of the manager account',
                          secret: true,
                          required: true,
                        },
                      ],
                      redirect_url: app.redirect_url,
                      app: null,
                    },
                  ],
                  meta: { next_cursor: null },
                },
              },
            },
          },
        },
      },
    },
    errors: ['invalid_cursor'],
  },
  getOAuthApp: {
    method: 'get',
    path,
    access: 'manage',
    tag,
    summary: 'Get an OAuth application',
    description: 'The application of the workspace for a connector, without its secret.',
    pathParameters: oauthAppPathSchema,
    success: success('The application.'),
    errors: ['connector_not_found'],
  },
  putOAuthApp: {
    method: 'put',
    path,
    access: 'manage',
    tag,
    summary: 'Store an OAuth application',
    description:
      'Stores or replaces the client ID and secret used when people grant access to a connector. Existing connections keep the client they were created with.',
    pathParameters: oauthAppPathSchema,
    body: {
      schema: oauthAppChangeSchema,
      examples: {
        hubspot: {
          summary: 'An application registered with HubSpot',
          value: { client_id: '7fff1e36-2d40-4ae1-bbb1-5266d59564fb', client_secret: 'the-client-secret' },
        },
      },
    },
    success: success('The stored application.'),
    errors: ['connector_not_found', 'invalid_params'],
  },
  deleteOAuthApp: {
    method: 'delete',
    path,
    access: 'manage',
    tag,
    summary: 'Delete an OAuth application',
    description:
      'Deletes the application and its secret. Connections created with it keep working; links that need it do not.',
    pathParameters: oauthAppPathSchema,
    success: success('The deleted application.'),
    errors: ['connector_not_found'],
  },
});
