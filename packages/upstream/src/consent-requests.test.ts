import { Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { expect, it, onTestFinished } from 'vitest';
import { testConnection } from '../test/test-connector.ts';
import { json, refusedOrigin, startTestUpstream } from '../test/test-upstream.ts';
import { resolveUrl } from './base-url.ts';
import { createEgressGuard } from './egress-guard.ts';
import { authenticatedHeaders, type PreparedRequest } from './prepared-request.ts';
import { createUpstreamClient } from './upstream-client.ts';

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

it('a request of a consent is sent once, and its answer given as it is', async () => {
  const upstream = await startTestUpstream(json({ error: 'x' }, 503));
  const answer = await clientFor('127.0.0.1').send(post(upstream.origin), 'Vendor');
  expect([answer.status, answer.body.toString()]).toEqual([503, '{"error":"x"}']);
  expect(upstream.received.map(({ method, url, body }) => [method, url, body])).toEqual([['POST', '/token', 'a=1']]);
});

it('it follows no redirect, passes the guard, and has an answer of 1 MiB at most', async () => {
  const upstream = await startTestUpstream((_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  );
  expect((await clientFor('127.0.0.1').send(post(upstream.origin), 'Vendor')).status).toBe(302);
  expect(await codeOf(clientFor().send(post(upstream.origin), 'Vendor'))).toBe('forbidden');
  expect(upstream.received).toHaveLength(1);
  upstream.answer((_request, response) => response.end(Buffer.alloc(1024 * 1024 + 1)));
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
