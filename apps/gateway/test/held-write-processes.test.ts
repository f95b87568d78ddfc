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
/** How many requests a simulated vendor remembers. */
const maxLogged = 1_000;
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

const workspaceOf = (action: string) => `/api/v1/workspaces/${action}s`;

/** Lets writes wait, and returns what their approval needs. */
async function holdAll(process: GatewayProcess, action: 'create' | 'update') {
  const admin = (path: string, body: object) => send(process, 'POST', path, adminToken, body);
  await admin('/api/v1/workspaces', { name: `${action}s` });
  const draft = { ...draftConnection(fixtureConnectors, upstreams, 'help-centre'), name: 'desk' };
  const { id: connection } = (await admin(`${workspaceOf(action)}/connections`, draft)).json;
  const token = async (policy: object) =>
    (await admin(`${workspaceOf(action)}/tokens`, { name: 'any', policy })).json.token as string;
  const approver = await token({ approve: true });
  const writes: { readonly id: string; readonly hash: string }[] = [];
  let asker = '';
  for (let index = 0; index < size; index++) {
    if (index % ofToken === 0) asker = await token({ hold: { effects: ['write', 'outward'] } });
    const ticket = { subject: `Held ${index}` };
    const params =
      action === 'create' ? { ticket: { ...ticket, description: 'Please look.' } } : { ticket_id: 1001, ticket };
    const body = { entity: 'tickets', action, params };
    const { json, status } = await send(process, 'POST', executePath(connection), asker, body);
    expect(status, JSON.stringify(json)).toBe(202);
    const { id } = json.data.held;
    writes.push({
      id,
      hash: (await send(process, 'GET', `${workspaceOf(action)}/held/${id}`, adminToken)).json.preview_hash,
    });
  }
  return { writes, approver, connection };
}

async function statesOf(process: GatewayProcess, action: string): Promise<ReadonlyMap<string, number>> {
  const states = new Map<string, number>();
  let cursor = '';
  do {
    const { json } = await send(process, 'GET', `${workspaceOf(action)}/held?limit=100${cursor}`, adminToken);
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

/** The subjects that the vendor was sent, once for each time it carried one out: it recognizes the key of a repeated creation. */
function carriedOut(): readonly string[] {
  const keys = new Set<string>();
  return upstreams.sandbox.requests.flatMap(({ method, body, headers }) => {
    const key = headers['idempotency-key'];
    if (method === 'GET' || (key !== undefined && keys.has(key))) return [];
    if (key !== undefined) keys.add(key);
    const { ticket } = body as unknown as { readonly ticket: { readonly subject: string } };
    return [ticket.subject];
  });
}

it.each([
  ['SQLite', 'create'],
  ['PostgreSQL', 'create'],
  ['PostgreSQL', 'update'],
] as const)(
  'writes whose processes are killed while they are approved all end, and none is carried out twice (%s, %s)',
  { timeout: 600_000 },
  async (database, action) => {
    const url = database === 'SQLite' ? join(directory.path, 'connectory.sqlite') : postgres.url;
    const isShared = database === 'PostgreSQL';
    const first = await start(url);
    const { writes, approver, connection } = await holdAll(first, action);
    const processes = isShared ? [first, await start(url)] : [first];
    upstreams.sandbox.behaviors.next(
      'help-centre',
      { kind: 'slow', milliseconds: 10 },
      { times: size * 2, match: { method: action === 'create' ? 'POST' : 'PUT' } },
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
          const answered = await send(
            process,
            'POST',
            `${workspaceOf(action)}/held/${id}/approve`,
            approver,
            body,
          ).catch(() => undefined);
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
      .poll(async () => (await statesOf(process, action)).get('approved') ?? 0, { timeout: 120_000, interval: 500 })
      .toBe(0);
    const states = await statesOf(process, action);
    const sent = carriedOut();
    console.info(`${database}, ${action}: ${JSON.stringify(Object.fromEntries(states))}, ${sent.length} carried out`);
    expect(new Set(sent).size).toBe(sent.length);
    if (action === 'create') {
      // A vendor that accepts keys is sent a write again after the death of a process.
      expect(Object.fromEntries(states)).toEqual({ executed: size });
      const written = await created(process, connection, approver);
      expect(written).toHaveLength(size);
      expect(new Set(written).size).toBe(size);
      return;
    }
    expect((states.get('executed') ?? 0) + (states.get('unknown') ?? 0)).toBe(size);
    expect(sent.length).toBeGreaterThanOrEqual(Math.min(states.get('executed') ?? 0, maxLogged));
    // At most what was being sent when a process was killed.
    expect(states.get('unknown') ?? 0).toBeLessThanOrEqual(kills * 8);
  },
);
