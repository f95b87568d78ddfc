import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEgressGuard, createUpstreamClient, type UpstreamClient } from '@connectory/upstream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Clients } from './find-client.ts';

const id = 'https://agent.example/oauth/client.json';
const document = { client_id: id, client_name: 'Agent', redirect_uris: ['https://agent.example/callback'] };
const noClients = { oauthClients: { find: async () => null } } as never;

/** Finds clients whose documents a server of the test has, as if it had a certificate for every host. */
async function clientsOf(listener: RequestListener): Promise<{ readonly clients: Clients; readonly seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const real = createUpstreamClient({ guard: createEgressGuard(['127.0.0.1']) });
  onTestFinished(async () => {
    await real.close();
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const upstream: UpstreamClient = { ...real, send: (request, who) => real.send({ ...request, origin }, who) };
  return { clients: new Clients({ controlPlane: noClients, upstream }), seen };
}

const replying =
  (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

const errorOf = (clients: Clients, of = id) =>
  clients.find(of).then(
    () => null,
    (error: { readonly code: string }) => error.code,
  );

it('finds a client that its document describes, as a public one, and reads the document once', async () => {
  const { clients, seen } = await clientsOf(replying(JSON.stringify(document)));
  const found = { id, name: 'Agent', redirectUris: document.redirect_uris, authentication: 'none' };
  expect(await Promise.all([clients.find(id), clients.find(id)])).toEqual([found, found]);
  expect(await clients.find(id)).toEqual(found);
  expect(seen).toEqual(['/oauth/client.json']);
});

it.each([
  ['names another client', JSON.stringify({ ...document, client_id: `${id}x` }), 200, 'invalid_client'],
  ['names no client', JSON.stringify({ ...document, client_id: undefined }), 200, 'invalid_client'],
  ['is no JSON', '<html>', 200, 'invalid_client'],
  ['is a list', '[]', 200, 'invalid_client'],
  ['is missing', JSON.stringify(document), 404, 'invalid_client'],
  ['is larger than 16 KiB', JSON.stringify({ ...document, more: 'x'.repeat(16_384) }), 200, 'invalid_client'],
  ['is larger than what is read at all', 'x'.repeat(3 * 1024 * 1024), 200, 'invalid_client'],
  [
    'has a redirect URI without TLS',
    JSON.stringify({ ...document, redirect_uris: ['http://a.example/'] }),
    200,
    'invalid_redirect_uri',
  ],
  ['has no redirect URI', JSON.stringify({ ...document, redirect_uris: [] }), 200, 'invalid_redirect_uri'],
])('refuses a document that %s', async (_what, body, status, code) => {
  const { clients } = await clientsOf(replying(body, status));
  expect(await errorOf(clients)).toBe(code);
});

it('follows no redirect of a document', async () => {
  const { clients, seen } = await clientsOf(replying('', 302, { location: 'http://127.0.0.1:1/' }));
  expect(await errorOf(clients)).toBe('invalid_client');
  expect(seen).toHaveLength(1);
});

it('waits for a document for 5 seconds at most', async () => {
  const { clients, seen } = await clientsOf((_request, response) => {
    response.writeHead(200);
    response.write('{');
  });
  const started = performance.now();
  expect(await errorOf(clients)).toBe('invalid_client');
  expect(performance.now() - started).toBeLessThan(8_000);
  expect(seen).toHaveLength(1);
});

it('does not read documents in its own network, and does not say what is there', async () => {
  const upstream = createUpstreamClient({ guard: createEgressGuard([]) });
  onTestFinished(() => upstream.close());
  const clients = new Clients({ controlPlane: noClients, upstream });
  const hosts = ['127.0.0.1', 'localhost', '10.0.0.1', '169.254.169.254', '[::1]', 'missing.invalid', '2130706433'];
  const messages = await Promise.all(
    hosts.map((host) => clients.find(`https://${host}/x.json`).catch((error: Error) => error.message.slice(0, 40))),
  );
  const unread = 'The document of the client cannot be rea';
  // A number is no host of an id, because it is written differently.
  expect(messages).toEqual([...Array(6).fill(unread), 'The client is unknown, or its registrati']);
});

it('reads few documents at the same time, and keeps few of them', async () => {
  let open = 0;
  let most = 0;
  const { clients, seen } = await clientsOf((request, response) => {
    open++;
    most = Math.max(most, open);
    setTimeout(() => {
      open--;
      const client_id = `https://${request.url?.slice(1)}.example${request.url}`;
      response.end(JSON.stringify({ ...document, client_id }));
    }, 20);
  });
  const ids = Array.from({ length: 300 }, (_, n) => `https://a${n}.example/a${n}`);
  const outcomes: (string | null)[] = [];
  for (let n = 0; n < ids.length; n += 20)
    outcomes.push(...(await Promise.all(ids.slice(n, n + 20).map((one) => errorOf(clients, one)))));
  expect(most).toBeLessThanOrEqual(8);
  expect(new Set(outcomes)).toEqual(new Set([null, 'gateway_busy']));
  expect(seen.length).toBeLessThan(200);
});

it('reads a document again after ten minutes', async () => {
  const { clients, seen } = await clientsOf(replying(JSON.stringify(document)));
  await clients.find(id);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 10 * 60_000);
  onTestFinished(() => void vi.restoreAllMocks());
  await clients.find(id);
  expect(seen).toHaveLength(2);
});
