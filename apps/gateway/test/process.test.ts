import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { type AddressInfo, connect as connectTo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RawValue } from '@connectory/connector-sdk';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { fixtureConnectors, installFixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { Pool, request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GatewayProcess, runProgram, startGatewayProcess, temporaryDirectory } from './gateway-process.ts';
import { startRawUpstream } from './raw-upstream.ts';
import { adminToken, draftConnection, executePath } from './running-gateway.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
const running: GatewayProcess[] = [];

beforeEach(async () => {
  directory = await temporaryDirectory();
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((gateway) => gateway.stop('SIGKILL')));
  await directory.remove();
});

async function start(): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess('main', {
    PORT: '0',
    CONNECTORY_DATA_DIR: directory.path,
    CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
    CONNECTORY_MODE: 'direct',
    CONNECTORY_ADMIN_TOKEN: adminToken,
    CONNECTORY_TRUSTED_CONNECTORS: await installFixtureConnectors(directory.path),
  });
  running.push(gateway);
  return gateway;
}

async function call(
  url: string,
  method: string,
  token: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; json: RawValue }> {
  const reply = await request(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: reply.statusCode, headers: reply.headers, json: await reply.body.json() };
}

describe('a gateway process', () => {
  let upstreams: RunningSandbox;
  const createUser = (name: string) => ({
    entity: 'users',
    action: 'create',
    params: { user: { name } },
  });

  beforeEach(async () => {
    upstreams = await startSandbox({ connectors: fixtureConnectors, sandboxes: fixtureSandboxes });
    return () => upstreams.stop();
  });

  async function prepare({ url }: GatewayProcess): Promise<{ token: string; path: string }> {
    const workspace = `${url}/api/v1/workspaces/main`;
    await call(`${url}/api/v1/workspaces`, 'POST', adminToken, { name: 'main' });
    const { json: created } = await call(`${workspace}/tokens`, 'POST', adminToken, { name: 'main' });
    const draft = { ...draftConnection(fixtureConnectors, upstreams, 'help-centre'), name: 'desk' };
    const { json: connection } = await call(`${workspace}/connections`, 'POST', adminToken, draft);
    return { token: created.token, path: executePath(connection.id) };
  }

  /** Waits until a request has reached the sandbox. */
  async function untilArrived(method: string): Promise<void> {
    while (!upstreams.sandbox.requests.some((arrived) => arrived.method === method)) await pause(10);
  }

  it('starts from its environment alone, and says where it listens', async () => {
    const gateway = await start();
    const { json } = await call(`${gateway.url}/api/v1/connectors?limit=100`, 'GET', adminToken);
    const ids = json.data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(fixtureConnectors.map(({ id }) => id)));
    expect(gateway.output().stdout).toContain(`Connectory serves ${ids.length} connectors on ${gateway.url}`);
    expect((await request(`${gateway.url}/readyz`)).statusCode).toBe(200);
    expect(await gateway.stop()).toBe(0);
    expect(gateway.output().stderr).toBe('');
  });

  it('lets a running call end when it is told to stop, takes no new ones, and ends with 0', async () => {
    const gateway = await start();
    const { token, path } = await prepare(gateway);
    upstreams.sandbox.behaviors.next(
      'help-centre',
      { kind: 'slow', milliseconds: 3000 },
      { match: { method: 'POST' } },
    );
    const slow = call(gateway.url + path, 'POST', token, createUser('Ada'));
    await untilArrived('POST');
    const stopped = gateway.stop('SIGTERM');
    await untilRefused(gateway.url);
    const { status, json } = await slow;
    expect(status).toBe(200);
    expect(json.data.name).toBe('Ada');
    expect(await stopped).toBe(0);
    expect(gateway.output().stderr).toBe('');
  });

  it('ends what an upstream draws out when it is told to stop, and itself', async () => {
    const gateway = await start();
    const { token } = await prepare(gateway);
    const vendor = await startRawUpstream();
    vendor.response((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 500);
      response.on('close', () => clearInterval(drip));
    });
    const draft = draftConnection(fixtureConnectors, upstreams, 'help-centre');
    const settings = { ...draft.settings, base_url: vendor.origin };
    const body = { ...draft, settings, name: 'dripping', check: false };
    const { json: connection } = await call(
      `${gateway.url}/api/v1/workspaces/main/connections`,
      'POST',
      adminToken,
      body,
    );
    const execute = (what: object) => call(gateway.url + executePath(connection.id), 'POST', token, what);
    const responses = [execute({ entity: 'tickets', action: 'list' }), execute(createUser('Ada'))];
    // Opened ahead by a client and never used.
    const silent = connectTo({ port: Number(new URL(gateway.url).port), host: '127.0.0.1' }).on('error', () => {});
    while (vendor.count < 2) await pause(10);
    const stopped = gateway.stop('SIGTERM');
    const [read, write] = await Promise.all(responses);
    expect([read?.json.code, read?.json.outcome]).toEqual(['shutting_down', undefined]);
    expect([write?.json.code, write?.json.outcome]).toEqual(['shutting_down', 'unknown']);
    expect(await stopped).toBe(0);
    silent.destroy();
    await vendor.stop();
  });

  it('ends at once when it is told a second time', async () => {
    const gateway = await start();
    const { token, path } = await prepare(gateway);
    upstreams.sandbox.behaviors.next(
      'help-centre',
      { kind: 'slow', milliseconds: 60_000 },
      { match: { method: 'POST' } },
    );
    const slow = call(gateway.url + path, 'POST', token, createUser('Ada')).catch(() => undefined);
    await untilArrived('POST');
    const stopped = gateway.stop('SIGTERM');
    await untilRefused(gateway.url);
    gateway.stop('SIGTERM').catch(() => undefined);
    expect(await stopped).toBe(1);
    await slow;
  });

  it('tells those who come on a kept connection that it is shutting down', async () => {
    const gateway = await start();
    const { token, path } = await prepare(gateway);
    upstreams.sandbox.behaviors.next(
      'help-centre',
      { kind: 'slow', milliseconds: 3000 },
      { match: { method: 'POST' } },
    );
    // Two requests at once on one connection: the second waits behind the first until the shutdown has begun.
    const pipelined = new Pool(gateway.url, { connections: 1, pipelining: 2 });
    const send = (method: string, target: string, body?: string) =>
      pipelined.request({
        method: method as 'GET',
        path: target,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        idempotent: true,
        ...(body !== undefined && { body }),
      });
    const slow = send('POST', path, JSON.stringify(createUser('Ben')));
    await untilArrived('POST');
    const stopped = gateway.stop('SIGTERM');
    await untilRefused(gateway.url);
    const late = send('GET', '/readyz').then(
      async ({ statusCode, body }) => ({ status: statusCode, json: (await body.json()) as RawValue }),
      (error: unknown) => error,
    );
    expect((await slow).statusCode).toBe(200);
    await (await slow).body.dump();
    const responded = await late;
    // The connection is closed behind the first response, or the second says why.
    if (responded instanceof Error) expect(responded.message).toMatch(/closed|ECONNRE|other side/);
    else expect(responded).toMatchObject({ status: 503, json: { status: 'not_ready', reason: 'shutting_down' } });
    await pipelined.destroy();
    expect(await stopped).toBe(0);
  });

  it('keeps its data when it is killed, and a write it was carrying out is of unknown outcome', async () => {
    const first = await start();
    const { token, path } = await prepare(first);
    upstreams.sandbox.behaviors.next(
      'help-centre',
      { kind: 'slow', milliseconds: 5000 },
      { match: { method: 'POST' } },
    );
    const key = { 'idempotency-key': 'killed-1' };
    const lost = call(first.url + path, 'POST', token, createUser('Cyd'), key).catch((error: unknown) => error);
    await untilArrived('POST');
    expect(await first.stop('SIGKILL')).toBeNull();
    expect(await lost).toBeInstanceOf(Error);

    const second = await start();
    const list = await call(second.url + path, 'POST', token, { entity: 'tickets', action: 'list' });
    expect(list.status).toBe(200);
    // The key is only freed for good once the life of the dead process has run out.
    let again = await call(second.url + path, 'POST', token, createUser('Cyd'), key);
    while (again.json.outcome === undefined && again.json.retryable === true) {
      expect(again.json.code).toBe('idempotency_conflict');
      await pause(500);
      again = await call(second.url + path, 'POST', token, createUser('Cyd'), key);
    }
    expect(again.json).toMatchObject({ status: 409, code: 'idempotency_conflict', outcome: 'unknown' });
    expect(upstreams.sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('leaves an entry of every write that it was killed in, which the next one closes', async () => {
    const first = await start();
    const { token, path } = await prepare(first);
    upstreams.sandbox.behaviors.next(
      'help-centre',
      { kind: 'slow', milliseconds: 5000 },
      { match: { method: 'POST' } },
    );
    const lost = call(first.url + path, 'POST', token, createUser('Dee')).catch((error: unknown) => error);
    await untilArrived('POST');
    expect(await first.stop('SIGKILL')).toBeNull();
    expect(await lost).toBeInstanceOf(Error);

    const second = await start();
    const audit = async () => {
      const url = `${second.url}/api/v1/workspaces/main/audit?action=create&entity=users`;
      return (await call(url, 'GET', adminToken)).json.data;
    };
    // The process counts as dead once its sign of life has run out.
    let entries = await audit();
    while (entries[0]?.state === 'started') {
      await pause(500);
      entries = await audit();
    }
    expect(entries).toMatchObject([{ kind: 'execute', state: 'interrupted', outcome: null, duration_ms: null }]);
  });

  it('goes on when nothing can be written to standard output, and counts what it could not log', async () => {
    const port = await freePort();
    const full = await open('/dev/full', 'w');
    const child = spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        CONNECTORY_DATA_DIR: directory.path,
        CONNECTORY_MODE: 'direct',
        CONNECTORY_LOG_LEVEL: 'debug',
      },
      stdio: ['ignore', full.fd, 'pipe'],
    });
    await full.close();
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const ended = once(child, 'close');
    let dropped = 0;
    while (dropped === 0 && child.exitCode === null) {
      const reply = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
      dropped = Number(/^connectory_log_lines_dropped_total (\d+)/m.exec((await reply?.text()) ?? '')?.[1] ?? 0);
      await pause(100);
    }
    expect(dropped, errors).toBeGreaterThan(0);
    expect((await request(`http://127.0.0.1:${port}/readyz`)).statusCode).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(errors).toBe('');
  });

  it('whose configuration is wrong ends with one line that says what to change, without any secret', async () => {
    const wrong: readonly (readonly [Record<string, string>, string])[] = [
      [{ PORT: 'http' }, 'PORT is "http"'],
      [{ CONNECTORY_ADMIN_TOKEN: 'hunter2' }, 'CONNECTORY_ADMIN_TOKEN'],
      [{ CONNECTORY_SECRET_KEY: 'hunter2' }, 'CONNECTORY_SECRET_KEY'],
      [{ CONNECTORY_MODE: 'cloud' }, 'CONNECTORY_MODE is "cloud"; it must be hosted'],
      [{ CONNECTORY_EGRESS_ALLOW: 'http://x/y' }, 'CONNECTORY_EGRESS_ALLOW'],
      [{ CONNECTORY_CONNECTORS: '@example/no-such-connector' }, '@example/no-such-connector'],
      [{ CONNECTORY_DATABASE_URL: 'mysql://user:hunter2@localhost/x' }, 'database URL'],
    ];
    const endings = await Promise.all(
      wrong.map(([environmentOf]) =>
        runProgram('main', { PORT: '0', CONNECTORY_DATA_DIR: directory.path, ...environmentOf }),
      ),
    );
    for (const [index, { code, stdout, stderr }] of endings.entries()) {
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr.trimEnd().split('\n'), stderr).toHaveLength(1);
      expect(stderr).toContain(wrong[index]?.[1]);
      expect(stderr).not.toContain('hunter2');
    }
  });

  it('does not start at a port that is in use', async () => {
    const port = new URL(upstreams.origin).port;
    const { code, stderr } = await runProgram('main', { PORT: port, CONNECTORY_DATA_DIR: directory.path });
    expect(code).toBe(1);
    expect(stderr).toBe(`Port ${port} is in use. Set PORT to another one, or stop the program that uses it.\n`);
  });
});

/** Asks until new connections are refused. */
async function untilRefused(url: string): Promise<void> {
  for (;;) {
    try {
      const { body } = await request(`${url}/readyz`, { reset: true });
      await body.dump();
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return;
    }
    await pause(20);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
