import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawValue } from '@connectory/connector-sdk';
import { installFixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { type GatewayProcess, runProgram, startGatewayProcess, temporaryDirectory } from './gateway-process.ts';
import { connectorSource, installPackages } from './plugin-folder.ts';
import { executePath } from './running-gateway.ts';

const fails = (text: string) => `{ throw new Error('${text} with secret words'); }`;

/** Connectors whose own code fails in every place where it is run. */
const packages = {
  '@acme/connector-careless': connectorSource('careless', {
    list: 'toRecord: (row) => ({ ...row }),',
    get: `wire: () => ${fails('wire')},`,
    create: `toRecord: () => ${fails('toRecord')},`,
    more: "void Promise.reject(new Error('promise with secret words')); console.log('secret words');",
  }),
  'connector-late': connectorSource('late', {
    list: `paging: { ...page.cursor({ param: 'cursor', next: 'next' }), next: () => ${fails('next')} },`,
    get: `wire: async () => ${fails('wire')},`,
    create: `toRecord: async () => ${fails('toRecord')},`,
  }),
  'connector-hostile': connectorSource('hostile', {
    get: 'wire: () => { for (;;); },',
    list: 'toRecord: (row) => ({ ...row }),',
    create: "toRecord: () => { JSON.stringify = () => '{'; return {}; },",
    more: "if (typeof process !== 'undefined') process.exit(3);",
  }),
  'connector-refusing': connectorSource('refusing', {
    get: "wire: (_rest, { id }) => { throw refuseParam('id', id + ' is not a station'); },",
    list: `keep: async () => ${fails('keep')},`,
    create:
      "wire: () => { throw Object.assign(new Error('from another copy'), { [Symbol.for('connectory.connector-error')]: true, code: 'record_not_found' }); },",
  }),
};

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let gateway: GatewayProcess;
let vendor: Server;
let simulated: readonly string[] = [];
let token = '';
const connections = new Map<string, string>();

const readings: Readonly<Record<string, object>> = {
  'GET /readings': { data: [{ id: '1', degrees: 20 }], next: null },
  'GET /readings/x': { id: 'x', degrees: 20 },
  'POST /readings': { id: '2', degrees: 20 },
};

beforeAll(async () => {
  directory = await temporaryDirectory();
  await installPackages(directory.path, packages);
  vendor = createServer(({ method, url = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(readings[`${method} ${url.split('?', 1)[0]}`] ?? {}));
  }).listen(0, '127.0.0.1');
  await once(vendor, 'listening');
  gateway = await startGatewayProcess('demo', {
    PORT: '0',
    CONNECTORY_DATA_DIR: directory.path,
    CONNECTORY_LOG_LEVEL: 'info',
    CONNECTORY_CONNECTORS: Object.keys(packages).join(','),
    CONNECTORY_TRUSTED_CONNECTORS: await installFixtureConnectors(directory.path),
    CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
  });
  await gateway.printed(/Try it:/);
  token = /Demo token: (\S+)/.exec(gateway.output().stdout)?.[1] ?? '';
  for (const [, name = '', id = ''] of gateway.output().stdout.matchAll(/^ {2}([a-z0-9-]+) +([0-9a-f-]{36})$/gm)) {
    connections.set(name, id);
  }
  simulated = [...connections.keys()];
  const settings = { base_url: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}` };
  for (const connector of ['careless', 'late', 'hostile', 'refusing']) {
    const { json } = await post('/api/v1/workspaces/demo/connections', {
      connector,
      credentials: { api_key: 'key' },
      check: false,
      settings,
    });
    expect(json).toMatchObject({ name: connector });
    connections.set(connector, json.id);
  }
});

afterAll(async () => {
  await gateway.stop('SIGKILL');
  vendor.close();
  await directory.remove();
});

async function post(path: string, body: object): Promise<{ status: number; json: RawValue }> {
  const response = await request(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.statusCode, json: await response.body.json() };
}

const execute = (connection: string, body: object) => post(executePath(connections.get(connection) ?? ''), body);

const list = { entity: 'readings', action: 'list' };
const get = { entity: 'readings', action: 'get', params: { id: 'x' } };
const create = { entity: 'readings', action: 'create', params: { degrees: 20 } };

describe('a gateway with plugins', () => {
  it('serves them next to its own connectors', async () => {
    const { body } = await request(`${gateway.url}/api/v1/connectors`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await body.json()) as RawValue;
    const prefix = /^@connectory\/connector-(?!sdk$)/;
    const own = Object.keys(packageJson.dependencies).filter((name) => prefix.test(name));
    expect(own).not.toEqual([]);
    expect(data.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([...own.map((name) => name.replace(prefix, '')), 'careless', 'late', 'refusing']),
    );
    const response = await execute('careless', list);
    expect(response.status).toBe(200);
    expect(response.json.data.length).toBeGreaterThan(0);
  });

  it('has the pages of their documentation in the API reference', async () => {
    const listed = await request(`${gateway.url}/reference/documents.json`);
    const { connectors } = (await listed.body.json()) as RawValue;
    expect(connectors.map(({ id }: { id: string }) => id)).toContain('careless');
    const { statusCode, body } = await request(`${gateway.url}/openapi/careless.json`);
    expect(statusCode).toBe(200);
    expect(Object.keys(((await body.json()) as RawValue).paths).join(' ')).toContain('readings');
  });

  const errors: readonly (readonly [about: string, connection: string, body: object, doing: string])[] = [
    ['throws while it builds a request', 'careless', get, 'building the request'],
    ['throws while it reads a record', 'careless', create, 'reading a record'],
    ['throws while it pages', 'late', list, 'reading the pagination'],
    ['answers a promise instead of a request', 'late', get, 'building the request'],
    ['answers a promise instead of a record', 'late', create, 'reading a record'],
    ['answers a promise instead of yes or no', 'refusing', list, 'reading a record'],
  ];

  it.each(errors)(
    'whose code %s fails that call only, and says who failed',
    async (_about, connection, body, doing) => {
      const { status, json } = await execute(connection, body);
      expect(status).toBe(500);
      expect(json).toMatchObject({ code: 'internal', origin: 'gateway', retryable: false });
      expect(json.message).toContain(`The connector ${connection} failed while ${doing}.`);
      expect(json.message).not.toContain('secret words');
      const isWrite = body === create;
      expect(json.outcome).toBe(isWrite ? 'unknown' : undefined);
      expect((await execute('ledger', { entity: 'customers', action: 'list' })).status).toBe(200);
    },
  );

  it('whose code never ends or breaks its interpreter fails that call only, and nobody else waits', async () => {
    let isAnswered = false;
    const looping = execute('hostile', get).finally(() => {
      isAnswered = true;
    });
    for (let call = 0; call < 5; call += 1) {
      expect((await execute('ledger', { entity: 'customers', action: 'list' })).status).toBe(200);
    }
    expect(isAnswered).toBe(false);
    const { status, json } = await looping;
    expect({ status, code: json.code }).toEqual({ status: 500, code: 'internal' });
    expect(json.message).toContain(
      'The connector hostile failed while building the request: it took longer than 5 s. This is a bug in the connector',
    );
    expect((await execute('hostile', list)).status).toBe(200);
    const written = await execute('hostile', create);
    expect(written.json).toMatchObject({ code: 'internal', outcome: 'unknown', retryable: false });
    expect(written.json.message).toContain('failed while reading a record: it sent an invalid message.');
    expect((await request(`${gateway.url}/readyz`)).statusCode).toBe(200);
    await gateway.printed(/the interpreter of a connector was stopped/);
  });

  it('passes errors on that a connector throws on purpose, also those of another copy of the SDK', async () => {
    const refused = await execute('refusing', get);
    expect(refused.json).toMatchObject({ status: 422, code: 'invalid_params', message: 'x is not a station' });
    expect((await execute('refusing', create)).json).toMatchObject({
      status: 404,
      code: 'record_not_found',
      message: 'from another copy',
    });
  });

  it('runs them contained in the demo as well, where nothing simulates their vendors', async () => {
    expect(simulated).toEqual(expect.arrayContaining(['ledger', 'stripe']));
    expect(simulated.filter((name) => ['careless', 'late', 'hostile', 'refusing'].includes(name))).toEqual([]);
    const [line = '{}'] = (await gateway.printed(/^.*no vendor is simulated for these plugins.*$/m)) ?? [];
    expect(JSON.parse(line).packages).toEqual(Object.keys(packages));
  });

  it('writes nothing of what plugins write or throw', () => {
    const { stdout, stderr } = gateway.output();
    expect(stdout + stderr).not.toContain('secret words');
  });

  it('logs where in the plugin a call failed', () => {
    const lines = gateway
      .output()
      .stdout.split('\n')
      .filter((line) => line.includes('unexpected failure'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).toContain('connector-careless/index.js');
  });
});

describe('a gateway does not start with', () => {
  it.each([
    [
      'a package of another contract',
      'const made = { ...connector, contract: 9 }; export { made };',
      'was made for contract 9',
    ],
    ['a package that throws', "throw new Error('no licence');", 'fails while it is loaded: no licence'],
  ])('%s, and says so in one line', async (_about, more, message) => {
    const source = connectorSource('broken', { more }).replace('export const connector', 'const connector');
    await installPackages(directory.path, { 'connector-broken': source });
    const { code, stdout, stderr } = await runProgram('main', {
      PORT: '0',
      CONNECTORY_DATA_DIR: directory.path,
      CONNECTORY_CONNECTORS: 'connector-broken',
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^The connector package connector-broken [^\n]+\n$/);
    expect(stderr).toContain(message);
  });
});
