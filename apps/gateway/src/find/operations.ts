import { operations } from '@connectory/openapi';
import { workspacePathSchema } from '../workspaces/schemas.ts';
import { findRequestSchema, foundRecordsSchema } from './schemas.ts';

/** The operation that finds records across connections. */
export const findOperations = operations({
  findRecords: {
    method: 'post',
    path: '/api/v1/workspaces/{workspace}/search',
    access: 'use',
    tag: 'Execute',
    summary: 'Find records across connections',
    description:
      'Finds records by words in the synchronized copies of all connections that the token may search, ranked together: those with all words first. Copies that are not ready, or do not respond within three seconds, are reported in `meta.skipped`. Requires a workspace token and a gateway in hosted mode.',
    isSafe: true,
    pathParameters: workspacePathSchema,
    body: {
      schema: findRequestSchema,
      examples: { parcel: { summary: 'A complaint', value: { words: 'late parcel acme' } } },
    },
    success: {
      200: {
        description: 'The records, best first.',
        content: {
          'application/json': {
            schema: foundRecordsSchema,
            examples: {
              parcel: {
                summary: 'A ticket',
                value: {
                  data: [
                    {
                      connection: { id: '9a3d8e52-6f0b-4f5e-9d1c-2b7e4a5c6d8f', name: 'support' },
                      connector: 'zendesk',
                      entity: 'tickets',
                      key: ['4711'],
                      title: 'Parcel has not arrived',
                      url: 'https://acme.zendesk.com/agent/tickets/4711',
                      snippet: 'The parcel for Acme was due on Monday and is late.',
                      score: 1,
                      call: { entity: 'tickets', action: 'get', params: { ticket_id: 4711 } },
                    },
                  ],
                  meta: {
                    has_more: false,
                    took_ms: 18,
                    searched: [{ connection: 'support', entity: 'tickets', synced_at: '2026-11-20T10:30:00.000Z' }],
                    skipped: [{ connection: 'support', entity: 'users', reason: 'not_ready' }],
                  },
                },
              },
            },
          },
        },
      },
    },
    errors: [
      'invalid_params',
      'connector_not_found',
      'unknown_entity',
      'hosted_mode_required',
      'gateway_busy',
      'store_busy',
    ],
  },
});
