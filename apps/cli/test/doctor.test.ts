import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Finding } from '@connectory/gateway';
import { gatewayDocument } from '@connectory/gateway/operations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adminToken, type ServedGateway, startServedGateway } from './served-gateway.ts';
import { addConnection, adminClient, createWorkspace } from './served-workspace.ts';
import { type StubGateway, type StubRequest, type StubResponse, startStubGateway } from './stub-gateway.ts';
import { runInTest, type Surroundings } from './test-terminal.ts';

async function findingsOf(environment: NonNullable<Surroundings['environment']>, ...options: string[]) {
  const { code, out, error } = await runInTest(['doctor', '--json', ...options], { environment });
  expect(error).toBe('');
  const findings = JSON.parse(out) as readonly Finding[];
  expect(code).toBe(findings.some(({ state }) => state === 'fail') ? 1 : 0);
  for (const { state, advice } of findings) expect(advice === undefined).toBe(state === 'ok');
  return findings;
}

describe('doctor on a gateway that works', () => {
  let gateway: ServedGateway;
  let token = '';

  beforeAll(async () => {
    gateway = await startServedGateway();
    token = await createWorkspace(gateway, 'demo');
    await addConnection(gateway, 'demo', 'ledger');
  });

  afterAll(() => gateway?.stop());

  it('finds nothing wrong, here and from elsewhere', async () => {
    const environment = { CONNECTORY_URL: gateway.url, CONNECTORY_TOKEN: token };
    await chmod(join(gateway.folder, 'data'), 0o700);
    const all = await findingsOf({ ...environment, ...gateway.installed });
    // Which API versions end soon depends on the day.
    const findings = all.filter(({ message }) => !/ in \d+ days\.$/.test(message));
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual([
      'settings',
      'data directory',
      'disk space',
      'database',
      'migrations',
      'encryption key',
      'gateway',
      'clock',
      'version',
      'readiness',
      'limits',
      'token',
      'connectors',
      'connections',
      'sync',
    ]);
    expect(findings.find(({ check }) => check === 'token')?.message).toMatch(
      /may run \d\d actions in the workspace "demo", and manage it/,
    );
    const folder = join(gateway.folder, 'data');
    const { code, out } = await runInTest(['doctor', '--data', folder], { environment, isInteractive: true });
    expect(code).toBe(0);
    expect(out).toMatch(/^ok {4}gateway {9}http:\/\/\S+ responds after \d+ ms\.$/m);
    expect(out).toMatch(/\n15 ok, \d warn, 0 fail\n$/);
  });

  it('says what a token may do', async () => {
    const { tokens } = adminClient(gateway).workspace('demo');
    const messageFor = async (text: string) => {
      const findings = await findingsOf({ CONNECTORY_URL: gateway.url, CONNECTORY_TOKEN: text });
      return findings.find(({ check }) => check === 'token')?.message;
    };
    expect(await messageFor(adminToken)).toContain('The admin token is accepted: it manages all workspaces (1)');
    const { token: reads } = await tokens.create({
      name: 'reads',
      policy: { entities: ['invoices'], actions: ['list'] },
    });
    expect(await messageFor(reads)).toContain('may run 1 actions in the workspace "demo", and not manage it');
    expect(await messageFor('cty_wrong')).toBeDefined();
  });
});

