import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type GatewayProcess, startGatewayProcess } from '@connectory/test-support/gateway-process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectorFiles } from '../src/files/connector-files.ts';
import { writeFiles } from '../src/files/write-files.ts';
import { connectorNames } from '../src/names.ts';
import { openApiDraft } from '../src/openapi/open-api-draft.ts';
import { openApiSource } from '../src/openapi/open-api-source.ts';

const packageName = '@acme/connector-planner';
const adminToken = 'admin-token-of-this-test';
const text = { type: 'string' };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const tasks = 250;
const incidents = 230;

const description = {
  openapi: '3.0.3',
  info: { title: 'Planner', version: '1' },
  servers: [{ url: 'https://api.planner.example' }],
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Task: { type: 'object', properties: { name: text, gid: { type: 'string', readOnly: true } } },
      Resource: { allOf: [{ type: 'object', properties: { summary: text, id: { ...text, readOnly: true } } }] },
      Incident: { allOf: [{ $ref: '#/components/schemas/Resource/allOf/0' }, { properties: { title: text } }] },
    },
  },
  paths: {
    '/tasks': {
      get: {
        parameters: [query('limit', { type: 'integer', minimum: 1, maximum: 100 }), query('offset', text)],
        responses: {
          200: json({
            properties: {
              data: { type: 'array', items: { $ref: '#/components/schemas/Task' } },
              next_page: { nullable: true, properties: { offset: text, uri: text } },
            },
          }),
        },
      },
      post: {
        requestBody: json({ properties: { data: { $ref: '#/components/schemas/Task' } } }),
        responses: { 201: json({ properties: { data: { $ref: '#/components/schemas/Task' } } }) },
      },
    },
    '/incidents': {
      get: {
        parameters: [
          { name: 'Accept', in: 'header', required: true, schema: { default: 'application/vnd.planner+json' } },
          query('limit', { type: 'integer' }),
          query('offset', { type: 'integer' }),
          query('total', { type: 'boolean' }),
        ],
        responses: {
          200: json({
            properties: {
              offset: { type: 'integer' },
              limit: { type: 'integer' },
              more: { type: 'boolean' },
              total: { type: 'integer', nullable: true },
              incidents: { type: 'array', items: { $ref: '#/components/schemas/Incident' } },
            },
          }),
        },
      },
      post: {
        parameters: [{ name: 'From', in: 'header', required: true, schema: { ...text, format: 'email' } }],
        requestBody: json({ properties: { incident: { $ref: '#/components/schemas/Incident' } } }),
        responses: { 201: json({ properties: { incident: { $ref: '#/components/schemas/Incident' } } }) },
      },
    },
  },
};

interface Written {
  readonly body: unknown;
  readonly from: string | undefined;
}

const written: Written[] = [];

// The offset of a task list is a token that only the vendor can read; that of an incident list counts, and its total is null.
function respond(request: IncomingMessage, body: string): readonly [status: number, body: object] {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://vendor');
  const [offset, limit] = [searchParams.get('offset'), Number(searchParams.get('limit') ?? 25)];
  if (request.method === 'POST') {
    const wrapped = JSON.parse(body) as Record<string, object>;
    written.push({ body: wrapped, from: request.headers.from });
    const [name = '', values] = Object.entries(wrapped)[0] ?? [];
    return [201, { [name]: { gid: 'new', id: 'new', ...values } }];
  }
  const page = (first: number, all: number) =>
    Array.from({ length: Math.max(0, Math.min(limit, all - first)) }, (_, index) => first + index);
  if (pathname === '/incidents') {
    const first = Number(offset ?? 0);
    const records = page(first, incidents).map((index) => ({ id: `I${index}`, title: 'Down', summary: null }));
    return [200, { offset: first, limit, total: null, more: first + limit < incidents, incidents: records }];
  }
  const first = offset === null ? 0 : Number(/^opaque:(\d+)$/.exec(Buffer.from(offset, 'base64url').toString())?.[1]);
  if (Number.isNaN(first)) return [400, { errors: [{ message: 'offset: Your pagination token is invalid.' }] }];
  const next = Buffer.from(`opaque:${first + limit}`).toString('base64url');
  const data = page(first, tasks).map((index) => ({
    gid: `${1000 + index}`,
    name: index < 2 ? 'Same' : `Task ${index}`,
  }));
  return [200, { data, next_page: first + limit < tasks ? { offset: next, uri: `/tasks?offset=${next}` } : null }];
}

