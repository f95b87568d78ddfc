import { operations } from '../operation.ts';
import { listQuerySchema } from '../schemas/list.ts';
import {
  consentConnectorListSchema,
  oauthAppChangeSchema,
  oauthAppPathSchema,
  oauthAppSchema,
} from '../schemas/oauth-app.ts';
import { workspacePathSchema } from '../schemas/workspace.ts';

const collection = '/api/v1/workspaces/{workspace}/oauth-apps';
const path = `${collection}/{connector}` as const;
const tag = 'Connect links';

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
    path: collection,
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
