import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { RawValue } from '@connectory/connector-sdk';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import express from 'express';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditManagement } from '../src/audit/audit-management.ts';
import { type ApplicationParts, createApplication } from '../src/start/application.ts';
import { expectProblem } from './expect-problem.ts';
import {
  adminToken,
  draftConnection,
  type Response,
  type RunningGateway,
  startRunningGateway,
} from './running-gateway.ts';

interface Change {
  readonly method: string;
  readonly path: string;
}

let gateway: RunningGateway;
let changes: readonly Change[];
/** Operations that could change something by their method, and do not. */
let safe: readonly Change[];

beforeAll(async () => {
  gateway = await startRunningGateway();
  const { json } = await gateway.send('GET', '/openapi.json');
  const all = Object.entries<RawValue>(json.paths)
    .flatMap(([path, item]) =>
      Object.keys(item).map((method) => ({
        method: method.toUpperCase(),
        path,
        isSafe: item[method]['x-safe'] === true,
      })),
    )
    .filter(({ method, path }) => method !== 'GET' && !/\/(?:execute|batch)\b/.test(path));
  changes = all.filter(({ isSafe }) => !isSafe);
  safe = all.filter(({ isSafe }) => isSafe);
});

afterEach(() => vi.restoreAllMocks());
afterAll(() => gateway.stop());

const test = '/api/v1/workspaces/test';

/** Every entry that a request with this id left, wherever it belongs. */
async function entriesOf(requestId: string): Promise<readonly RawValue[]> {
  const found = await Promise.all(
    [`${test}/audit?limit=100`, '/api/v1/audit?limit=100'].map((path) =>
      gateway.send('GET', path, { token: adminToken }),
    ),
  );
  for (const { status, text } of found) expect(status, text).toBe(200);
  return found.flatMap(({ json }) => json.data).filter(({ request_id }) => request_id === requestId);
}

/** Sends a request and gives its response with the one entry it must have left. */
async function audited(
  { method, path }: Change,
  options: { readonly body?: unknown; readonly token?: string } = {},
): Promise<{ readonly response: Response; readonly entry: RawValue }> {
  const headers = { 'x-request-id': `managed-${randomUUID()}` };
  const reply = await gateway.send(method, path, { token: adminToken, headers, ...options });
  const entries = await entriesOf(headers['x-request-id']);
  expect(entries, `${method} ${path} ${reply.text}`).toHaveLength(1);
  return { response: reply, entry: entries[0] };
}

describe('every documented operation that may change something', () => {
  it('leaves one entry, whoever may do it and however it ends', async () => {
    expect(changes.length).toBeGreaterThanOrEqual(8);
    for (const { method, path } of changes) {
      // The workspace of the test is needed for the others.
      const isDeleted = method === 'DELETE' && path.endsWith('/{workspace}');
      const filled = path
        .replace('{workspace}', isDeleted ? 'absent' : 'test')
        .replaceAll(/\{\w+\}/g, () => randomUUID());
      const body = { client_id: 'x', client_secret: gateway.token };
      for (const token of [adminToken, gateway.token]) {
        const { response: reply, entry } = await audited({ method, path: filled }, { body, token });
        expect(entry).toMatchObject({ kind: 'manage', state: 'finished', outcome: reply.status });
        expect(entry.entity, path).toMatch(/^[a-z-]+$/);
        expect(entry.action, path).toMatch(/^[a-z]+$/);
        expect(entry.error_code).toBe(reply.status < 400 ? null : reply.json.code);
      }
    }
  });

  it('leaves none when it changes nothing', async () => {
    expect(safe.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v1/workspaces/{workspace}/sql',
      'POST /api/v1/workspaces/{workspace}/search',
      'POST /api/v1/workspaces/{workspace}/tokens/preview',
      'POST /api/v1/workspaces/{workspace}/tokens/preview/record',
    ]);
    const { json: before } = await gateway.send('GET', `${test}/tokens?limit=100`, { token: adminToken });
    const headers = { 'x-request-id': `safe-${randomUUID()}` };
    const body = { policy: { read_only: true } };
    for (const path of ['tokens/preview', 'Tokens/Preview/']) {
      const { status, text } = await gateway.send('POST', `${test}/${path}`, { token: adminToken, headers, body });
      expect(status, text).toBe(200);
    }
    expect(await entriesOf(headers['x-request-id'])).toEqual([]);
    const { json: after } = await gateway.send('GET', `${test}/tokens?limit=100`, { token: adminToken });
    expect(after).toEqual(before);
  });

  it('is refused when its entry cannot be stored, before anything is done', async () => {
    const failing = () => Promise.reject(new Error('disk full'));
    vi.spyOn(gateway.gateway.controlPlane.audit, 'begin').mockImplementation(failing);
    const made = await gateway.send('POST', `${test}/tokens`, { token: adminToken, body: { name: 'unseen' } });
    expect(expectProblem(made, 'database_unavailable').retryable).toBe(true);
    const { json } = await gateway.send('GET', `${test}/tokens?limit=100`, { token: adminToken });
    expect(json.data.map(({ name }: { name: string }) => name)).not.toContain('unseen');
  });
});

