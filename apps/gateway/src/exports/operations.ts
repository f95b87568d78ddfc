import { componentReference, operations } from '@connectory/openapi';
import { copyPathSchema, exportHeadersSchema, exportQuerySchema } from './schemas.ts';

const headers = {
  'Accept-Ranges': componentReference('headers', 'AcceptRanges'),
  'Connectory-Records': componentReference('headers', 'RecordCount'),
  'Connectory-Synced-At': componentReference('headers', 'SyncedAt'),
  'Connectory-Unreadable-Values': componentReference('headers', 'UnreadableValues'),
  'Content-Disposition': componentReference('headers', 'ContentDisposition'),
  'Content-Length': componentReference('headers', 'ContentLength'),
  ETag: componentReference('headers', 'EntityTag'),
};

const bytes = { schema: { type: 'string', format: 'binary' } } as const;
const file = {
  'application/vnd.apache.parquet': bytes,
  'application/x-ndjson': bytes,
  'text/csv': bytes,
};

/** Operations on whole copies. */
export const exportOperations = operations({
  exportCopy: {
    method: 'get',
    path: '/api/v1/workspaces/{workspace}/connections/{id}/copies/{entity}/export',
    access: 'use',
    tag: 'Connections',
    summary: 'Export a copy',
    description:
      'All records of an entity in the synchronized copy of the connection as one file, at one state of the copy. The file is made when it is asked for, and again when the copy has changed; a download can be resumed with `Range` and `If-Range`. Requires a gateway in hosted mode.',
    pathParameters: copyPathSchema,
    query: exportQuerySchema,
    headers: exportHeadersSchema,
    success: {
      200: { description: 'The file.', headers, content: file },
      206: {
        description: 'The part of the file requested by `Range`.',
        headers: { ...headers, 'Content-Range': componentReference('headers', 'ContentRange') },
        content: file,
      },
    },
    errors: [
      'connector_not_found',
      'unknown_entity',
      'action_not_available',
      'forbidden',
      'hosted_mode_required',
      'context_store_not_ready',
      'range_not_satisfiable',
      'store_busy',
      'search_timeout',
    ],
  },
});
