import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  page,
  restApi,
} from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkConnector } from './check-connector.ts';
import { loadDescription } from './formats.ts';
import type { KnownDeviation } from './report.ts';

const api = restApi({
  recordsAt: 'notes',
  recordAt: 'note',
  paging: page.cursor({ param: 'cursor', next: 'next_cursor', size: 'limit' }),
});
const byId = z.object({ id: z.string().describe('Id of the note') });
const listParams = z.object({
  limit: z.int().min(1).max(100).default(20).describe('Number of notes per page'),
  cursor: z.string().optional().describe('The next_cursor of the previous page'),
});

/** A connector with one entity; what a test is about can differ. */
function notebook(changes: { readonly syncOnly?: z.ZodObject; readonly edition?: boolean } = {}): Connector {
  const { syncOnly, edition = false } = changes;
  const list = { summary: 'List notes', params: listParams, ...(syncOnly && { syncOnly }) };
  return defineConnector({
    id: 'notebook',
    kind: 'notes',
    vendor: 'Notebook',
    version: '1.0.0',
    upstream: defineUpstream({
      baseUrl: `https://api.notebook.example/${edition ? '{edition}' : 'v1'}`,
      documentation: 'https://notebook.example/docs',
      version: { pinned: '1', sunset: null },
      authentication: { key: auth.bearer('api_key', 'API key') },
      failure: { message: ['error.message'], code: ['error.code'] },
      ...(edition && { settings: z.object({ edition: z.string().default('v1').describe('Edition') }) }),
    }),
    entities: [
      defineEntity({
        name: 'notes',
        summary: 'Notes people write',
        record: z.object({ id: z.string(), text: z.string() }),
        key: 'id',
        actions: {
          list: api('GET /notes', list),
          get: api('GET /notes/{id}', { summary: 'Get a note', params: byId }),
          delete: api('DELETE /notes/{id}', { summary: 'Delete a note', params: byId }),
        },
        sync: { via: 'list', params: { limit: 100, ...(syncOnly && { edited_since: '2026-01-01' }) } },
      }),
    ],
    check: { entity: 'notes', action: 'list', params: { limit: 1 } },
  });
}

/** The vendor's description, with another name of the page size or other fields of a note. */
function described({ size = 'limit', note = '{ id: { type: string }, text: { type: string } }' } = {}) {
  const text = `openapi: 3.1.0
servers: [{ url: https://api.notebook.example/v1 }]
paths:
  /notes:
    get:
      parameters:
        - { name: ${size}, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }
        - { name: cursor, in: query, schema: { type: string } }
      responses:
        '200':
          content:
            application/json:
              schema:
                type: object
                properties:
                  notes: { type: array, items: { $ref: '#/components/schemas/Note' } }
                  next_cursor: { type: [string, 'null'] }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      responses:
        '200':
          content:
            application/json: { schema: { type: object, properties: { note: { $ref: '#/components/schemas/Note' } } } }
    delete: { responses: { '204': { description: gone } } }
components: { schemas: { Note: { type: object, properties: ${note} } } }
`;
  return loadDescription({ name: 'notebook.yaml', text });
}

async function deviationsOf(
  connector: Connector,
  description = described(),
  deviations: readonly KnownDeviation[] = [],
) {
  const report = await checkConnector(connector, { descriptions: [description], deviations });
  const found = report.findings.map(({ part, action, kind, where }) => `${part} ${action} ${kind} ${where}`);
  return [...found, ...report.stale.map(({ entry }) => `stale ${entry.where}`)];
}

describe('a connector', () => {
  it('that does what its vendor describes passes, with the defaults of its settings too', async () => {
    expect(await deviationsOf(notebook())).toEqual([]);
    expect(await deviationsOf(notebook({ edition: true }))).toEqual([]);
  });

  it('that pins a newer version than the described one is compared by the paths of that one', async () => {
    const known = notebook();
    const baseUrl = 'https://api.notebook.example/{api_version}';
    const newer = { ...known, upstream: { ...known.upstream, baseUrl, version: { pinned: 'v2', sunset: null } } };
    expect(await deviationsOf(newer)).toContain('request list unknown_path /path');
    const options = { descriptions: [described()], deviations: [], apiVersion: 'v1' };
    expect((await checkConnector(newer, options)).findings).toEqual([]);
  });

  it('that sends a parameter the vendor does not know deviates', async () => {
    expect(await deviationsOf(notebook(), described({ size: 'page_size' }))).toContain(
      'request list unknown_query /query/limit',
    );
  });

  it('that sends such a parameter only in a synchronization deviates', async () => {
    const connector = notebook({ syncOnly: z.object({ edited_since: z.string() }) });
    expect(await deviationsOf(connector)).toContain('request list unknown_query /query/edited_since');
  });

  it('that declares what the vendor lacks, or denies a null, deviates', async () => {
    expect(await deviationsOf(notebook(), described({ note: '{ id: { type: string } }' }))).toContain(
      'record list unknown_field /answer/notes/*/text',
    );
    const note = '{ id: { type: [string, "null"] }, text: { type: string } }';
    expect(await deviationsOf(notebook(), described({ note }))).toContain('record get null_denied /answer/note/id');
  });

  it('whose simulated vendor sends another format deviates', async () => {
    const note = '{ id: { type: string, format: uri }, text: { type: string } }';
    expect(await deviationsOf(notebook(), described({ note }))).toContain('simulated get wrong_value /answer/note/id');
  });

  it('passes with a deviation that is explained, and fails once it no longer occurs', async () => {
    const known: KnownDeviation = {
      part: 'record',
      entity: 'notes',
      action: '*',
      kind: 'unknown_field',
      where: '/answer/**/text',
      reason: 'it is new',
    };
    expect(await deviationsOf(notebook(), described({ note: '{ id: { type: string } }' }), [known])).toEqual([]);
    expect(await deviationsOf(notebook(), described(), [known])).toEqual(['stale /answer/**/text']);
  });
});
