import { operations } from '@connectory/openapi';
import { workspacePathSchema } from '../workspaces/schemas.ts';
import { overviewQuerySchema, overviewSchema } from './schemas.ts';

const connection = '9a3d8e52-6f0b-4f5e-9d1c-2b7e4a5c6d8f';

/** Operations of the overview. */
export const overviewOperations = operations({
  getOverview: {
    method: 'get',
    path: '/api/v1/workspaces/{workspace}/overview',
    access: 'use',
    tag: 'Audit',
    summary: 'Get an overview',
    description:
      'Figures of the calls of the last 24 hours or 7 days, and what needs attention, for connections that the policy of the token allows. A token that may not manage the workspace gets the figures of its own calls, and no subscriptions.',
    pathParameters: workspacePathSchema,
    query: overviewQuerySchema,
    success: {
      200: {
        description: 'The overview.',
        content: {
          'application/json': {
            schema: overviewSchema,
            examples: {
              day: {
                summary: 'A day, of which one hour is shown',
                value: {
                  data: {
                    totals: { calls: 1_840, errors: 12, p95_ms: 410 },
                    intervals: [{ at: '2026-11-20T10:00:00.000Z', calls: 96, errors: 1, p95_ms: 380 }],
                    attention: [
                      {
                        kind: 'reconnect',
                        connection_id: connection,
                        subscription_id: null,
                        entity: null,
                        message: 'The vendor rejects the credentials of "stripe".',
                        since: '2026-11-20T09:12:00.000Z',
                      },
                    ],
                    connections: [{ id: connection, calls: 1_840, errors: 12 }],
                  },
                  meta: {},
                },
              },
            },
          },
        },
      },
    },
  },
});
