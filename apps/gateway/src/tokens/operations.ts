import { operations } from '@connectory/openapi';
import { listQuerySchema } from '../http/schemas.ts';
import { workspacePathSchema } from '../workspaces/schemas.ts';
import { personRights, policyRights, rightsOf } from './policy-rights.ts';
import {
  createdTokenSchema,
  newRecordPreviewSchema,
  newTokenPreviewSchema,
  newTokenSchema,
  recordPreviewSchema,
  revokedTokenSchema,
  tokenListSchema,
  tokenPathSchema,
  tokenPreviewSchema,
  whoamiSchema,
} from './schemas.ts';

const reporting = {
  id: '3d1b7c9e-8a54-4c3f-b2a6-5e9f0d7c1a42',
  name: 'reporting',
  policy: { read_only: true, connectors: ['stripe'] },
  rights: 'Reads records; changes nothing. Only connections or connectors named stripe.',
  created_at: '2026-11-20T09:32:00.000Z',
  expires_at: '2027-11-20T00:00:00.000Z',
  revoked_at: null,
};

const collection = '/api/v1/workspaces/{workspace}/tokens';

const { revoked_at: _notEnded, rights: _ofWhoami, ...known } = reporting;

/** Access tokens and their policies. */
export const tokenOperations = operations({
  whoami: {
    method: 'get',
    path: '/api/v1/whoami',
    access: 'caller',
    tag: 'Tokens',
    summary: 'Who am I',
    description:
      'The token that the request is sent with: its name, workspace, policy and expiry, and its rights in plain words; or the person who is signed in, with all workspaces. Any valid token may ask.',
    success: {
      200: {
        description: 'Who sent the request.',
        content: {
          'application/json': {
            schema: whoamiSchema,
            examples: {
              admin: {
                summary: 'The admin token',
                value: {
                  kind: 'admin',
                  token: null,
                  workspace: null,
                  person: null,
                  is_admin: true,
                  workspaces: null,
                  rights: rightsOf({ kind: 'admin', person: null }),
                },
              },
              token: {
                summary: 'A token that may only read Stripe',
                value: {
                  kind: 'token',
                  token: known,
                  workspace: { id: '0c7f6f0e-3f0c-4d5b-8f5e-6d6b7c0a9b1d', name: 'demo' },
                  person: null,
                  is_admin: false,
                  workspaces: null,
                  rights: reporting.rights,
                },
              },
              person: {
                summary: 'A signed-in person',
                value: {
                  kind: 'person',
                  token: null,
                  workspace: null,
                  person: {
                    id: '5b0e6f37-2f5c-4f0e-8f7e-0a9c3d1e2b4f',
                    name: 'Ada Lovelace',
                    email: 'ada@example.com',
                  },
                  is_admin: false,
                  workspaces: [
                    {
                      id: '0c7f6f0e-3f0c-4d5b-8f5e-6d6b7c0a9b1d',
                      name: 'demo',
                      role: 'reader',
                      policy: { read_only: true },
                      rights: 'Reads records; changes nothing.',
                    },
                  ],
                  rights: personRights,
                },
              },
            },
          },
        },
      },
    },
  },
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
          summary: 'A token that may only read Stripe',
          value: {
            name: 'reporting',
            expires_at: '2027-11-20T00:00:00.000Z',
            policy: { read_only: true, connectors: ['stripe'] },
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
  previewToken: {
    method: 'post',
    path: `${collection}/preview`,
    access: 'manage',
    isSafe: true,
    tag: 'Tokens',
    summary: 'Preview a token',
    description:
      'What a token with a policy could see and do, decided by the same rules as its calls: the connections of the workspace, and the actions of each. Creates no token, changes nothing and leaves no audit entry. Whatever your own token may not use is left out, and a policy with more rights than its own is `forbidden`, as when a token is created.',
    pathParameters: workspacePathSchema,
    query: listQuerySchema,
    body: {
      schema: newTokenPreviewSchema,
      examples: {
        reporting: {
          summary: 'A token that may only read Stripe',
          value: { policy: { read_only: true, connectors: ['stripe'] } },
        },
      },
    },
    success: {
      200: {
        description: 'A page of connections, ordered by name, with what the token could do with each.',
        content: {
          'application/json': {
            schema: tokenPreviewSchema,
            examples: {
              reporting: {
                summary: 'A token that may only read Stripe, cut to one entity',
                value: {
                  data: [
                    {
                      id: '0b6c5d1f-4f3e-4a53-9d5f-0c6f2a8f4b11',
                      name: 'stripe',
                      connector: 'stripe',
                      vendor: 'Stripe',
                      allowed: true,
                      entities: [
                        {
                          entity: 'refunds',
                          actions: [
                            { action: 'list', effect: 'read', allowed: true },
                            { action: 'create', effect: 'outward', allowed: false },
                          ],
                        },
                      ],
                    },
                  ],
                  meta: { next_cursor: null, policy: reporting.policy, rights: reporting.rights },
                },
              },
            },
          },
        },
      },
    },
    errors: ['invalid_cursor', 'invalid_params'],
  },
  previewRecord: {
    method: 'post',
    path: `${collection}/preview/record`,
    access: 'manage',
    isSafe: true,
    tag: 'Tokens',
    summary: 'Preview a record',
    description:
      'One record as you see it, and as a token with a policy would see it: its search fields where there is a copy, otherwise the record as the upstream returns it. The policy inherits from that of your token, as when a token is created. Audited like other reads of records; the admin token cannot read records.',
    pathParameters: workspacePathSchema,
    body: {
      schema: newRecordPreviewSchema,
      examples: {
        support: {
          summary: 'A customer without contact data',
          value: { policy: { personal: { contact: 'mask' } }, connection: 'stripe', entity: 'customers' },
        },
      },
    },
    success: {
      200: {
        description: 'The record before and after.',
        content: {
          'application/json': {
            schema: recordPreviewSchema,
            examples: {
              support: {
                summary: 'A customer without contact data',
                value: {
                  data: {
                    before: { id: 'cus_1', email: 'ada@example.com', currency: 'eur' },
                    after: { id: 'cus_1', email: 'xxx@xxxxxxx.xxx', currency: 'eur' },
                    reason: null,
                  },
                  meta: { rights: policyRights({ personal: { contact: 'mask' } }) },
                },
              },
            },
          },
        },
      },
    },
    errors: ['connector_not_found', 'invalid_params', 'unknown_entity'],
  },
  revokeToken: {
    method: 'delete',
    path: `${collection}/{id}`,
    access: 'manage',
    tag: 'Tokens',
    summary: 'Revoke a token',
    description:
      'Permanently revokes the token; it stays in the list with the time of revocation. Subscriptions that it made are paused. Other gateway processes notice within 5 seconds. A token can revoke only tokens that allow no more than it does.',
    pathParameters: tokenPathSchema,
    success: {
      200: {
        description: 'The revoked token.',
        content: {
          'application/json': {
            schema: revokedTokenSchema,
            examples: {
              revoked: {
                summary: 'The revoked token',
                value: { ...reporting, revoked_at: '2026-11-21T12:00:00.000Z', paused_subscriptions: [] },
              },
            },
          },
        },
      },
    },
  },
});