it.each<[string, (path: string, id: string) => string]>([
  ['in capitals', (path, id) => `${path.toUpperCase().replace('TEST', 'test')}/${id}`],
  ['with a slash at the end', (path, id) => `${path}/${id}/`],
  ['with an id in percent signs', (path, id) => `${path}/%${id.charCodeAt(0).toString(16)}${id.slice(1)}`],
])('a path %s leaves the entry of the usual one', async (_name, written) => {
  const { json } = await gateway.send('POST', `${test}/tokens`, { token: adminToken, body: { name: 'brief' } });
  const begun = vi.spyOn(gateway.gateway.controlPlane.audit, 'begin');
  const { response: reply, entry } = await audited({ method: 'DELETE', path: written(`${test}/tokens`, json.id) });
  expect(reply.status, reply.text).toBe(200);
  expect(begun).toHaveBeenCalledOnce();
  expect(entry).toMatchObject({ entity: 'tokens', action: 'delete', subject_id: json.id, outcome: 200 });
});

it('a connect link is a thing that is made, and an application one that is changed', async () => {
  const link = { connector: 'ledger', name: 'linked' };
  const made = await audited({ method: 'POST', path: `${test}/connect-links` }, { body: link });
  expect(made.entry).toMatchObject({ entity: 'connect-links', action: 'create', subject_id: made.response.json.id });
  const app = { client_id: 'id', client_secret: 'secret' };
  const put = await audited({ method: 'PUT', path: `${test}/oauth-apps/help-centre` }, { body: app });
  expect(put.entry).toMatchObject({ entity: 'oauth-apps', action: 'update', subject_id: null, outcome: 200 });
});

it('a deleted workspace stays in the audit of no workspace, with its id', async () => {
  const { json } = await gateway.send('POST', '/api/v1/workspaces', { token: adminToken, body: { name: 'former' } });
  const { response: reply, entry } = await audited({ method: 'DELETE', path: '/api/v1/workspaces/former' });
  expect(reply.json).toMatchObject({ id: json.id, name: 'former' });
  expect(entry).toMatchObject({ entity: 'workspaces', action: 'delete', subject_id: json.id, outcome: 200 });
  const { json: gatewayAudit } = await gateway.send('GET', '/api/v1/audit?limit=100', { token: adminToken });
  expect(gatewayAudit.data).toContainEqual(entry);
});

