import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { RawValue } from '@connectory/connector-sdk';
import { type PostgresServer, startPostgres } from '@connectory/database/testing';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { fixtureConnectors, installFixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GatewayProcess, startGatewayProcess, temporaryDirectory } from './gateway-process.ts';
import { newestRevision } from './mcp-client.ts';
import { adminToken, draftConnection, executePath } from './running-gateway.ts';

/** More of them: `CONNECTORY_QUESTION_RUNS=1000 npx vitest run apps/gateway/test/mcp-processes.test.ts`. */
const questions = Number(process.env.CONNECTORY_QUESTION_RUNS ?? 24);

let postgres: PostgresServer;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let upstreams: RunningSandbox;
const running: GatewayProcess[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  directory = await temporaryDirectory();
  upstreams = await startSandbox({ connectors: fixtureConnectors, sandboxes: fixtureSandboxes, recordsPerEntity: 1 });
});

afterAll(async () => {
  for (const one of running) await one.stop('SIGKILL');
  await upstreams.stop();
  await directory.remove();
  await postgres.stop();
});

const secretKey = randomBytes(32).toString('base64');

async function start(databaseUrl: string): Promise<GatewayProcess> {
  const started = await startGatewayProcess('main', {
    PORT: '0',
    CONNECTORY_MODE: 'direct',
    CONNECTORY_DATA_DIR: directory.path,
    CONNECTORY_DATABASE_URL: databaseUrl,
    CONNECTORY_SECRET_KEY: secretKey,
    CONNECTORY_ADMIN_TOKEN: adminToken,
    CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
    CONNECTORY_TRUSTED_CONNECTORS: await installFixtureConnectors(directory.path),
  });
  running.push(started);
  return started;
}

async function send(
  { url }: GatewayProcess,
  path: string,
  body: object,
  token: string,
  headers = {},
): Promise<RawValue> {
  const response = await request(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return response.body.json();
}

const protocol = 'io.modelcontextprotocol/';
const _meta = {
  [`${protocol}protocolVersion`]: newestRevision,
  [`${protocol}clientInfo`]: { name: 'suite', version: '1' },
  [`${protocol}clientCapabilities`]: { elicitation: { form: {} } },
};

/** Calls `run_write`, and returns its result. */
async function write(gateway: GatewayProcess, token: string, name: string, more: object = {}): Promise<RawValue> {
  const input = { connection: 'ledger', entity: 'customers', action: 'create', params: { name } };
  const params = { name: 'run_write', arguments: input, ...more, _meta };
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': newestRevision,
    'mcp-method': 'tools/call',
    'mcp-name': 'run_write',
  };
  const { result } = await send(
    gateway,
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    token,
    headers,
  );
  return result;
}

/** The names of all customers at the vendor. */
async function customers(gateway: GatewayProcess, id: string, token: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (let params: object | null = { limit: 100 }; params !== null; ) {
    const { data, meta } = await send(gateway, executePath(id), { entity: 'customers', action: 'list', params }, token);
    found.push(...data.map(({ name }: { readonly name: string }) => name));
    params = meta.next_params && { ...params, ...meta.next_params };
  }
  return found;
}

const each = async <Result>(work: (index: number) => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = [];
  for (let first = 0; first < questions; first += 8) {
    const some = Array.from({ length: Math.min(8, questions - first) }, (_, offset) => work(first + offset));
    results.push(...(await Promise.all(some)));
  }
  return results;
};

it.each(['SQLite', 'PostgreSQL'])(
  'questions of a process that was killed are replied to at another one, and each write is sent once (%s)',
  async (database) => {
    const url = database === 'SQLite' ? join(directory.path, 'connectory.sqlite') : postgres.url;
    const first = await start(url);
    await send(first, '/api/v1/workspaces', { name: 'main' }, adminToken);
    const { token } = await send(first, '/api/v1/workspaces/main/tokens', { name: 'agent' }, adminToken);
    const draft = { ...draftConnection(fixtureConnectors, upstreams, 'ledger'), name: 'ledger' };
    const { id } = await send(first, '/api/v1/workspaces/main/connections', draft, adminToken);
    const names = Array.from({ length: questions }, (_, index) => `${database} ${index}`);
    const opened = await each((index) => write(first, token, names[index] ?? ''));
    await first.stop('SIGKILL');
    const [second, third] = [await start(url), await start(url)];
    const reply = (index: number) => ({
      requestState: opened[index].requestState,
      inputResponses: { confirmation: { action: 'accept', content: {} } },
    });
    const results = await each((index) =>
      Promise.all([second, third].map((gateway) => write(gateway, token, names[index] ?? '', reply(index)))),
    );
    const carriedOut = results.map((both) => both.filter(({ isError }) => isError !== true).length);
    expect(carriedOut).toEqual(Array.from({ length: questions }, () => 1));
    const created = (await customers(second, id, token)).filter((name) => name.startsWith(database));
    expect(created.toSorted()).toEqual(names.toSorted());
  },
);
