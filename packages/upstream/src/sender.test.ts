import { describe, expect, it } from 'vitest';
import { gatewayErrorOf, testCall, testClient, testConnection, testConnector } from '../test/test-connector.ts';
import { inTurn, json, type Response, refusedOrigin, reset, startTestUpstream } from '../test/test-upstream.ts';

const found = json({ id: '1' });
const page = json({ data: [], has_more: false });
const brokenOff: Response = (_request, response) => response.end('{"id": "1"');
const failing = (status: number, headers?: Readonly<Record<string, string>>) =>
  json({ message: 'no luck' }, status, headers);

const withKeys = testConnector({ idempotencyHeader: 'idempotency-key' });

describe('a read', () => {
  it.each([
    ['500', failing(500)],
    ['502', failing(502)],
    ['503', failing(503)],
    ['504', failing(504)],
    ['a connection that breaks off', reset],
    ['a body that breaks off', brokenOff],
    ['a 200 whose body says that the vendor is down', json({ error: { code: 'down' } })],
  ])('is repeated until it succeeds: %s', async (_name, reply) => {
    const upstream = await startTestUpstream(inTurn(reply, reply, found));
    const client = testClient();
    const { json: record } = await client.record(testCall(testConnection(upstream.origin), 'things get', { id: '1' }));
    expect(record.toString()).toBe('{"id":"1"}');
    expect(upstream.received).toHaveLength(3);
  });

  it.each([400, 403, 404, 409, 422])('is not repeated after %i', async (status) => {
    const upstream = await startTestUpstream(failing(status));
    const client = testClient();
    await gatewayErrorOf(client.records(testCall(testConnection(upstream.origin), 'things list')));
    expect(upstream.received).toHaveLength(1);
    expect(client.waits).toEqual([]);
  });

  it('ends with the error of the last attempt', async () => {
    const upstream = await startTestUpstream(inTurn(failing(500), failing(502), failing(503), page));
    const client = testClient({ retry: { attempts: 3 } });
    const error = await gatewayErrorOf(client.records(testCall(testConnection(upstream.origin), 'things list')));
    expect(error).toMatchObject({ code: 'upstream_unavailable', upstream: { status: 503 }, outcome: undefined });
    expect(upstream.received).toHaveLength(3);
  });

  it('is repeated when nothing listens, and says in the end that the vendor cannot be reached', async () => {
    const client = testClient();
    const call = testCall(testConnection(await refusedOrigin()), 'things list');
    const error = await gatewayErrorOf(client.records(call));
    expect(error).toMatchObject({ code: 'upstream_unavailable', retryable: true, outcome: undefined });
    expect(error.message).toContain('Thingsmith could not be reached');
    expect(client.waits).toHaveLength(2);
  });

  it('waits twice as long each time, with jitter, up to the longest delay', async () => {
    const upstream = await startTestUpstream(failing(500));
    const client = testClient({ retry: { attempts: 5, firstDelay: 100, maxDelay: 300 } });
    await gatewayErrorOf(client.records(testCall(testConnection(upstream.origin), 'things list')));
    expect(client.waits).toHaveLength(4);
    for (const [index, full] of [100, 200, 300, 300].entries()) {
      expect(client.waits[index]).toBeGreaterThanOrEqual(full / 2);
      expect(client.waits[index]).toBeLessThanOrEqual(full);
    }
  });

  it('is not repeated for a caller who has given up', async () => {
    const caller = new AbortController();
    const upstream = await startTestUpstream((request, response) => {
      caller.abort();
      failing(500)(request, response);
    });
    const call = testCall(testConnection(upstream.origin), 'things list', {}, { signal: caller.signal });
    const error = await gatewayErrorOf(testClient().records(call));
    expect(error.code).toBe('request_timeout');
    expect(upstream.received).toHaveLength(1);
  });
});

