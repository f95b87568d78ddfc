import { ConnectorStopped, type RemoteAction, Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testCall, testClient, testConnection } from '../test/test-connector.ts';
import { json, refusedOrigin, startTestUpstream } from '../test/test-upstream.ts';
import { createUpstreamClient } from './client.ts';
import { resolveUrl } from './connection.ts';
import { createEgressGuard } from './egress-guard.ts';
import { authenticatedHeaders, type PreparedRequest } from './request.ts';

function clientFor(...allowed: readonly string[]) {
  const client = createUpstreamClient({ guard: createEgressGuard(allowed) });
  onTestFinished(() => client.close());
  return client;
}

const post = (origin: string): PreparedRequest => ({
  method: 'POST',
  origin,
  path: '/token',
  headers: {},
  body: 'a=1',
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (GatewayError.is(error) ? error.code : error),
  );

it('a request of a consent is sent once, and its response given as it is', async () => {
  const upstream = await startTestUpstream(json({ error: 'x' }, 503));
  const reply = await clientFor('127.0.0.1').send(post(upstream.origin), 'Vendor');
  expect([reply.status, reply.body.toString()]).toEqual([503, '{"error":"x"}']);
  expect(upstream.received.map(({ method, url, body }) => [method, url, body])).toEqual([['POST', '/token', 'a=1']]);
});

it('it follows no redirect, passes the guard, and has a response of 1 MiB at most', async () => {
  const upstream = await startTestUpstream((_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  );
  expect((await clientFor('127.0.0.1').send(post(upstream.origin), 'Vendor')).status).toBe(302);
  expect(await codeOf(clientFor().send(post(upstream.origin), 'Vendor'))).toBe('address_not_allowed');
  expect(upstream.received).toHaveLength(1);
  upstream.response((_request, response) => response.end(Buffer.alloc(1024 * 1024 + 1)));
  expect(await codeOf(clientFor('127.0.0.1').send(post(upstream.origin), 'Vendor'))).toBe('upstream_unavailable');
  expect(await codeOf(clientFor('127.0.0.1').send(post(await refusedOrigin()), 'Vendor'))).toBe('upstream_unavailable');
});

it('its address keeps the query of the declaration where base_url moves it', () => {
  const connection = testConnection('http://127.0.0.1:9/in-front');
  expect(resolveUrl(connection, 'https://vendor.example/accounts?all=1').href).toBe(
    'http://127.0.0.1:9/in-front/accounts?all=1',
  );
});

it('its headers authenticate, and cannot be broken by a credential', () => {
  const connection = testConnection('https://vendor.example');
  const names = Object.keys(connection.credentials);
  const filled = (value: string) => Object.fromEntries(names.map((name) => [name, new Secret(value)]));
  expect(JSON.stringify(authenticatedHeaders({ ...connection, credentials: filled('value-1') }))).toContain('value-1');
  expect(() => authenticatedHeaders({ ...connection, credentials: filled('a\r\nx: y') })).toThrow(
    expect.objectContaining({ code: 'credential_rejected' }),
  );
});

function callOf(request: NonNullable<RemoteAction['request']>, origin = 'https://things.example') {
  const call = testCall(testConnection(origin), 'things get', { id: '7' });
  const remote: RemoteAction = { shapesRows: false, request, record: async (row) => row };
  return { ...call, action: { ...call.action, remote } };
}

describe('a request that is built in another process', () => {
  const own = testCall(testConnection('https://things.example'), 'things get', { id: '7' });
  const built = own.action.request(own.params);

  it('is the one that leaves', async () => {
    const [preview] = await testClient().preview(callOf(async () => ({ ...built, query: { built: 'there' } })));
    expect(preview).toMatchObject({ method: 'GET', url: expect.stringContaining('?built=there') });
  });

  it.each([
    ['by another method', { ...built, method: 'DELETE' as const }],
    ['to another path', { ...built, path: '/admin/keys' }],
    ['below its route', { ...built, path: `${built.path}/refund` }],
  ])('does not leave %s, where the action declares none', async (_about, request) => {
    const upstream = await startTestUpstream(json({}));
    const call = callOf(async () => request, upstream.origin);
    await expect(testClient().record(call)).rejects.toMatchObject({ code: 'internal' });
    expect(upstream.received).toEqual([]);
  });

  it('is missed with the reason why its process was stopped', async () => {
    const stopped = callOf(() => Promise.reject(new ConnectorStopped('it took longer than 5 s.')));
    await expect(testClient().record(stopped)).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('failed while building the request: it took longer than 5 s. This is a bug'),
    });
  });
});
