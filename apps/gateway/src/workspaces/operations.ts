import { operations } from '@connectory/openapi';
import { listQuerySchema } from '../http/schemas.ts';
import {
  newWorkspaceSchema,
  workspaceChangeSchema,
  workspaceListSchema,
  workspacePathSchema,
  workspaceSchema,
} from './schemas.ts';

const demo = {
  id: '0c7f6f0e-3f0c-4d5b-8f5e-6d6b7c0a9b1d',
  name: 'demo',
  created_at: '2026-11-20T09:30:00.000Z',
  limits: {},
};
const limited = { ...demo, limits: { calls_per_minute: 600, calls_per_day: 100_000 } };

/** Operations of workspaces. */
export const workspaceOperations = operations({
  listWorkspaces: {
    method: 'get',
    path: '/api/v1/workspaces',
    access: 'caller',
    tag: 'Workspaces',
    summary: 'List workspaces',
    description:
      'With the admin token, all workspaces; with any other token, the workspace it belongs to; for a signed-in person, those in which the person has a role.',
    query: listQuerySchema,
    success: {
      200: {
        description: 'A page of workspaces, ordered by name.',
        content: {
          'application/json': {
            schema: workspaceListSchema,
            examples: { one: { summary: 'One workspace', value: { data: [demo], meta: { next_cursor: null } } } },
          },
        },
      },
    },
    errors: ['invalid_cursor'],
  },
  createWorkspace: {
    method: 'post',
    path: '/api/v1/workspaces',
    access: 'admin',
    tag: 'Workspaces',
    summary: 'Create a workspace',
    description: 'Creates an empty workspace.',
    body: {
      schema: newWorkspaceSchema,
      examples: { demo: { summary: 'A workspace named demo', value: { name: 'demo' } } },
    },
    success: {
      201: {
        description: 'The new workspace.',
        content: {
          'application/json': {
            schema: workspaceSchema,
            examples: { demo: { summary: 'The new workspace', value: demo } },
          },
        },
      },
    },
    errors: ['conflict', 'invalid_params'],
  },
  updateWorkspace: {
    method: 'patch',
    path: '/api/v1/workspaces/{workspace}',
    access: 'admin',
    tag: 'Workspaces',
    summary: 'Set the limits of a workspace',
    description:
      'Limits what all tokens of a workspace may do together. This process applies the limits immediately, others within 5 seconds.',
    pathParameters: workspacePathSchema,
    body: {
      schema: workspaceChangeSchema,
      examples: { limits: { summary: 'Limits per minute and per day', value: { limits: limited.limits } } },
    },
    success: {
      200: {
        description: 'The changed workspace.',
        content: {
          'application/json': {
            schema: workspaceSchema,
            examples: { limited: { summary: 'The limited workspace', value: limited } },
          },
        },
      },
    },
    errors: ['not_found', 'invalid_params'],
  },
  deleteWorkspace: {
    method: 'delete',
    path: '/api/v1/workspaces/{workspace}',
    access: 'admin',
    tag: 'Workspaces',
    summary: 'Delete a workspace',
    description:
      'Deletes everything of the workspace: connections, credentials, copies and their changes, connect links, OAuth applications, tokens, subscriptions, deliveries and audit entries. Its tokens are rejected immediately, by other gateway processes within 5 seconds. The response is sent once everything is deleted and the name can be used again. If the request fails, send it again; the gateway completes an interrupted deletion by itself.',
    pathParameters: workspacePathSchema,
    success: {
      200: {
        description: 'The deleted workspace.',
        content: {
          'application/json': {
            schema: workspaceSchema,
            examples: { demo: { summary: 'The deleted workspace', value: demo } },
          },
        },
      },
    },
    errors: ['not_found'],
  },
});
