import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawValue } from '@connectory/connector-sdk';
import { type PostgresServer, startPostgres } from '@connectory/database/testing';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { fixtureConnectors, installFixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type GatewayProcess, startGatewayProcess, temporaryDirectory } from './gateway-process.ts';
import { adminToken, draftConnection, executePath } from './running-gateway.ts';

const size = 300;
const secretKey = randomBytes(32).toString('base64');
let postgres: PostgresServer;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let upstreams: RunningSandbox;
let gateway: GatewayProcess | undefined;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

beforeEach(async () => {
  directory = await temporaryDirectory();
  upstreams = await startSandbox({ connectors: fixtureConnectors, sandboxes: fixtureSandboxes, recordsPerEntity: 1 });
});

afterEach(async () => {
  await gateway?.stop('SIGKILL');
  gateway = undefined;
  await upstreams.stop();
  await directory.remove();
});

async function start(databaseUrl: string): Promise<GatewayProcess> {
  gateway = await startGatewayProcess('main', {
    PORT: '0',
    CONNECTORY_MODE: 'direct',
    CONNECTORY_DATA_DIR: directory.path,
    CONNECTORY_DATABASE_URL: databaseUrl,
    CONNECTORY_SECRET_KEY: secretKey,
    CONNECTORY_ADMIN_TOKEN: adminToken,
    CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
    CONNECTORY_TRUSTED_CONNECTORS: await installFixtureConnectors(directory.path),
  });
  return gateway;
}

/** Sends a request, and returns its status and its JSON body. */
async function send({ url }: GatewayProcess, path: string, body: unknown, token: string, key?: string) {
  const response = await request(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.statusCode, json: (await response.body.json()) as RawValue };
}

async function connect(process: GatewayProcess): Promise<{ readonly id: string; readonly token: string }> {
  await send(process, '/api/v1/workspaces', { name: 'main' }, adminToken);
  const { json } = await send(process, '/api/v1/workspaces/main/tokens', { name: 'main' }, adminToken);
  const draft = { ...draftConnection(fixtureConnectors, upstreams, 'help-centre'), name: 'desk' };
  const { id } = (await send(process, '/api/v1/workspaces/main/connections', draft, adminToken)).json;
  return { id, token: json.token };
}

const calls = Array.from({ length: size }, (_, index) => ({
  entity: 'tickets',
  action: 'create',
  params: { ticket: { subject: `Call ${index}`, description: 'Please look.' } },
}));
const createsSent = () => upstreams.sandbox.requests.filter(({ method }) => method === 'POST').length;

async function subjects(process: GatewayProcess, id: string, token: string): Promise<readonly string[]> {
  const found: string[] = [];
  let params: object | null = { per_page: 100 };
  while (params !== null) {
    const { json } = await send(process, executePath(id), { entity: 'tickets', action: 'list', params }, token);
    found.push(...json.data.map(({ subject }: { subject: string }) => subject));
    params = json.meta.next_params === null ? null : { ...params, ...json.meta.next_params };
  }
  return found.filter((subject) => subject.startsWith('Call '));
}

/** Sends the batch, again while its key belongs to a process that is not known to be dead yet. */
async function sendBatch(process: GatewayProcess, id: string, token: string) {
  for (;;) {
    const sent = await send(process, `/api/v1/integrations/connectors/${id}/batch`, { calls }, token, 'key');
    if (sent.status !== 409 || sent.json.retryable !== true) return sent;
    await pause(50);
  }
}

it('a batch of a process that is told to stop ends after the calls that run, and is continued by the next process', async () => {
  const url = join(directory.path, 'connectory.sqlite');
  let process = await start(url);
  const { id, token } = await connect(process);
  upstreams.sandbox.behaviors.next(
    'help-centre',
    { kind: 'slow', milliseconds: 50 },
    { times: size, match: { method: 'POST' } },
  );
  const running = sendBatch(process, id, token);
  while (createsSent() < size / 10) await pause(5);
  expect(await process.stop('SIGTERM')).toBe(0);
  const { status, json } = await running;
  expect(status).toBe(207);
  expect(json.meta).toMatchObject({ complete: false, failed: 0, unknown: 0, reason: 'error' });
  expect(json.meta.error).toMatchObject({ code: 'shutting_down', retryable: true });
  expect(json.meta.not_run).toBeGreaterThan(0);
  process = await start(url);
  const next = await sendBatch(process, id, token);
  expect(next.json.meta).toMatchObject({ complete: true, succeeded: size });
  const written = await subjects(process, id, token);
  expect(written).toHaveLength(size);
  expect(new Set(written).size).toBe(size);
});

it.each(['SQLite', 'PostgreSQL'])(
  'a batch whose process is killed again and again is continued with its key, and writes nothing twice (%s)',
  async (database) => {
    const url = database === 'SQLite' ? join(directory.path, 'connectory.sqlite') : postgres.url;
    let process = await start(url);
    const { id, token } = await connect(process);
    upstreams.sandbox.behaviors.next(
      'help-centre',
      { kind: 'slow', milliseconds: 20 },
      { times: size, match: { method: 'POST' } },
    );
    for (const kill of [1, 2]) {
      const cut = sendBatch(process, id, token).catch((error: unknown) => error);
      while (createsSent() < (kill * size) / 3) await pause(5);
      await process.stop('SIGKILL');
      expect(await cut).toBeInstanceOf(Error);
      process = await start(url);
    }
    const { status, json } = await sendBatch(process, id, token);
    expect(status).toBe(207);
    expect(json.meta).toMatchObject({ failed: 0, not_run: 0 });
    expect(json.meta.succeeded + json.meta.unknown).toBe(size);
    // At most the calls that were running at each kill.
    expect(json.meta.unknown).toBeLessThanOrEqual(2 * 8);
    const written = await subjects(process, id, token);
    expect(new Set(written).size).toBe(written.length);
    for (const item of json.data) {
      if (item.status === 'succeeded') expect(item.result.data.subject).toBe(`Call ${item.index}`);
    }
  },
);