describe('a write', () => {
  const name = { name: 'x' };

  it.each([
    ['a connection that breaks off', reset, 'upstream_unavailable'],
    ['500', failing(500), 'upstream_unavailable'],
    ['a body that breaks off', brokenOff, 'upstream_unavailable'],
    ['a 200 whose body says that the vendor is down', json({ error: { code: 'down' } }), 'upstream_unavailable'],
  ])('is not repeated once it may have arrived, and its outcome is unknown: %s', async (_name, reply, code) => {
    const upstream = await startTestUpstream(reply);
    const client = testClient();
    const call = testCall(testConnection(upstream.origin), 'things create', name, { idempotencyKey: 'caller-key' });
    const error = await gatewayErrorOf(client.record(call));
    expect(error).toMatchObject({ code, outcome: 'unknown', retryable: false });
    expect(upstream.received).toHaveLength(1);
    expect(upstream.received[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('is not repeated after a timeout', async () => {
    const upstream = await startTestUpstream(() => undefined);
    const client = testClient({ limits: { headersTimeout: 50 } });
    const error = await gatewayErrorOf(client.record(testCall(testConnection(upstream.origin), 'things create', name)));
    expect(error).toMatchObject({ code: 'upstream_timeout', outcome: 'unknown', retryable: false });
    expect(error.message).toContain('check before you repeat it');
    expect(upstream.received).toHaveLength(1);
  });

  it.each([
    [429, 'upstream_rate_limited'],
    [422, 'upstream_rejected'],
    [404, 'record_not_found'],
  ])('is not repeated after %i, and surely changed nothing', async (status, code) => {
    const upstream = await startTestUpstream(failing(status));
    const error = await gatewayErrorOf(
      testClient().record(testCall(testConnection(upstream.origin), 'things create', name)),
    );
    expect(error).toMatchObject({ code, outcome: undefined });
    expect(upstream.received).toHaveLength(1);
  });

  it('is repeated when it never left', async () => {
    const origin = await refusedOrigin();
    const started: Awaited<ReturnType<typeof startTestUpstream>>[] = [];
    const sleep = async () => {
      started.push(await startTestUpstream(found, Number(new URL(origin).port)));
    };
    const client = testClient({ retry: { sleep } });
    const { status } = await client.record(testCall(testConnection(origin), 'things create', name));
    expect(status).toBe(200);
    expect(started.map(({ received }) => received.length)).toEqual([1]);
  });

  it('that never left has no unknown outcome', async () => {
    const call = testCall(testConnection(await refusedOrigin()), 'things create', name);
    expect(await gatewayErrorOf(testClient().record(call))).toMatchObject({
      code: 'upstream_unavailable',
      outcome: undefined,
      retryable: true,
    });
  });

  it.each([
    ['things create', name, withKeys, 'idempotency-key'],
    ['things update', { id: '1', ...name }, withKeys, 'idempotency-key'],
    ['attachments create', name, testConnector(), 'x-attach-once'],
  ] as const)('is repeated under one key where the vendor knows it: %s', async (what, params, connector, header) => {
    const upstream = await startTestUpstream(inTurn(reset, failing(500), found));
    const connection = testConnection(upstream.origin, { connector });
    const client = testClient();
    await client.record(testCall(connection, what, params));
    const keys = upstream.received.map(({ headers }) => headers[header]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys)).toHaveLength(1);
    expect(keys[0]).toMatch(/^[\w-]{20,}$/);

    await client.record(testCall(connection, what, params));
    expect(upstream.received[3]?.headers[header]).not.toBe(keys[0]);
  });

  it('carries a key of its own for each key of the caller and each connection', async () => {
    const upstream = await startTestUpstream(found);
    const client = testClient();
    const one = testConnection(upstream.origin, { connector: withKeys });
    const other = testConnection(upstream.origin, { connector: withKeys });
    for (const [connection, idempotencyKey] of [
      [one, 'a'],
      [one, 'a'],
      [one, 'b'],
      [other, 'a'],
    ] as const) {
      await client.record(testCall(connection, 'things create', name, { idempotencyKey }));
    }
    const [first, again, second, remote] = upstream.received.map(({ headers }) => headers['idempotency-key']);
    expect(again).toBe(first);
    expect(new Set([first, second, remote])).toHaveLength(3);
  });

  it('may be repeated by a caller whose key the vendor knows', async () => {
    const upstream = await startTestUpstream(failing(500));
    const connection = testConnection(upstream.origin, { connector: withKeys });
    const call = testCall(connection, 'things create', name, { idempotencyKey: 'caller-key' });
    expect(await gatewayErrorOf(testClient().record(call))).toMatchObject({ outcome: 'unknown', retryable: true });
    expect(await gatewayErrorOf(testClient().record(testCall(connection, 'things create', name)))).toMatchObject({
      outcome: 'unknown',
      retryable: false,
    });
  });

  it('responds with an empty record where the vendor returns nothing', async () => {
    const upstream = await startTestUpstream((_request, response) => response.writeHead(204).end());
    const reply = await testClient().record(testCall(testConnection(upstream.origin), 'things delete', { id: '1' }));
    expect([reply.json.toString(), reply.status]).toEqual(['{}', 204]);
  });
});

describe('a write whose response has its id in a header', () => {
  it.each([
    ['168037013', '{"id":168037013}'],
    ['18446744073709551615', '{"id":18446744073709551615}'],
    ['urn:thing:7', '{"id":"urn:thing:7"}'],
    [undefined, '{}'],
  ])('results in the id, as a number if it is declared as one: %s', async (id, json) => {
    const upstream = await startTestUpstream((_request, response) =>
      response.writeHead(201, id === undefined ? {} : { 'x-resource-id': id }).end(),
    );
    const call = testCall(testConnection(upstream.origin), 'attachments update', { id: '1' });
    const reply = await testClient().record(call);
    expect([reply.json.toString(), reply.status]).toEqual([json, 201]);
  });
});

describe('a redirect', () => {
  const to =
    (location: string, status = 302): Response =>
    (_request, response) => {
      response.writeHead(status, { location }).end();
    };

  it.each([301, 302, 303, 307, 308])('within the origin is followed with the credentials: %i', async (status) => {
    const upstream = await startTestUpstream(inTurn(to('/moved?to=here', status), found));
    await testClient().record(testCall(testConnection(upstream.origin), 'things get', { id: '1' }));
    expect(upstream.received.map(({ url }) => url)).toEqual(['/things/1', '/moved?to=here']);
    expect(upstream.received[1]?.headers.authorization).toBe('Bearer key-of-the-account');
  });

  it('to another origin is refused, and the credentials never go there', async () => {
    const other = await startTestUpstream(found);
    const upstream = await startTestUpstream(inTurn(to(`${other.origin}/things/1`), found));
    const error = await gatewayErrorOf(
      testClient().record(testCall(testConnection(upstream.origin), 'things get', { id: '1' })),
    );
    expect(error).toMatchObject({ code: 'upstream_rejected', upstream: { status: 302 } });
    expect(error.message).toContain(`redirects to ${other.origin}, where`);
    expect(error.message).not.toContain('/things/1');
    expect(other.received).toEqual([]);
    expect(upstream.received).toHaveLength(1);
  });

  it.each(['http://[', '', '//'])('to no URL is refused: %j', async (location) => {
    const upstream = await startTestUpstream(to(location));
    const call = testCall(testConnection(upstream.origin), 'things get', { id: '1' });
    expect((await gatewayErrorOf(testClient().record(call))).code).toBe('upstream_rejected');
  });

  it('that leads in circles ends', async () => {
    const upstream = await startTestUpstream(to('/round'));
    const call = testCall(testConnection(upstream.origin), 'things get', { id: '1' });
    expect((await gatewayErrorOf(testClient().record(call))).code).toBe('upstream_rejected');
    expect(upstream.received).toHaveLength(4);
  });

  it('of a write is not followed', async () => {
    const upstream = await startTestUpstream(inTurn(to('/elsewhere', 307), found));
    const call = testCall(testConnection(upstream.origin), 'things create', { name: 'x' });
    expect((await gatewayErrorOf(testClient().record(call))).code).toBe('upstream_rejected');
    expect(upstream.received).toHaveLength(1);
  });
});
