import { operations } from '@connectory/openapi';
import { applicationTokenRequestSchema, applicationTokenSchema } from './schemas.ts';

const token = `cty_${'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ'}`;

/** Operations that existing clients of the hosted service need in addition to the execute call (spec/drop-in.md). */
export const airbyteOperations = operations({
  exchangeApplicationToken: {
    method: 'post',
    path: '/api/v1/account/applications/token',
    access: 'open',
    tag: 'Tokens',
    summary: 'Exchange a client secret',
    description:
      'For existing clients of the hosted service, which exchange a client ID and secret for a bearer token. The secret is the text of a workspace token, and the same text is returned as the bearer token: its rights do not change. Other clients can send it as the bearer token directly. Requests with the header `X-ADP-Agent-SDK` or `X-ADP-Agent-CLI` come from such clients and get responses in the format they expect (spec/drop-in.md); this document describes the responses to all other requests.',
    body: {
      schema: applicationTokenRequestSchema,
      examples: {
        demo: { summary: 'The token of the workspace demo', value: { client_id: 'demo', client_secret: token } },
      },
    },
    success: {
      200: {
        description: 'The bearer token.',
        content: {
          'application/json': {
            schema: applicationTokenSchema,
            examples: {
              demo: {
                summary: 'A token that does not expire',
                value: {
                  access_token: token,
                  token_type: 'bearer',
                  expires_in: 900,
                  organization_id: '0c7f6f0e-3f0c-4d5b-8f5e-6d6b7c0a9b1d',
                },
              },
            },
          },
        },
      },
    },
    errors: ['unauthenticated', 'forbidden', 'invalid_params', 'database_unavailable', 'shutting_down'],
  },
});