describe('doctor names', () => {
  let gateway: StubGateway | undefined;

  afterEach(async () => {
    await gateway?.close();
    gateway = undefined;
  });

  const page = (data: readonly object[], meta: object = {}) => ({
    status: 200,
    body: { data, meta: { next_cursor: null, total: 3, ...meta } },
  });
  const problem = (status: number, code: string, message = 'No.') => ({ status, body: { status, code, message } });
  const connection = { id: 'c1', name: 'shop', connector: 'stripe', vendor: 'Stripe', state: 'active' };
  const healthy: Readonly<Record<string, StubResponse>> = {
    '/healthz': { status: 200, body: { status: 'ok' } },
    '/readyz': { status: 200, body: { status: 'ready', reason: null, upstreams: [] } },
    '/openapi.json': { status: 200, body: gatewayDocument() },
    '/api/v1/workspaces': page([{ name: 'acme' }]),
    '/api/v1/audit': problem(403, 'forbidden'),
    '/api/v1/workspaces/acme/tokens': problem(403, 'forbidden'),
    '/api/v1/actions': page([]),
    '/api/v1/connectors': page([{ id: 'stripe' }]),
    '/api/v1/integrations/connectors': page([connection]),
    '/api/v1/workspaces/acme/connections/c1/syncs': page([]),
  };
  const returned = ({ requestId }: StubRequest, headers: object = {}) => ({
    'x-request-id': requestId ?? '',
    ...headers,
  });

  async function wrong(replies: Readonly<Record<string, StubResponse>> = {}, headers: object = {}) {
    gateway = await startStubGateway((request) => {
      const response = { ...healthy, ...replies }[request.path.split('?')[0] ?? ''];
      return response === undefined
        ? problem(404, 'not_found')
        : { ...response, headers: { ...returned(request, headers), ...response.headers } };
    });
    const findings = await findingsOf({ CONNECTORY_URL: gateway.url, CONNECTORY_TOKEN: 'cty_canary' });
    expect(JSON.stringify(findings)).not.toContain('canary');
    return findings.filter(({ state }) => state !== 'ok');
  }

  it('nothing on a healthy one', async () => {
    expect(await wrong()).toEqual([]);
  });

  const older = { ...gatewayDocument() };
  older.paths = { '/healthz': older.paths?.['/healthz'] ?? {} };
  const newer = { ...gatewayDocument() };
  newer.paths = { ...newer.paths, '/new': { get: { operationId: 'somethingNew', responses: {} } } };
  const syncs = (phase: string) =>
    page([{ entity: 'customers', phase, errors: [{ code: 'x', message: 'No such account.' }] }]);

  it.each<[string, string, string, Readonly<Record<string, StubResponse>>, object?]>([
    [
      'a redirect',
      'fail',
      'to https://other.example',
      { '/healthz': { status: 301, body: '', headers: { location: 'https://other.example/x' } } },
    ],
    ['another server', 'fail', 'not a Connectory gateway', { '/healthz': { status: 200, body: '<html>' } }],
    ['a proxy without a gateway', 'fail', 'Start the gateway', { '/healthz': { status: 502, body: '' } }],
    ['a clock', 'warn', 'seconds behind', {}, { date: new Date(Date.now() - 3_600_000).toUTCString() }],
    ['a lost request ID', 'warn', 'X-Request-Id', {}, { 'x-request-id': 'other' }],
    [
      'an older gateway',
      'warn',
      'older than this command: it lacks execute,',
      { '/openapi.json': { status: 200, body: older } },
    ],
    ['a newer gateway', 'warn', 'it also has somethingNew', { '/openapi.json': { status: 200, body: newer } }],
    [
      'a proxy that compresses',
      'warn',
      'Turn its compression off',
      {
        '/openapi.json': {
          status: 200,
          body: gzipSync(JSON.stringify(gatewayDocument())),
          headers: { 'content-encoding': 'gzip' },
        },
      },
    ],
    [
      'a full disk',
      'fail',
      'disk_full',
      { '/readyz': { status: 503, body: { status: 'not_ready', reason: 'disk_full', upstreams: [] } } },
    ],
    [
      'a sunset',
      'warn',
      '5 days',
      {
        '/readyz': {
          status: 200,
          body: { status: 'ready', reason: null, upstreams: [{ connector: 'a', version: '1', days_left: 5 }] },
        },
      },
    ],
    ['a refused token', 'fail', 'connectory login', { '/api/v1/workspaces': problem(401, 'unauthenticated') }],
    ['a token for nothing', 'warn', 'may run 0 actions', { '/api/v1/actions': page([], { total: 0 }) }],
    [
      'refused credentials',
      'fail',
      '--connection shop',
      { '/api/v1/integrations/connectors': page([{ ...connection, state: 'reauthorization_required' }]) },
    ],
    [
      'a failing vendor',
      'warn',
      'connections check shop',
      { '/api/v1/integrations/connectors': page([{ ...connection, state: 'degraded' }]) },
    ],
    [
      'a vendor at an address that is not allowed',
      'warn',
      'address 127.0.0.1 is not a public address',
      {
        '/api/v1/integrations/connectors': page([{ ...connection, state: 'degraded' }]),
        '/api/v1/workspaces/acme/connections/c1': {
          status: 200,
          body: { ...connection, state_reason: 'The upstream address 127.0.0.1 is not a public address.' },
        },
      },
    ],
    [
      'a paused connection',
      'warn',
      'connections resume shop',
      { '/api/v1/integrations/connectors': page([{ ...connection, paused: true }]) },
    ],
    [
      'a missing connector',
      'fail',
      'CONNECTORY_CONNECTORS',
      { '/api/v1/integrations/connectors': page([{ ...connection, vendor: null }]) },
    ],
    [
      'a sync that failed',
      'fail',
      'customers of "shop": No such account.',
      { '/api/v1/workspaces/acme/connections/c1/syncs': syncs('failed') },
    ],
    [
      'a sync with errors',
      'warn',
      'sync start shop --entity customers',
      { '/api/v1/workspaces/acme/connections/c1/syncs': syncs('idle') },
    ],
    [
      'a limit that is nearly reached',
      'warn',
      'Nearly reached: searches (19 of 20).',
      {
        '/metrics': {
          status: 200,
          body: 'connectory_searches_in_use 19\nconnectory_searches_limit 20\nconnectory_x_in_use 5\nconnectory_x_limit +Inf\n',
        },
      },
    ],
  ])('%s: %s', async (_what, state, part, replies, headers) => {
    const found = await wrong(replies, headers);
    expect(found).toMatchObject([{ state }]);
    expect(`${found[0]?.message} ${found[0]?.advice}`).toContain(part);
  });

  it('a proxy, without calling it wrong', async () => {
    gateway = await startStubGateway((request) => {
      const response = healthy[request.path.split('?')[0] ?? ''] ?? problem(404, 'not_found');
      return { ...response, headers: returned(request, { server: 'nginx', via: '1.1 edge' }) };
    });
    const findings = await findingsOf({ CONNECTORY_URL: gateway.url, CONNECTORY_TOKEN: 'cty_x' });
    expect(findings.find(({ check }) => check === 'proxy')).toMatchObject({
      state: 'ok',
      message: expect.stringContaining('via: 1.1 edge, nginx'),
    });
  });

  it('nothing of the copies in direct mode', async () => {
    const replies = { '/api/v1/workspaces/acme/connections/c1/syncs': problem(409, 'hosted_mode_required') };
    expect(await wrong(replies)).toEqual([]);
  });

  it('a gateway that does not respond, a URL that is not one, and a token that is missing', async () => {
    const stopped = await startStubGateway(() => problem(404, 'not_found'));
    await stopped.close();
    const unreachable = await findingsOf({ CONNECTORY_URL: stopped.url });
    expect(unreachable).toMatchObject([
      { check: 'gateway', state: 'fail', message: expect.stringContaining('ECONNREFUSED') },
    ]);
    expect(await findingsOf({ CONNECTORY_URL: 'localhost:8080' })).toMatchObject([{ check: 'gateway', state: 'fail' }]);
    gateway = await startStubGateway((request) => {
      const response = healthy[request.path] ?? problem(404, 'not_found');
      return { ...response, headers: returned(request) };
    });
    const anonymous = await findingsOf({ CONNECTORY_URL: gateway.url });
    expect(anonymous.at(-1)).toMatchObject({ check: 'token', state: 'fail' });
  });
});
