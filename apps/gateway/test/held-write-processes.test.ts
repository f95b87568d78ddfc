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

/** How many writes are approved; the release is rehearsed with CONNECTORY_TEST_HELD_WRITES=1000. */
const size = Number(process.env.CONNECTORY_TEST_HELD_WRITES ?? 60);
/** How many calls of one token may wait. */
const ofToken = 100;
const kills = 5;
const secretKey = randomBytes(32).toString('base64');
let postgres: PostgresServer;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let upstreams: RunningSandbox;
const running = new Set<GatewayProcess>();

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

beforeEach(async () => {
  directory = await temporaryDirectory();
  upstreams = await startSandbox({ connectors: fixtureConnectors, sandboxes: fixtureSandboxes, recordsPerEntity: 1 });
});

afterEach(async () => {
  await Promise.all(Array.from(running, (process) => process.stop('SIGKILL')));
  running.clear();
  await upstreams.stop();
  await directory.remove();
});

async function start(databaseUrl: string): Promise<GatewayProcess> {
  const process = await startGatewayProcess('main', {
    PORT: '0',
    CONNECTORY_MODE: 'direct',
    CONNECTORY_DATA_DIR: directory.path,
    CONNECTORY_DATABASE_URL: databaseUrl,
    CONNECTORY_SECRET_KEY: secretKey,
    CONNECTORY_ADMIN_TOKEN: adminToken,
    CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
    CONNECTORY_TRUSTED_CONNECTORS: await installFixtureConnectors(directory.path),
  });
  running.add(process);
  return process;
}

async function kill(process: GatewayProcess): Promise<void> {
  running.delete(process);
  await process.stop('SIGKILL');
}

async function send({ url }: GatewayProcess, method: 'GET' | 'POST', path: string, token: string, body?: object) {
  const response = await request(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.statusCode, json: (await response.body.json()) as RawValue };
}

const held = '/api/v1/workspaces/main/held';

/** Lets writes wait, and returns what their approval needs. */
async function holdAll(process: GatewayProcess, subject: (index: number) => string) {
  const admin = (path: string, body: object) => send(process, 'POST', path, adminToken, body);
  await admin('/api/v1/workspaces', { name: 'main' });
  const draft = { ...draftConnection(fixtureConnectors, upstreams, 'help-centre'), name: 'desk' };
  const { id: connection } = (await admin('/api/v1/workspaces/main/connections', draft)).json;
  const token = async (policy: object) =>
    (await admin('/api/v1/workspaces/main/tokens', { name: 'any', policy })).json.token as string;
  const approver = await token({ approve: true });
  const writes: { readonly id: string; readonly hash: string }[] = [];
  let asker = '';
  for (let index = 0; index < size; index++) {
    if (index % ofToken === 0) asker = await token({ hold: { effects: ['write', 'outward'] } });
    const params = { ticket: { subject: subject(index), description: 'Please look.' } };
    const body = { entity: 'tickets', action: 'create', params };
    const { json, status } = await send(process, 'POST', executePath(connection), asker, body);
    expect(status, JSON.stringify(json)).toBe(202);
    const { id } = json.data.held;
    writes.push({ id, hash: (await send(process, 'GET', `${held}/${id}`, adminToken)).json.preview_hash });
  }
  return { writes, approver, connection };
}

async function statesOf(process: GatewayProcess): Promise<ReadonlyMap<string, number>> {
  const states = new Map<string, number>();
  let cursor = '';
  do {
    const { json } = await send(process, 'GET', `${held}?limit=100${cursor}`, adminToken);
    for (const { state } of json.data) states.set(state, (states.get(state) ?? 0) + 1);
    cursor = json.meta.next_cursor === null ? '' : `&cursor=${json.meta.next_cursor}`;
  } while (cursor !== '');
  return states;
}

/** The subjects of the tickets that exist, of those that were asked for. */
async function created(process: GatewayProcess, connection: string, token: string): Promise<readonly string[]> {
  const found: string[] = [];
  let params: object | null = { per_page: 100 };
  while (params !== null) {
    const body = { entity: 'tickets', action: 'list', params };
    const { json } = await send(process, 'POST', executePath(connection), token, body);
    found.push(...json.data.map(({ subject }: { subject: string }) => subject));
    params = json.meta.next_params === null ? null : { ...params, ...json.meta.next_params };
  }
  return found.filter((subject) => subject.startsWith('Held '));
}

it.each(['SQLite', 'PostgreSQL'])(
  'writes whose processes are killed while they are approved all end, and none is carried out twice (%s)',
  { timeout: 600_000 },
  async (database) => {
    const url = database === 'SQLite' ? join(directory.path, 'connectory.sqlite') : postgres.url;
    const isShared = database === 'PostgreSQL';
    const first = await start(url);
    const { writes, approver, connection } = await holdAll(first, (index) => `Held ${index}`);
    const processes = isShared ? [first, await start(url)] : [first];
    upstreams.sandbox.behaviors.next(
      'help-centre',
      { kind: 'slow', milliseconds: 10 },
      { times: size * 2, match: { method: 'POST' } },
    );

    let next = 0;
    let isOver = false;
    const approveAll = async () => {
      while (next < writes.length) {
        const position = next++;
        const { id, hash } = writes[position] ?? { id: '', hash: '' };
        for (let isDecided = false; !isDecided; ) {
          const process = processes[position % processes.length] ?? first;
          const body = { preview_hash: hash };
          const answered = await send(process, 'POST', `${held}/${id}/approve`, approver, body).catch(() => undefined);
          // A process that was killed may have stored the approval, which is then a conflict.
          isDecided = answered?.status === 200 || (answered?.status === 409 && answered.json.retryable !== true);
          if (!isDecided) await pause(100);
        }
      }
    };
    const killAll = async () => {
      for (let count = 1; count <= kills && !isOver; count++) {
        while (next < (count * size) / (kills + 1) && !isOver) await pause(2);
        await pause(Math.random() * 30);
        const index = count % processes.length;
        const victim = processes[index] ?? first;
        await kill(victim);
        processes[index] = await start(url);
      }
    };
    const killing = killAll();
    await Promise.all(Array.from({ length: 4 }, approveAll));
    isOver = true;
    await killing;

    const [process = first] = processes;
    // Leases of the dead are freed after some seconds, and what is left is looked for every minute.
    await expect
      .poll(async () => (await statesOf(process)).get('approved') ?? 0, { timeout: 120_000, interval: 500 })
      .toBe(0);
    const states = await statesOf(process);
    const written = await created(process, connection, approver);
    console.info(`${database}: ${JSON.stringify(Object.fromEntries(states))}, ${written.length} tickets`);
    expect((states.get('executed') ?? 0) + (states.get('unknown') ?? 0)).toBe(size);
    expect(new Set(written).size).toBe(written.length);
    expect(written.length).toBeGreaterThanOrEqual(states.get('executed') ?? 0);
    // At most what was being sent when a process was killed.
    expect(states.get('unknown') ?? 0).toBeLessThanOrEqual(kills * 8);
  },
);
