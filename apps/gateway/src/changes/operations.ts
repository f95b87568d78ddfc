import { componentReference, operations } from '@connectory/openapi';
import { connectionPathSchema } from '../connections/schemas.ts';
import { changesQuerySchema, changesSchema } from './schemas.ts';

const added = {
  sequence: 41,
  cursor: 'WzEsIjZmMGI5ZDFjLTJiN2UtNGE1Yy04ZDZmLTlhM2Q4ZTUyNmYwYiIsNDFd',
  entity: 'customers',
  type: 'added',
  key: ['cus_QXg4o1vJ7kLm2N'],
  changed_fields: [],
  at: '2026-11-20T10:31:01.204Z',
  cause: 'pass',
  record: { id: 'cus_QXg4o1vJ7kLm2N', email: 'ada@example.com', name: 'Ada Lovelace' },
};
const changed = {
  ...added,
  sequence: 42,
  cursor: 'WzEsIjZmMGI5ZDFjLTJiN2UtNGE1Yy04ZDZmLTlhM2Q4ZTUyNmYwYiIsNDJd',
  type: 'changed',
  changed_fields: ['email'],
  at: '2026-11-20T10:32:40.511Z',
  cause: 'write',
  record: { ...added.record, email: 'ada@lovelace.example' },
};
const changes = [added, changed];

const streamOf = (contentMediaType: string, value: string) => ({
  schema: {
    type: 'string' as const,
    contentMediaType,
    contentSchema: componentReference('schemas', 'Change'),
  },
  examples: { two: { summary: 'Two changes', value } },
});

/** Operations of the feed of changes. */
export const changeOperations = operations({
  listChanges: {
    method: 'get',
    path: '/api/v1/workspaces/{workspace}/connections/{id}/changes',
    access: 'use',
    tag: 'Connections',
    summary: 'List changes',
    description:
      'Every record that was added, changed or removed in the synchronized copy of the connection, in order. With `Accept: application/x-ndjson` or `Accept: text/event-stream`, the response stays open and sends each change as it happens. If changes after the cursor are no longer available, the response is `changes_expired`. Requires a gateway in hosted mode.',
    pathParameters: connectionPathSchema,
    query: changesQuerySchema,
    success: {
      200: {
        description: 'The changes after the cursor.',
        content: {
          'application/json': {
            schema: changesSchema,
            examples: {
              two: {
                summary: 'Two changes of one customer',
                value: { data: changes, meta: { cursor: changed.cursor, has_more: false } },
              },
            },
          },
          'application/x-ndjson': streamOf(
            'application/x-ndjson',
            changes.map((change) => `${JSON.stringify(change)}\n`).join(''),
          ),
          'text/event-stream': streamOf(
            'text/event-stream',
            changes
              .map(({ cursor, type, ...change }) => {
                const data = JSON.stringify({ ...change, cursor, type });
                return `id: ${cursor}\nevent: ${type}\ndata: ${data}\n\n`;
              })
              .join(''),
          ),
        },
      },
    },
    errors: [
      'connector_not_found',
      'hosted_mode_required',
      'unknown_entity',
      'invalid_cursor',
      'changes_expired',
      'gateway_busy',
      'store_busy',
    ],
  },
});
