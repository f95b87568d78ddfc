import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  from,
  fromBody,
  page,
  restApi,
  time,
  type UpstreamDefinition,
} from '@connectory/connector-sdk';
import { z } from 'zod';

/** The vendor of the notebook as its author declares it. */
export const notebookUpstream: UpstreamDefinition = {
  baseUrl: 'https://api.notebook.example/v1',
  documentation: 'https://notebook.example/docs',
  version: { pinned: '1', sunset: null },
  authentication: { key: auth.bearer('api_key', 'API key') },
  failure: { message: ['error.message'], code: ['error.code'] },
};

export const api = restApi({
  recordsAt: 'notes',
  recordAt: 'note',
  paging: page.cursor({ param: 'cursor', next: 'next_cursor', size: 'limit' }),
  meta: { next_cursor: fromBody('next_cursor', z.string().nullable()) },
});

const Note = z.object({
  id: z.string(),
  text: z.string(),
  author: z.string().nullable(),
  created_at: time(),
});

export const byId = z.object({ id: z.string().describe('Id of the note') });
export const listParams = z.object({
  limit: z.int().min(1).max(100).default(20).describe('Number of notes per page'),
  cursor: z.string().optional().describe('The next_cursor of the previous page'),
  since: z.string().optional().describe('Only notes written at or after this time'),
});
const editable = z.object({ text: z.string().max(200).describe('Text of the note') });

/** Parts of the notebook's only entity. */
const noteDefinition = {
  name: 'notes',
  summary: 'Notes people write',
  record: Note,
  key: 'id',
  actions: {
    list: api('GET /notes', { summary: 'List notes', params: listParams }),
    get: api('GET /notes/{id}', { summary: 'Get a note', params: byId }),
    create: api('POST /notes', { summary: 'Write a note', params: editable }),
    update: api('PATCH /notes/{id}', { summary: 'Change a note', params: byId.extend(editable.shape) }),
    delete: api('DELETE /notes/{id}', { summary: 'Delete a note', params: byId }),
  },
  search: {
    fields: ['id', 'text', 'author', 'created_at'],
    derived: { length: from(z.int(), ({ text }) => text.length) },
  },
  sync: { via: 'list', params: { limit: 100 }, cursor: { field: 'created_at', param: 'since' } },
} as const;

/** A connector that keeps every rule. */
export const notebook: Connector = defineConnector({
  id: 'notebook',
  kind: 'notes',
  vendor: 'Notebook',
  version: '1.0.0',
  upstream: defineUpstream(notebookUpstream),
  entities: [defineEntity(noteDefinition)],
  meanings: {
    author: 'Who wrote the note; null if unknown',
    created_at: 'When it was written, as ISO 8601',
    length: 'Number of characters',
  },
  personal: { name: 'author', free_text: 'text', none: 'id' },
  check: { entity: 'notes', action: 'list', params: { limit: 1 } },
});
