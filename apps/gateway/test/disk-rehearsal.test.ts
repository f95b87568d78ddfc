import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawValue } from '@connectory/connector-sdk';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { fixtureConnectors, installFixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GatewayProcess, startGatewayProcess, temporaryDirectory } from './gateway-process.ts';
import { adminToken, draftConnection, executePath } from './running-gateway.ts';
import { onSmallDisk, SmallDisk, whyNoSmallDisk } from './small-disk.ts';

const reason = whyNoSmallDisk();
const title = reason === undefined ? 'a gateway on a small disk' : `a gateway on a small disk (skipped: ${reason})`;

describe.skipIf(reason !== undefined)(title, () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let data: string;
  let upstreams: RunningSandbox;
  let gateway: GatewayProcess | undefined;

  beforeEach(async () => {
    directory = await temporaryDirectory();
    data = join(directory.path, 'data');
    await mkdir(data, { mode: 0o700 });
    upstreams = await startSandbox({ connectors: fixtureConnectors, sandboxes: fixtureSandboxes });
  });

  afterEach(async () => {
    await gateway?.stop('SIGKILL');
    await upstreams.stop();
    await directory.remove();
  });

  const surroundings = async () => ({
    PORT: '0',
    CONNECTORY_DATA_DIR: data,
    CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
    CONNECTORY_ADMIN_TOKEN: adminToken,
    CONNECTORY_CONNECTORS: await installFixtureConnectors(data),
  });

  async function call(path: string, token: string, body?: object, key?: string) {
    const response = await request(`${gateway?.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.statusCode, json: (await response.body.json()) as RawValue };
  }

  const effects = (name: string) =>
    upstreams.sandbox.requests.filter((arrived) => arrived.method === 'POST' && JSON.stringify(arrived).includes(name))
      .length;

  async function untilReason(expected: string | null): Promise<void> {
    while ((await call('/readyz', adminToken)).json.reason !== expected) await pause(100);
  }

  it('that is full loses no write, tells none wrongly, says so, and goes on when there is space', async () => {
    gateway = await startGatewayProcess('main', await surroundings(), onSmallDisk(data, 'size=24m'));
    const disk = new SmallDisk(gateway.child.pid ?? 0, data);
    expect((await call('/api/v1/workspaces', adminToken, { name: 'main' })).status).toBe(201);
    const { json: made } = await call('/api/v1/workspaces/main/tokens', adminToken, { name: 'main' });
    const draft = { ...draftConnection(fixtureConnectors, upstreams, 'help-centre'), name: 'desk' };
    const { json: connection } = await call('/api/v1/workspaces/main/connections', adminToken, draft);
    const create = (name: string, key?: string) => {
      const body = { entity: 'users', action: 'create', params: { user: { name: `${name} ${'x'.repeat(500)}` } } };
      return call(executePath(connection.id), made.token, body, key);
    };
    expect((await create('before-1', 'before-1')).status).toBe(200);

    await disk.fill();
    await untilReason('disk_full');
    const keyed = Array.from({ length: 12 }, (_, n) => `keyed-${n}-`);
    const plain = Array.from({ length: 12 }, (_, n) => `plain-${n}-`);
    for (const name of [...keyed, ...plain]) {
      const { status, json } = await create(name, keyed.includes(name) ? name : undefined);
      if (status === 200) expect(effects(name), name).toBe(1);
      else {
        expect(json, name).toMatchObject({ status: 503, code: 'database_unavailable', retryable: true });
        expect(json.message).toContain('disk of the gateway is full');
        expect(effects(name), name).toBe(0);
      }
    }
    // What asks for nothing to be stored is answered.
    const list = { entity: 'users', action: 'list', params: {} };
    expect((await call(executePath(connection.id), made.token, list)).status).toBe(200);
    expect((await call('/healthz', adminToken)).status).toBe(200);

    await disk.clear();
    await untilReason(null);
    for (const name of keyed) {
      let { status, json } = await create(name, name);
      while (status !== 200 && json.retryable === true) {
        await pause(200);
        ({ status, json } = await create(name, name));
      }
      expect(status, `${name} ${JSON.stringify(json)}`).toBe(200);
      expect(effects(name), name).toBe(1);
    }
    for (const name of plain) expect(effects(name), name).toBeLessThanOrEqual(1);
    expect((await create('before-1', 'before-1')).json.meta.idempotent_replay).toBe(true);
    expect(effects('before-1')).toBe(1);
    expect(await gateway.stop()).toBe(0);
  });

  it('that is mounted read-only does not start, and says so', async () => {
    const through = onSmallDisk(data, 'size=24m').map((part) =>
      part.replace('shift;', 'mount -o remount,ro "$0"; shift;'),
    );
    const failure = startGatewayProcess('main', { ...(await surroundings()), CONNECTORY_CONNECTORS: '' }, through);
    await expect(failure).rejects.toThrow(
      `The data directory ${data} cannot be written (EROFS). The disk is mounted read-only`,
    );
  });
});
