import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { storedTokens } from '../test/stored-tokens.ts';
import { gatewayErrorOf, testCall, testClient, testConnection } from '../test/test-connector.ts';
import { inTurn, json, type Response, startTestUpstream } from '../test/test-upstream.ts';
import type { UpstreamClient } from './client.ts';
import { HeldResponses } from './response-memory.ts';

const page = json({ data: [], has_more: false });
const silent: Response = () => undefined;
/** Sends a header and then a byte now and then, so that no idle time passes. */
const dripping: Response = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const drip = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(drip));
};
const soon = { limits: { deadlineSeconds: 0.2 } };

/** An upstream whose connections can be looked at: resolves when the next one of a request is gone. */
async function watched(reply: Response) {
  const closed = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<ServerResponse>();
  const upstream = await startTestUpstream((request, response) => {
    response.on('close', () => closed.resolve());
    arrived.resolve(response);
    reply(request, response);
  });
  return { upstream, arrived: arrived.promise, closed: closed.promise };
}

describe('the deadline of a call', () => {
  it.each([
    ['that is never answered', silent],
    ['whose answer drips', dripping],
  ])('ends a read %s, and its connection', async (_name, reply) => {
    const { upstream, closed } = await watched(reply);
    const connection = testConnection(upstream.origin, soon);
    const error = await gatewayErrorOf(testClient().records(testCall(connection, 'things list')));
    expect(error).toMatchObject({ code: 'upstream_timeout', outcome: undefined, retryable: true });
    expect(error.message).toContain('0.2 s');
    await closed;
    expect(upstream.received).toHaveLength(1);
  });

  it('leaves the outcome of a write open', async () => {
    const { upstream, closed } = await watched(silent);
    const connection = testConnection(upstream.origin, soon);
    const error = await gatewayErrorOf(testClient().record(testCall(connection, 'things create', { name: 'x' })));
    expect(error).toMatchObject({ code: 'upstream_timeout', outcome: 'unknown', retryable: false });
    await closed;
  });

  it('is the earlier one of connection and call', async () => {
    const upstream = await startTestUpstream(silent);
    const call = testCall(testConnection(upstream.origin), 'things list', {}, { deadlineSeconds: 0.2 });
    expect((await gatewayErrorOf(testClient().records(call))).code).toBe('upstream_timeout');
  });

  it('holds for the token that has to be renewed first, whose renewal goes on', async () => {
    const responded = Promise.withResolvers<ServerResponse>();
    const upstream = await startTestUpstream((request, response) => {
      if (request.url === '/token') responded.resolve(response);
      else page(request, response);
    });
    const tokens = storedTokens({ refresh_token: 'refresh-1' });
    const options = { authentication: 'oauth', credentials: {}, tokens, settings: { base_url: upstream.origin } };
    const connection = testConnection(upstream.origin, { ...options, ...soon });
    const client = testClient();
    const error = await gatewayErrorOf(client.record(testCall(connection, 'things create', { name: 'x' })));
    expect(error).toMatchObject({ code: 'upstream_timeout', outcome: undefined });
    (await responded.promise).end('{"access_token":"new","refresh_token":"refresh-2"}');
    await vi.waitFor(() => expect(tokens.values).toMatchObject({ refresh_token: 'refresh-2' }));
  });

  it('is not waited for when the upstream wants to be left alone for longer', async () => {
    const upstream = await startTestUpstream(json({}, 429, { 'retry-after': '3' }));
    const error = await gatewayErrorOf(
      testClient().records(testCall(testConnection(upstream.origin, soon), 'things list')),
    );
    expect(error).toMatchObject({ code: 'upstream_rate_limited', retryAfterSeconds: 3 });
    expect(upstream.received).toHaveLength(1);
  });

  it('ends the steps before a file, and not the file', async () => {
    const later = Promise.withResolvers<ServerResponse>();
    const upstream = await startTestUpstream((request, response) => {
      if (request.url.includes('slow')) return;
      response.writeHead(200);
      response.write('begin');
      later.resolve(response);
    });
    const client = testClient();
    const connection = testConnection(upstream.origin, soon);
    expect((await gatewayErrorOf(client.file(testCall(connection, 'things download', { id: 'slow' })))).code).toBe(
      'upstream_timeout',
    );
    const { body } = await client.file(testCall(connection, 'things download', { id: 'a' }));
    const response = await later.promise;
    setTimeout(() => response.end(' end'), 600);
    expect(await new Response(body as unknown as ReadableStream).text()).toBe('begin end');
  });
});

describe('a caller who goes', () => {
  it('ends a read at once, and its connection', async () => {
    const { upstream, arrived, closed } = await watched(dripping);
    const caller = new AbortController();
    const call = testCall(testConnection(upstream.origin), 'things list', {}, { signal: caller.signal });
    const running = gatewayErrorOf(testClient().records(call));
    await arrived;
    caller.abort();
    expect((await running).code).toBe('request_timeout');
    await closed;
  });

  it('leaves a write that has left to its response', async () => {
    const { upstream, arrived } = await watched(silent);
    const caller = new AbortController();
    const call = testCall(testConnection(upstream.origin), 'things create', { name: 'x' }, { signal: caller.signal });
    const running = testClient().record(call);
    const response = await arrived;
    caller.abort();
    response.setHeader('content-type', 'application/json').end('{"id":"a"}');
    expect((await running).json.toString()).toBe('{"id":"a"}');
  });

  it('leaves that write to its deadline at most, and repeats nothing', async () => {
    const { upstream, arrived, closed } = await watched(silent);
    const caller = new AbortController();
    const options = { signal: caller.signal, idempotencyKey: 'key' };
    const call = testCall(testConnection(upstream.origin, soon), 'attachments create', { name: 'x' }, options);
    const running = gatewayErrorOf(testClient().record(call));
    await arrived;
    caller.abort();
    expect(await running).toMatchObject({ code: 'upstream_timeout', outcome: 'unknown', retryable: true });
    await closed;
    expect(upstream.received).toHaveLength(1);
  });

  it('before a write has left keeps it from leaving', async () => {
    const upstream = await startTestUpstream(json({ id: 'a' }));
    const options = { signal: AbortSignal.abort() };
    const call = testCall(testConnection(upstream.origin), 'things create', { name: 'x' }, options);
    expect(await gatewayErrorOf(testClient().record(call))).toMatchObject({
      code: 'request_timeout',
      outcome: undefined,
    });
    expect(upstream.received).toEqual([]);
  });
});