/** A router and what stands in it, as Express keeps them. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: readonly Layer[] };
}

it('no route that may change something is missing in the document', () => {
  const anything: object = new Proxy(() => anything, { get: (_target, name) => (name === 'paths' ? {} : anything) });
  const { router } = createApplication(anything as ApplicationParts) as unknown as { router: Layer['handle'] };
  const routes: string[] = [];
  const visit = ({ stack = [] }: Layer['handle']) => {
    for (const { route, handle } of stack) {
      if (route === undefined) visit(handle);
      else routes.push(...Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`));
    }
  };
  visit(router);
  // The page of a connect link leaves the entry of what its maker lets people do, a tool that of its call: consent.test.ts, mcp-access.test.ts.
  // An event of a vendor only has a record read: vendor-events.test.ts. Each call of a batch leaves its own entry: batch.test.ts. A sign-in leaves one: sign-in.test.ts.
  // A consent leaves one: oauth-agents.test.ts. What a client then does with its own access changes no rights, and ending it is an event.
  const others = [
    'POST /oauth/authorize',
    'POST /oauth/register',
    'POST /oauth/revoke',
    'POST /oauth/token',
    'POST /connect/:token',
    'POST /events/:id/:secret',
    'POST /auth/sign-out',
    'POST /mcp',
    '_ALL /mcp',
    'POST /api/v1/integrations/connectors/:connector_id/batch',
  ];
  const changing = routes.filter((route) => !/^(GET|HEAD|OPTIONS) /.test(route) && !others.includes(route));
  expect(changing.length).toBeGreaterThanOrEqual(8);
  const documented = [...changes, ...safe].map(
    ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  );
  expect(changing.sort()).toEqual(documented.sort());
});

it('a route that is not in the document leaves an entry all the same', async () => {
  const { controlPlane } = gateway.gateway;
  const application = express();
  application.use(auditManagement(controlPlane, () => ({ openapi: '3.1.0', info: { title: 'none', version: '1' } })));
  application.post('/api/v1/secret-door', (_request, response) => {
    response.end('{}');
  });
  const server = application.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const headers = { authorization: `Bearer ${gateway.token}`, 'x-request-id': `door-${randomUUID()}` };
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/api/v1/secret-door`, { method: 'POST', headers });
  server.close();
  expect(await entriesOf(headers['x-request-id'])).toMatchObject([{ kind: 'manage', entity: 'unknown', outcome: 200 }]);
});

describe('the entry of a management request', () => {
  it('says what was made, changed, checked and deleted', async () => {
    const draft = draftConnection(
      fixtureConnectors,
      { sandbox: gateway.sandbox, origin: gateway.sandboxOrigin },
      'ledger',
    );
    const connections = `${test}/connections`;
    const { entry: created, response: reply } = await audited(
      { method: 'POST', path: connections },
      { body: { ...draft, name: 'watched' } },
    );
    const { id } = reply.json;
    const about = { entity: 'connections', subject_id: id, connection_id: id, connector: 'ledger', token_id: null };
    expect(created).toMatchObject({ ...about, action: 'create', outcome: 201 });
    const one = `${connections}/${id}`;
    const change = { credentials: draft.credentials };
    expect((await audited({ method: 'PATCH', path: one }, { body: change })).entry).toMatchObject({
      ...about,
      action: 'update',
      outcome: 200,
    });
    expect((await audited({ method: 'POST', path: `${one}/check` })).entry).toMatchObject({
      ...about,
      action: 'check',
    });
    expect((await audited({ method: 'POST', path: `${one}/syncs` }, { body: {} })).entry).toMatchObject({
      ...about,
      entity: 'syncs',
      action: 'request',
      error_code: 'hosted_mode_required',
    });
    expect((await audited({ method: 'DELETE', path: one })).entry).toMatchObject({ ...about, action: 'delete' });
    expect((await audited({ method: 'DELETE', path: one })).entry).toMatchObject({
      ...about,
      connector: null,
      action: 'delete',
      outcome: 404,
      error_code: 'connector_not_found',
    });
    const found = await gateway.send('GET', `${test}/audit?kind=manage&connection_id=${id}&action=delete`, {
      token: adminToken,
    });
    expect(found.json.data.map(({ outcome }: { outcome: number }) => outcome)).toEqual([404, 200]);
  });

  it('belongs to the workspace of the token that sent it, and to none for what the admin does outside of workspaces', async () => {
    const remote = { method: 'POST', path: '/api/v1/workspaces/elsewhere/tokens' };
    const { entry } = await audited(remote, { body: { name: 'x' }, token: gateway.token });
    expect(entry).toMatchObject({ entity: 'tokens', outcome: 404, token_id: expect.any(String), subject_id: null });
    const made = await audited({ method: 'POST', path: '/api/v1/workspaces' }, { body: { name: 'new-one' } });
    expect(made.entry).toMatchObject({ entity: 'workspaces', action: 'create', subject_id: made.response.json.id });
    const own = await gateway.send('GET', '/api/v1/workspaces/new-one/audit', { token: adminToken });
    expect(own.json.data).toEqual([]);
    expectProblem(await gateway.send('GET', '/api/v1/audit'), 'forbidden');
  });

  it('has nothing of a body or of a secret in the wrong place', async () => {
    const secret = 'cty_canary-in-the-wrong-place';
    const body = { name: secret, policy: { read_only: true } };
    const made = await audited({ method: 'POST', path: `${test}/tokens` }, { body });
    const revoked = await audited({ method: 'DELETE', path: `${test}/tokens/${secret}` });
    expect(JSON.stringify([made.entry, revoked.entry])).not.toContain(secret);
    expect(JSON.stringify(made.entry)).not.toContain(made.response.json.token);
  });

  it('is left by nobody who is unknown, and by nothing that does not exist', async () => {
    const headers = { 'x-request-id': `nobody-${randomUUID()}` };
    const body = { name: 'x' };
    for (const token of [null, 'cty_wrong']) {
      expectProblem(await gateway.send('POST', `${test}/tokens`, { body, token, headers }), 'unauthenticated');
    }
    expectProblem(await gateway.send('POST', '/api/v1/nothing', { body, headers }), 'not_found');
    expectProblem(await gateway.send('DELETE', '/api/v1/workspaces', { headers }), 'method_not_allowed');
    expect(await entriesOf(headers['x-request-id'])).toEqual([]);
  });
});

it('the audit is searched as documented', async () => {
  await gateway.execute('ledger', { entity: 'customers', action: 'list', params: { limit: 1 } });
  const search = async (query: string) =>
    (await gateway.send('GET', `${test}/audit?${query}`, { token: adminToken })).json.data;
  const hour = 3_600_000;
  const from = new Date(Date.now() - hour).toISOString();
  expect(
    await search(`kind=execute&entity=customers&action=list&outcome=200&state=finished&from=${from}`),
  ).toMatchObject([{ kind: 'execute', state: 'finished', connector: 'ledger', subject_id: null }]);
  expect(await search(`to=${from}`)).toEqual([]);
  for (const wrong of [
    'kind=read',
    'state=done',
    'from=yesterday',
    'outcome=ok',
    'outcome=9',
    'entity=',
    'color=red',
  ]) {
    const reply = await gateway.send('GET', `${test}/audit?${wrong}`, { token: adminToken });
    expectProblem(reply, 'invalid_params');
  }
});
