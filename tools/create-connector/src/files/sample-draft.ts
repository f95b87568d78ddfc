import type { ConnectorDraft } from '../connector-draft.ts';
import type { ConnectorNames } from '../names.ts';
import { quoted } from '../source-text.ts';

/** A connector without a description: one entity with every usual action, to be replaced by those of the vendor. */
export function sampleDraft({ id, vendor }: ConnectorNames): ConnectorDraft {
  return {
    kind: id.split('-').join(' '),
    adapter: adapter(id, vendor),
    entities: [
      {
        name: 'items',
        constant: 'items',
        source: items,
        texts: ['id', 'name'],
        check: { action: 'list', params: '{ limit: 1 }', needsParams: false },
      },
    ],
    notes: { toCheck: [], leftOut: [] },
  };
}

const adapter = (
  id: string,
  vendor: string,
) => `import { auth, defineUpstream, fromBody, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/** The API of ${vendor}. Replace these values with those of its documentation. */
export const upstream = defineUpstream({
  baseUrl: 'https://api.${id}.example/v1',
  documentation: 'https://${id}.example/docs',
  // The API version of the records, and the day the vendor stops serving it, such as 2026-12-31.
  version: { pinned: '1', sunset: null },
  authentication: {
    token: auth.bearer('token', ${quoted(`API token of the ${vendor} account`)}),
  },
  // Where an error body contains its message, and the vendor's error code.
  failure: { message: ['error.message'], code: ['error.code'] },
});

/** Declares an action: where a response contains its records, and how to request the next page. */
export const api = restApi({
  recordsAt: 'data',
  recordAt: 'data',
  paging: page.cursor({ param: 'cursor', next: 'next_cursor', size: 'limit' }),
  meta: { next_cursor: fromBody('next_cursor', z.string().nullable()) },
});
`;

const items = `import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { api } from '../adapter.ts';

const Item = z.object({
  id: z.string(),
  name: z.string(),
  color: z.enum(['red', 'green', 'blue']).nullish().describe('Color of the item; null if not stated'),
  created_at: time().describe('When it was created, as ISO 8601'),
});

const byId = z.object({ id: z.string().describe('Item id') });
const name = z.string().max(200);
const color = z.enum(['red', 'green', 'blue']).optional().describe('Color of the item');

/** A sample entity with one of everything. */
export const items = defineEntity({
  name: 'items',
  summary: 'Items of the account',
  record: Item,
  key: 'id',
  actions: {
    list: api('GET /items', {
      summary: 'List items, newest first',
      params: z.object({
        limit: z.int().min(1).max(100).default(20).describe('Number of records per page'),
        cursor: z.string().optional().describe('The next_cursor of the previous page'),
        color: z.enum(['red', 'green', 'blue']).optional().describe('Only items of this color'),
      }),
    }),
    get: api('GET /items/{id}', { summary: 'Get one item', params: byId }),
    create: api('POST /items', {
      summary: 'Create an item',
      params: z.object({ name: name.describe('Name of the item'), color }),
    }),
    update: api('PATCH /items/{id}', {
      summary: 'Change an item; omitted fields stay unchanged',
      params: byId.extend({ name: name.optional().describe('New name of the item'), color }),
    }),
    delete: api('DELETE /items/{id}', { summary: 'Delete an item', params: byId }),
  },
  search: { fields: ['id', 'name', 'color', 'created_at'] },
  sync: { via: 'list', params: { limit: 100 } },
});
`;
