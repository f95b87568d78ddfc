import { operations } from '@connectory/openapi';
import { workspacePathSchema } from '../workspaces/schemas.ts';
import {
  type AuditEntryBody,
  auditEntryPathSchema,
  auditEntrySchema,
  auditListQuerySchema,
  auditListSchema,
} from './schemas.ts';

/** An entry, for examples. */
const entry: AuditEntryBody = {
  id: '7e2f4b1a-5c6d-4e8f-9a0b-1c2d3e4f5a6b',
  at: '2026-11-20T10:00:00.000Z',
  kind: 'execute',
  state: 'finished',
  token_id: '3d1b7c9e-8a54-4c3f-b2a6-5e9f0d7c1a42',
  actor: {
    person: { id: '5b0e6f37-2f5c-4f0e-8f7e-0a9c3d1e2b4f', name: 'Ada Lovelace' },
    token: '3d1b7c9e-8a54-4c3f-b2a6-5e9f0d7c1a42',
    agent: 'Claude',
  },
  connection_id: '9a3d8e52-6f0b-4f5e-9d1c-2b7e4a5c6d8f',
  connector: 'stripe',
  entity: 'customers',
  action: 'get',
  subject_id: null,
  record: { entity: 'customers', key: { id: 'cus_QyS5Zt9' } },
  via: 'mcp',
  request_id: 'f2b7c5de-4d4b-4c8e-9a51-0f3d5f6d1c7a',
  intent: 'check the address',
  outcome: 200,
  error_code: null,
  upstream_status: 200,
  records: 1,
  duration_ms: 184,
  dry_run: false,
};

const page = {
  description: 'A page of entries, newest first.',
  content: {
    'application/json': {
      schema: auditListSchema,
      examples: {
        one: {
          summary: 'One entry',
          value: {
            data: [entry],
            meta: { next_cursor: null },
          },
        },
      },
    },
  },
};

/** Operations of the audit. */
export const auditOperations = operations({
  listAuditEntries: {
    method: 'get',
    path: '/api/v1/workspaces/{workspace}/audit',
    access: 'manage',
    tag: 'Audit',
    summary: 'List audit entries',
    description:
      "One entry per execute call and per request that may change stored data, never with credentials or with parameters other than the key of the record. Entries of connections that the token's policy forbids are left out.",
    pathParameters: workspacePathSchema,
    query: auditListQuerySchema,
    success: { 200: page },
    errors: ['invalid_cursor'],
  },
  getAuditEntry: {
    method: 'get',
    path: '/api/v1/workspaces/{workspace}/audit/{id}',
    access: 'manage',
    tag: 'Audit',
    summary: 'Get an audit entry',
    description: "One request of the workspace. An entry of a connection that the token's policy forbids is not found.",
    pathParameters: auditEntryPathSchema,
    success: {
      200: {
        description: 'The entry.',
        content: {
          'application/json': { schema: auditEntrySchema, examples: { one: { summary: 'One entry', value: entry } } },
        },
      },
    },
    errors: ['not_found'],
  },
  listGatewayAuditEntries: {
    method: 'get',
    path: '/api/v1/audit',
    access: 'admin',
    tag: 'Audit',
    summary: 'List audit entries of no workspace',
    description:
      'Admin requests that belong to no workspace, such as creating or deleting one, or naming one that does not exist.',
    query: auditListQuerySchema,
    success: { 200: page },
    errors: ['invalid_cursor'],
  },
});