describe('a client that stops', () => {
  it('ends what runs and what comes, and says whether a write may have happened', async () => {
    const { upstream, arrived, closed } = await watched(silent);
    const client = testClient();
    const write = () =>
      gatewayErrorOf(client.record(testCall(testConnection(upstream.origin), 'things create', { name: 'x' })));
    const running = write();
    await arrived;
    client.stop();
    expect(await running).toMatchObject({ code: 'shutting_down', outcome: 'unknown' });
    await closed;
    expect(await write()).toMatchObject({ code: 'shutting_down', outcome: undefined });
    expect(upstream.received).toHaveLength(1);
  });

  it('closes while a file is open', async () => {
    const { upstream, closed } = await watched((_request, response) => {
      response.writeHead(200);
      response.write('begin');
    });
    const client = testClient();
    const { body } = await client.file(testCall(testConnection(upstream.origin), 'things download', { id: 'a' }));
    const failed = once(body, 'error');
    body.resume();
    await client.close();
    await Promise.all([failed, closed]);
  });

  it('waits for the response to a token renewal', async () => {
    const asked = Promise.withResolvers<ServerResponse>();
    const upstream = await startTestUpstream((_request, response) => asked.resolve(response));
    const tokens = storedTokens({ refresh_token: 'refresh-1' });
    const client = testClient();
    const options = { authentication: 'oauth', credentials: {}, tokens, settings: { base_url: upstream.origin } };
    const call = gatewayErrorOf(client.records(testCall(testConnection(upstream.origin, options), 'things list')));
    const response = await asked.promise;
    const closed = client.close();
    expect((await call).code).toBe('shutting_down');
    response.end('{"access_token":"new","refresh_token":"refresh-2"}');
    await closed;
    expect(tokens.values).toMatchObject({ refresh_token: 'refresh-2' });
  });
});

describe('the size of a response', () => {
  const responseOf = (bytes: number): Response =>
    json({ data: [{ id: 'a', filler: 'x'.repeat(bytes) }], has_more: false });
  const mebibyte = 1024 * 1024;
  const inUse = ({ bounds }: UpstreamClient) => bounds.find(({ name }) => name === 'response_bytes')?.inUse();

  it('counts from reading until whoever asked lets go of it', async () => {
    const upstream = await startTestUpstream(inTurn(responseOf(1000), json({}, 500)));
    const client = testClient({ retry: { attempts: 1 } });
    const held = new HeldResponses();
    const call = testCall(testConnection(upstream.origin), 'things list', {}, { held });
    await client.records(call);
    expect(inUse(client)).toBeGreaterThan(1000);
    expect(client.bounds.find(({ name }) => name === 'upstream_connections')?.inUse()).toBe(1);
    held.close();
    expect(inUse(client)).toBe(0);
    await gatewayErrorOf(client.records(call));
    expect(inUse(client)).toBe(0);
  });

  it('is bounded by the connection: a response beyond is an error, also when it is packed', async () => {
    const packed = gzipSync(JSON.stringify({ data: [{ id: 'a', filler: 'x'.repeat(3 * mebibyte) }] }));
    const upstream = await startTestUpstream((_request, response) => {
      response.setHeader('content-encoding', 'gzip').end(packed);
    });
    const client = testClient();
    const list = (responseBytes: number) =>
      client.records(testCall(testConnection(upstream.origin, { limits: { responseBytes } }), 'things list'));
    expect(await gatewayErrorOf(list(mebibyte))).toMatchObject({ code: 'upstream_unavailable' });
    expect((await list(4 * mebibyte)).count).toBe(1);
    expect(inUse(client)).toBe(0);
  });

  it('waits for room that others have, and is refused when they do not let go', async () => {
    const upstream = await startTestUpstream(responseOf(3000));
    const client = testClient({ responseBytes: { perWorkspace: 5000, maxWait: 300 } });
    const held = new HeldResponses();
    const list = (workspaceId: string, more = {}) =>
      client.records(testCall(testConnection(upstream.origin, { workspaceId }), 'things list', {}, more));
    await list('a', { held });
    expect(await gatewayErrorOf(list('a'))).toMatchObject({ code: 'gateway_busy', status: 503, retryAfterSeconds: 1 });
    expect((await list('b')).count).toBe(1);
    const waiting = list('a');
    held.close();
    expect((await waiting).count).toBe(1);
  });

  it('of a write that finds no room leaves its outcome open', async () => {
    const upstream = await startTestUpstream(json({ id: 'a', filler: 'x'.repeat(3000) }));
    const client = testClient({ responseBytes: { perWorkspace: 1000, maxWait: 20 } });
    const call = testCall(testConnection(upstream.origin), 'things create', { name: 'x' });
    expect(await gatewayErrorOf(client.record(call))).toMatchObject({ code: 'gateway_busy', outcome: 'unknown' });
  });
});
