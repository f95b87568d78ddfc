import { spawnSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawValue } from '@connectory/connector-sdk';
import { request } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { type GatewayProcess, startGatewayProcess, temporaryDirectory } from '../gateway-process.ts';
import { executePath } from '../running-gateway.ts';

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
  const gateway = await startGatewayProcess('demo', { PORT: '0', CONNECTORY_DATA_DIR: directory.path });
  running.push(gateway);
  return gateway;
}

const curl = spawnSync('curl', ['--version']).status === 0;
if (!curl) console.warn('curl is not installed: the printed commands are not run');

it('the demo prints URL, token and curl commands that work, and goes on where it stopped', async () => {
  const first = await start();
  const printed = await printedOf(first);
  const tokenFile = join(directory.path, 'demo-token');
  expect((await readFile(tokenFile, 'utf8')).trim()).toBe(printed.token);
  expect((await stat(tokenFile)).mode & 0o777).toBe(0o600);
  expect([...printed.connections.keys()].sort()).toEqual(builtInConnectors.map(({ id }) => id).sort());
  for (const [name, id] of printed.connections) {
    const { entity, action, params } = builtInConnectors.find((one) => one.id === name)?.check ?? {};
    const response = await request(first.url + executePath(id), {
      method: 'POST',
      headers: { authorization: `Bearer ${printed.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ entity, action, params }),
    });
    await response.body.dump();
    expect(response.statusCode, name).toBe(200);
  }
  expect(await first.stop()).toBe(0);

  const second = await start();
  const again = await printedOf(second);
  expect(again.token).toBe(printed.token);
  expect(again.connections).toEqual(printed.connections);
  expect(second.output().stderr).toBe('');
  const environment = join(directory.path, 'env');
  expect(second.output().stdout).toContain(`  . ${environment}\n`);
  expect((await stat(environment)).mode & 0o777).toBe(0o600);
  const variables = await readFile(environment, 'utf8');
  expect(variables).toContain(`export CONNECTORY_URL=${second.url}\nexport CONNECTORY_TOKEN=${again.token}\n`);
  for (const [name, id] of again.connections)
    expect(variables).toContain(`export ${name.replaceAll('-', '_').toUpperCase()}_CONNECTION=${id}\n`);
  if (!curl) return;
  const { data, meta } = run(again.list);
  expect(data.map((record: object) => Object.keys(record))).toEqual([
    ['id', 'name', 'email'],
    ['id', 'name', 'email'],
  ]);
  expect(meta.has_more).toBe(true);
  let found = run(again.search);
  while (found.code === 'context_store_not_ready') {
    await pause(100);
    found = run(again.search);
  }
  expect(found.data).toHaveLength(2);
  for (const record of found.data) expect(record.name).toMatch(/^an/i);
});

it('an account that was connected in the demo still works when the demo is started again', async () => {
  const first = await start();
  const { token, connections } = await printedOf(first);
  const path = '/api/v1/workspaces/demo/connections';
  const call = async (gateway: GatewayProcess, method: string, to: string, body?: object) => {
    const response = await request(gateway.url + to, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.statusCode, json: (await response.body.json()) as RawValue };
  };
  const { json: stripe } = await call(first, 'GET', `${path}/${connections.get('stripe')}`);
  const connect = (name: string, base_url: string) =>
    call(first, 'POST', path, {
      connector: 'stripe',
      name,
      credentials: { api_key: 'demo-stripe-api_key' },
      settings: { base_url },
      check: name === 'second store',
    });
  const second = await connect('second store', stripe.settings.base_url);
  expect(second.status).toBe(201);
  const own = await connect('a server of my own', 'http://127.0.0.1:9/stripe/test');
  expect(await first.stop()).toBe(0);

  const again = await start();
  await printedOf(again);
  const list = { entity: 'customers', action: 'list', params: { limit: 1 } };
  expect(await call(again, 'POST', executePath(second.json.id), list)).toMatchObject({
    status: 200,
    json: { data: [{ id: expect.any(String) }] },
  });
  const { json: kept } = await call(again, 'GET', `${path}/${own.json.id}`);
  expect(kept.settings.base_url).toBe('http://127.0.0.1:9/stripe/test');
});

function run(command: string): RawValue {
  const { status, stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

/** What the demo tells people, once all of it is there. */
async function printedOf(gateway: GatewayProcess) {
  const read = () => gateway.output().stdout;
  const commands = () => [...read().matchAll(/^ +(curl .*)\n/gm)].map(([, command = '']) => command);
  while (commands().length < 2) await pause(20);
  const connections = [...read().matchAll(/^ {2}([a-z0-9-]+) +([0-9a-f-]{36})$/gm)];
  const [list = '', search = ''] = commands();
  return {
    token: /Demo token: (\S+)/.exec(read())?.[1] ?? '',
    list,
    search,
    connections: new Map(connections.map(([, name = '', id = '']) => [name, id])),
  };
}