let vendor: Server;
let gateway: GatewayProcess;
let folder = '';
let connection = '';
let token = '';

async function send(path: string, body: object, by = token) {
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    json: (await response.json()) as { id: string; token: string; data: never; meta?: { synced_at: string | null } },
  };
}

const execute = (entity: string, action: string, params: object) =>
  send(`/api/v1/integrations/connectors/${connection}/execute`, { entity, action, params });

async function copyOf(entity: string): Promise<readonly Record<string, unknown>[]> {
  for (;;) {
    const { status, json: found } = await execute(entity, 'context_store_search', { query: {}, limit: 1000 });
    expect([200, 409], JSON.stringify(found)).toContain(status);
    // Until the first pass has ended, a search finds what has been read.
    if (typeof found.meta?.synced_at === 'string') return found.data;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copy-of-described-api-'));
  vendor = createServer(async (request, response) => {
    const [status, body] = respond(request, Buffer.concat(await request.toArray()).toString());
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  vendor.listen(0, '127.0.0.1');
  await once(vendor, 'listening');
  const names = connectorNames('planner', 'Planner', packageName);
  const draft = openApiDraft(names, openApiSource(JSON.stringify(description), 'planner.json'), ['tasks', 'incidents']);
  const connector = join(folder, 'connector');
  await writeFiles(connector, connectorFiles(names, draft, { connectory: {}, tools: {}, isPublished: false }));
  // Its sources are loaded as they are, without a build.
  const manifest = { name: packageName, version: '0.1.0', type: 'module', exports: './src/index.ts' };
  await writeFile(join(connector, 'package.json'), JSON.stringify(manifest));
  await symlink(
    fileURLToPath(new URL('../node_modules', import.meta.url)),
    join(connector, 'node_modules'),
    'junction',
  );
  const installed = join(folder, 'data/connectors/node_modules', packageName);
  await mkdir(dirname(installed), { recursive: true });
  await symlink(connector, installed, 'junction');
  gateway = await startGatewayProcess('main', {
    CONNECTORY_DATA_DIR: join(folder, 'data'),
    CONNECTORY_ADMIN_TOKEN: adminToken,
    CONNECTORY_TRUSTED_CONNECTORS: packageName,
    CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
  });
  await send('/api/v1/workspaces', { name: 'acme' }, adminToken);
  ({ token } = (await send('/api/v1/workspaces/acme/tokens', { name: 'test' }, adminToken)).json);
  const { json: created } = await send(
    '/api/v1/workspaces/acme/connections',
    {
      connector: 'planner',
      credentials: { token: 'secret' },
      settings: { base_url: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}` },
    },
    adminToken,
  );
  connection = created.id;
});

afterAll(async () => {
  await gateway?.stop();
  vendor?.close();
  await rm(folder, { recursive: true, force: true });
});

it('a copy through opaque offsets holds every record, also two of one name', async () => {
  const copy = await copyOf('tasks');
  expect(new Set(copy.map(({ gid }) => gid)).size).toBe(tasks);
});

it('a copy through counted offsets, without a total, holds every record', async () => {
  const copy = await copyOf('incidents');
  expect(new Set(copy.map(({ id }) => id)).size).toBe(incidents);
});

it('a write wraps its parameters and sends the header that the vendor requires', async () => {
  await execute('tasks', 'create', { name: 'Call back' });
  await execute('incidents', 'create', { from: 'ada@acme.example', title: 'Down' });
  expect(written).toEqual([
    { body: { data: { name: 'Call back' } }, from: undefined },
    { body: { incident: { title: 'Down' } }, from: 'ada@acme.example' },
  ]);
});
