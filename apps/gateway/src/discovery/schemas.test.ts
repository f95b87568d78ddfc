import {
  absent,
  auth,
  defineConnector,
  defineEntity,
  defineUpstream,
  fromBody,
  page,
  restApi,
} from '@connectory/connector-sdk';
import { describeConnector } from '@connectory/connector-sdk/engine';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { connectorManifestSchema } from './schemas.ts';

const api = restApi({ recordsAt: 'data', paging: page.cursor({ param: 'cursor', next: 'next' }) });

const connector = defineConnector({
  id: 'library',
  kind: 'library',
  vendor: 'Shelves',
  version: '1.2.3',
  upstream: defineUpstream({
    baseUrl: 'https://shelves.example.org',
    documentation: 'https://shelves.example.org/docs',
    version: { pinned: '2026-01', sunset: '2027-01-01' },
    authentication: { api_key: auth.bearer('api_key', 'Key of the library') },
    failure: { message: ['error'] },
  }),
  entities: [
    defineEntity({
      name: 'books',
      summary: 'Books',
      record: z.object({ id: z.string(), title: z.string().nullable() }),
      key: ['id', 'title'],
      actions: {
        list: api('GET /books', {
          summary: 'List books',
          params: z.strictObject({ cursor: z.string().optional().describe('Page') }),
          meta: { next: fromBody('next', z.string().nullable()) },
          result: z.object({ id: z.string() }),
          deprecated: { since: '2026-11-21', until: '2027-06-01', instead: 'Call list with the id.' },
        }),
      },
      search: { fields: ['id', 'title'], derived: { shelf: absent(z.string(), 'Shelves were removed in 2025.') } },
    }),
  ],
  check: { entity: 'books', action: 'list', params: {} },
});

it('describes every member of a manifest', () => {
  const manifest = JSON.parse(JSON.stringify(describeConnector(connector)));
  expect(connectorManifestSchema.parse(manifest)).toEqual(manifest);
});
