import { operations } from '../operation.ts';
import { listQuerySchema } from '../schemas/list.ts';
import { createdTokenSchema, newTokenSchema, tokenListSchema, tokenPathSchema, tokenSchema } from '../schemas/token.ts';
import { workspacePathSchema } from '../schemas/workspace.ts';

const reporting = {
  id: '3d1b7c9e-8a54-4c3f-b2a6-5e9f0d7c1a42',
  name: 'reporting',
  policy: { read_only: true, connectors: ['payments'] },
  created_at: '2026-11-20T09:32:00.000Z',
  expires_at: '2027-11-20T00:00:00.000Z',
  revoked_at: null,
};

const collection = '/api/v1/workspaces/{workspace}/tokens';

/** Access tokens and their policies. */
export const tokenOperations = operations({
  listTokens: {
    method: 'get',
    path: collection,
    access: 'manage',
    tag: 'Tokens',
    summary: 'List tokens',
    description:
      'The tokens of the workspace, including expired and revoked ones, without their secret text. A token sees only tokens that allow no more than it does.',
    pathParameters: workspacePathSchema,
    query: listQuerySchema,
    success: {
      200: {
        description: 'A page of tokens, oldest first.',
        content: {
          'application/json': {
            schema: tokenListSchema,
            examples: { one: { summary: 'One token', value: { data: [reporting], meta: { next_cursor: null } } } },
          },
        },
      },
    },
    errors: ['invalid_cursor'],
  },
  createToken: {
    method: 'post',
    path: collection,
    access: 'manage',
    tag: 'Tokens',
    summary: 'Create a token',
    description:
      'Creates an access token for the workspace. Its text is returned only once; the gateway stores a hash. A token cannot create one that allows more or expires later than itself. A workspace can have up to 1,000 valid tokens.',
    pathParameters: workspacePathSchema,
    body: {
      schema: newTokenSchema,
      examples: {
        reporting: {
          summary: 'A token that may only read payments',
          value: {
            name: 'reporting',
            expires_at: '2027-11-20T00:00:00.000Z',
            policy: { read_only: true, connectors: ['payments'] },
          },
        },
      },
    },
    success: {
      201: {
        description: 'The new token with its text.',
        content: {
          'application/json': {
            schema: createdTokenSchema,
            examples: {
              reporting: {
                summary: 'The new token',
                value: { ...reporting, token: `cty_${'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ'}` },
              },
            },
          },
        },
      },
    },
    errors: ['conflict', 'invalid_params'],
  },
  revokeToken: {
    method: 'delete',
    path: `${collection}/{id}`,
    access: 'manage',
    tag: 'Tokens',
    summary: 'Revoke a token',
    description:
      'Permanently revokes the token; it stays in the list with the time of revocation. Other gateway processes notice within 5 seconds. A token can revoke only tokens that allow no more than it does.',
    pathParameters: tokenPathSchema,
    success: {
      200: {
        description: 'The revoked token.',
        content: {
          'application/json': {
            schema: tokenSchema,
            examples: {
              revoked: {
                summary: 'The revoked token',
                value: { ...reporting, revoked_at: '2026-11-21T12:00:00.000Z' },
              },
            },
          },
        },
      },
    },
  },
});
