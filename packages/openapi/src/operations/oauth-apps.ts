import { operations } from '../operation.ts';
import { oauthAppChangeSchema, oauthAppPathSchema, oauthAppSchema } from '../schemas/oauth-app.ts';

const path = '/api/v1/workspaces/{workspace}/oauth-apps/{connector}';
const tag = 'Connect links';

const app = {
  connector: 'crm',
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
        examples: { crm: { summary: 'An application registered with HubSpot', value: app } },
      },
    },
  },
});

/** The applications that a workspace has registered with vendors. */
export const oauthAppOperations = operations({
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
        crm: {
          summary: 'An application registered with HubSpot',
          value: { client_id: '7fff1e36-2d40-4ae1-bbb1-5266d59564fb', client_secret: 'the-client-secret' },
        },
      },
    },
    success: success('The application as it is now.'),
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
    success: success('The application as it was.'),
    errors: ['connector_not_found'],
  },
});
