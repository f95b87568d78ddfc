import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  fromBody,
  page,
  restApi,
} from '@connectory/connector-sdk';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

/** What the test vendor returns to a request; `wait` holds the response back until it is settled. */
export interface VendorResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or text as it is. */
  readonly body?: unknown;
  /** Breaks the connection off instead of answering. */
  readonly reset?: true;
  readonly wait?: Promise<unknown>;
}

/** A request the test vendor received. */
export interface VendorRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A vendor's API on 127.0.0.1. */
export interface TestVendor {
  readonly origin: string;
  readonly received: readonly VendorRequest[];
  response(next: (request: VendorRequest) => VendorResponse): void;
}

/** Starts a vendor that ends with its test and answers every request with `first` until told otherwise. */
export async function startVendor(first: VendorResponse = { body: { data: [] } }): Promise<TestVendor> {
  const received: VendorRequest[] = [];
  let reply: (request: VendorRequest) => VendorResponse = () => first;
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const request = { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body: text };
    received.push(request);
    const { status = 200, headers, body, reset, wait } = reply(request);
    await wait;
    if (reset === true) response.socket?.destroy();
    else response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    response: (next) => {
      reply = next;
    },
  };
}

const api = restApi({
  recordsAt: 'data',
  paging: page.cursor({ param: 'cursor', next: 'next' }),
  meta: { next_cursor: fromBody('next', z.string().nullable()) },
});
const record = z.looseObject({ id: z.string() });
const noteParams = z.object({
  text: z.string().max(50).describe('Text of the note'),
  tags: z
    .array(z.strictObject({ label: z.string().describe('Label') }))
    .optional()
    .describe('Tags of the note'),
});
const byId = z.object({ id: z.string().describe('Id of the note') });

const notes = defineEntity({
  name: 'notes',
  summary: 'Notes people write',
  record,
  key: 'id',
  search: { fields: ['id'] },
  sync: { via: 'list', params: { limit: 50, archived: true } },
  actions: {
    list: api('GET /notes', {
      summary: 'List notes',
      params: z.object({
        cursor: z.string().optional().describe('Where the page begins'),
        limit: z.int().min(1).max(100).default(20).describe('Notes per page'),
        order: z.enum(['newest', 'oldest']).optional().describe('Order of the notes'),
      }),
      syncOnly: z.object({ archived: z.boolean() }),
    }),
    get: api('GET /notes/{id}', { summary: 'Get a note', params: byId }),
    create: api('POST /notes', { summary: 'Write a note', params: noteParams }),
    delete: api('DELETE /notes/{id}', { summary: 'Delete a note', params: byId }),
    download: api('GET /notes/{id}/file', { summary: 'Download a note', params: byId }),
  },
});

const people = defineEntity({
  name: 'people',
  summary: 'People who write notes',
  record,
  key: 'id',
  actions: {
    list: api('GET /people', {
      summary: 'List people',
      paging: null,
      toRecord: (row) => ({ id: row.id.toUpperCase() }),
    }),
    create: api('POST /people', {
      summary: 'Add a person',
      params: z.object({ name: z.string().describe('Name') }),
      idempotencyHeader: 'x-once',
    }),
  },
});

/** The connector of the test vendor. */
export const notebook: Connector = defineConnector({
  id: 'notebook',
  kind: 'notes',
  vendor: 'Notebook',
  version: '1.2.3',
  upstream: defineUpstream({
    baseUrl: 'https://api.notebook.example',
    documentation: 'https://notebook.example/docs',
    version: { pinned: '1', sunset: null },
    authentication: {
      key: auth.bearer('api_key', 'API key'),
      oauth: auth.oauth2({
        description: 'OAuth application',
        authorizationUrl: 'https://api.notebook.example/authorize',
        tokenUrl: 'https://api.notebook.example/token',
      }),
    },
    failure: { message: ['message'], code: ['code'] },
  }),
  entities: [notes, people],
  check: { entity: 'notes', action: 'list', params: { limit: 1 } },
});
