import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type DatabaseHost, postgresHost } from '@connectory/database/testing';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { gatewayDocument } from '../src/operations.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { expectProblem } from './expect-problem.ts';
import { adminToken, type Response, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let host: DatabaseHost;
let proxy: DatabaseProxy;
let gateway: RunningGateway;

beforeAll(async () => {
  host = await postgresHost(inject('postgresServerKeeper'));
  proxy = await startDatabaseProxy(await host.create());
  gateway = await startRunningGateway({
    configuration: { databaseUrl: proxy.url, secretKey: randomBytes(32).toString('base64') },
  });
});

afterEach(() => proxy.restore());

afterAll(async () => {
  await gateway.stop();
  await proxy.stop();
  await host.stop();
});

const operations = Object.entries(
  gatewayDocument().paths as Record<string, Record<string, { security?: unknown[] }>>,
).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => ['get', 'put', 'post', 'patch', 'delete'].includes(method))
    .map(([method, { security }]) => ({ method: method.toUpperCase(), path, isOpen: security?.length === 0 })),
);

/** The path with values that exist where the test knows any. */
function filled(path: string): string {
  const connection = gateway.connection('help-centre');
  const values: Record<string, string> = {
    workspace: 'test',
    connector: 'help-centre',
    connection_id: connection,
    connector_id: connection,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'users');
}

function expectUnavailable(response: Response, about = ''): void {
  expect(response.status, `${about} ${response.text}`).toBe(503);
  expect(expectProblem(response, 'database_unavailable')).toMatchObject({ status: 503, retryable: true });
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
}

const create = { entity: 'users', action: 'create', params: { user: { name: 'Ada' } } };

async function untilReady(): Promise<void> {
  while ((await gateway.send('GET', '/readyz')).status !== 200) await pause(50);
}

it('a database that is stopped is 503 on every route that needs it, nothing is sent, and all is well when it is back', async () => {
  await proxy.cut();
  // A token nobody has seen has to be looked up.
  const strange = `cty_${randomBytes(32).toString('base64url')}`;
  expect(operations.length).toBeGreaterThan(20);
  for (const { method, path, isOpen } of operations) {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    const response = await gateway.send(method, filled(path), { ...body, token: strange });
    if (!isOpen) expectUnavailable(response, `${method} ${path}`);
    else expect(response.status, `${method} ${path}`).not.toBe(500);
    const asAdmin = await gateway.send(method, filled(path), { ...body, token: adminToken });
    expect(asAdmin.status, `${method} ${path}: ${asAdmin.text}`).not.toBe(500);
  }
  expectUnavailable(await gateway.send('GET', '/api/v1/workspaces', { token: adminToken }));
  const audit = '/api/v1/workspaces/test/audit';
  expectUnavailable(await gateway.send('GET', audit, { token: adminToken }));
  const arrived = await gateway.arrivalsDuring(async () => {
    expectUnavailable(await gateway.execute('help-centre', create, { headers: { 'idempotency-key': 'away-1' } }));
  });
  expect(arrived).toEqual([]);

  let ready = await gateway.send('GET', '/readyz');
  while (ready.status === 200) ready = await gateway.send('GET', '/readyz');
  expect(ready.json).toEqual({ status: 'not_ready', reason: 'database_unavailable', upstreams: [] });

  await proxy.restore();
  await untilReady();
  const headers = { 'idempotency-key': 'away-1' };
  expect((await gateway.execute('help-centre', create, { headers })).status).toBe(200);
  expect((await gateway.execute('help-centre', create, { headers })).json.meta.idempotent_replay).toBe(true);
});

it('a database that says nothing any more is given up in time, and taken up again', async () => {
  await untilReady();
  proxy.stall();
  expectUnavailable(await gateway.send('GET', '/api/v1/workspaces', { token: adminToken }));
  await proxy.restore();
  await untilReady();
  expect((await gateway.send('GET', '/api/v1/workspaces', { token: adminToken })).status).toBe(200);
});
