import type { LimitRules } from '@connectory/connector-sdk/engine';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  gatewayErrorOf,
  testCall,
  testClient,
  testConnection,
  testConnector,
  testUpstreamDefinition,
} from '../test/test-connector.ts';
import { inTurn, json, type Response, startTestUpstream } from '../test/test-upstream.ts';
import type { UpstreamConnection } from './connection.ts';

const page = json({ data: [], has_more: false });
const now = Date.UTC(2026, 0, 1);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client for whom time passes only while it waits. */
function sleepingClient() {
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds);
    vi.advanceTimersByTime(milliseconds);
  };
  const client = testClient({ retry: { sleep, firstDelay: 10, maxDelay: 20 } });
  const list = (connection: UpstreamConnection) => client.records(testCall(connection, 'things list'));
  return { client, list, waits };
}

describe('Retry-After', () => {
  it.each([
    ['seconds', 429, '2', 2000],
    ['fractions of a second, as a whole one', 429, '0.5', 1000],
    ['an HTTP date', 429, new Date(now + 3000).toUTCString(), 3000],
    ['with 503', 503, '4', 4000],
    ['with 403', 403, '2', 2000],
  ])('is waited for before a read is repeated: %s', async (_name, status, value, wait) => {
    const upstream = await startTestUpstream(inTurn(json({}, status, { 'retry-after': value }), page));
    const { list, waits } = sleepingClient();
    await list(testConnection(upstream.origin));
    expect(upstream.received).toHaveLength(2);
    expect(waits).toEqual([wait]);
  });

  it('that is too long is passed on truly, and holds back the calls of this connection only', async () => {
    const upstream = await startTestUpstream(inTurn(json({}, 429, { 'retry-after': '60' }), page));
    const { list, waits } = sleepingClient();
    const connection = testConnection(upstream.origin);

    expect(await gatewayErrorOf(list(connection))).toMatchObject({
      code: 'upstream_rate_limited',
      retryAfterSeconds: 60,
    });
    vi.advanceTimersByTime(now + 20_500 - Date.now());
    const held = await gatewayErrorOf(list(connection));
    expect(held).toMatchObject({ code: 'upstream_rate_limited', retryAfterSeconds: 40, upstream: undefined });
    expect(held.message).toContain('Nothing was sent');
    expect(upstream.received).toHaveLength(1);

    await list(testConnection(upstream.origin));
    vi.advanceTimersByTime(now + 60_000 - Date.now());
    await list(connection);
    expect(upstream.received).toHaveLength(3);
    expect(waits).toEqual([]);
  });

  it('of a failing vendor is passed on', async () => {
    const upstream = await startTestUpstream(json({}, 503, { 'retry-after': '120' }));
    const error = await gatewayErrorOf(sleepingClient().list(testConnection(upstream.origin)));
    expect(error).toMatchObject({ code: 'upstream_unavailable', retryAfterSeconds: 120 });
    expect(upstream.received).toHaveLength(1);
  });

  it('never locks a connection out for more than a day', async () => {
    const upstream = await startTestUpstream(json({}, 429, { 'retry-after': '99999999999999999999999' }));
    const error = await gatewayErrorOf(sleepingClient().list(testConnection(upstream.origin)));
    expect(error.retryAfterSeconds).toBe(86_400);
  });
});

describe('limit headers', () => {
  it('are learned from: a used-up budget is waited for before the next call', async () => {
    const spent = json({ data: [], has_more: false }, 200, { 'x-remaining': '0', 'x-reset': '3' });
    const upstream = await startTestUpstream(inTurn(spent, page));
    const { list, waits } = sleepingClient();
    const connection = testConnection(upstream.origin);
    await list(connection);
    expect(waits).toEqual([]);
    await list(connection);
    expect(waits).toEqual([3000]);
    expect(upstream.received).toHaveLength(2);
  });

  it('hold back a write as well, without sending it', async () => {
    const spent = json({ data: [], has_more: false }, 200, { 'x-remaining': '0', 'x-reset': '30' });
    const upstream = await startTestUpstream(spent);
    const { client, list } = sleepingClient();
    const connection = testConnection(upstream.origin);
    await list(connection);
    const error = await gatewayErrorOf(client.record(testCall(connection, 'things create', { name: 'x' })));
    expect(error).toMatchObject({ code: 'upstream_rate_limited', retryAfterSeconds: 30, outcome: undefined });
    expect(upstream.received).toHaveLength(1);
  });

  it.each([{ 'x-remaining': '1', 'x-reset': '30' }, { 'x-remaining': '0' }, { 'x-remaining': '0', 'x-reset': 'soon' }])(
    'that say nothing hold nothing back: %j',
    async (headers) => {
      const upstream = await startTestUpstream(
        json({ data: [], has_more: false }, 200, headers as Record<string, string>),
      );
      const { list, waits } = sleepingClient();
      const connection = testConnection(upstream.origin);
      await list(connection);
      await list(connection);
      expect(waits).toEqual([]);
    },
  );

  it('make a 403 without budget a rate limit', async () => {
    const upstream = await startTestUpstream(json({}, 403, { 'x-remaining': '0', 'x-reset': '90' }));
    const error = await gatewayErrorOf(sleepingClient().list(testConnection(upstream.origin)));
    expect(error).toMatchObject({ code: 'upstream_rate_limited', retryAfterSeconds: 90 });
  });
});

it('learns from a rate limit inside a 200', async () => {
  const limited = json({ error: { code: 'too_many' } }, 200, { 'retry-after': '30' });
  const upstream = await startTestUpstream(inTurn(limited, page));
  const { list } = sleepingClient();
  const connection = testConnection(upstream.origin);
  expect(await gatewayErrorOf(list(connection))).toMatchObject({
    code: 'upstream_rate_limited',
    retryAfterSeconds: 30,
  });
  expect((await gatewayErrorOf(list(connection))).message).toContain('Nothing was sent');
  expect(upstream.received).toHaveLength(1);
});

const limitHeaders = testUpstreamDefinition().limits;
const thing = json({ id: '1' });
const tooMany = json({}, 429);

/** A connection to a vendor with these limits, and what can be called there. */
async function limitedBy(limits: LimitRules, response: Response) {
  const upstream = await startTestUpstream(response);
  const connection = testConnection(upstream.origin, { connector: testConnector({ limits }) });
  const { client, list, waits } = sleepingClient();
  return {
    ...upstream,
    waits,
    list: () => list(connection),
    get: (id: string) => client.record(testCall(connection, 'things get', { id })),
    create: () => client.record(testCall(connection, 'things create', { name: 'x' })),
    search: () => client.records(testCall(connection, 'things api_search', { query: 'x' })),
  };
}

/** Answers by the path of the request, and by default with a thing. */
const byPath =
  (responses: Readonly<Record<string, Response>>): Response =>
  (request, response) =>
    (responses[`${request.method} ${request.url?.split('?')[0]}`] ?? thing)(request, response);

describe('a limit of a bucket', () => {
  it('of routes holds back the route that was rejected, whatever its parameters are, and no other', async () => {
    const slow = json({}, 429, { 'retry-after': '30' });
    const vendor = await limitedBy({ bucket: 'route' }, byPath({ 'GET /things/1': slow }));
    expect(await gatewayErrorOf(vendor.get('1'))).toMatchObject({
      code: 'upstream_rate_limited',
      retryAfterSeconds: 30,
      othersMaySucceed: true,
    });
    const held = await gatewayErrorOf(vendor.get('2'));
    expect(held).toMatchObject({ code: 'upstream_rate_limited', othersMaySucceed: true });
    expect(held.message).toContain('no more requests of this kind');
    await vendor.create();
    expect(vendor.received).toHaveLength(2);
  });

  it('that a header names holds back the requests that were said to share it', async () => {
    const resource = (name: string, remaining: string) => ({ 'x-resource': name, 'x-remaining': remaining });
    const spent = json({ id: '1' }, 200, { ...resource('core', '0'), 'x-reset': '3000' });
    const vendor = await limitedBy(
      { ...limitHeaders, bucket: { header: 'x-resource' } },
      byPath({
        'GET /things': json({ data: [], has_more: false }, 200, resource('search', '9')),
        'GET /things/1': json({ id: '1' }, 200, resource('core', '9')),
        'POST /things': spent,
      }),
    );
    await vendor.list();
    await vendor.get('1');
    await vendor.create();
    expect(await gatewayErrorOf(vendor.get('1'))).toMatchObject({ retryAfterSeconds: 3000, othersMaySucceed: true });
    await vendor.list();
    expect(vendor.received).toHaveLength(4);
  });

  it('of paths that stand apart leaves the others alone', async () => {
    const vendor = await limitedBy({ bucket: { apart: ['/search'] } }, byPath({ 'GET /things/search': tooMany }));
    await gatewayErrorOf(vendor.search());
    await vendor.get('1');
    vendor.response(tooMany);
    await gatewayErrorOf(vendor.get('1'));
    expect(await gatewayErrorOf(vendor.create())).toMatchObject({ code: 'upstream_rate_limited' });
    expect(vendor.received).toHaveLength(3);
  });

  it('is by default that of the whole connection', async () => {
    const vendor = await limitedBy({}, byPath({ 'GET /things/1': tooMany }));
    expect(await gatewayErrorOf(vendor.get('1'))).toMatchObject({ othersMaySucceed: false });
    await gatewayErrorOf(vendor.create());
    expect(vendor.received).toHaveLength(1);
  });
});

describe('a rejection without a time', () => {
  it('is followed by one request after 10 s, 20 s, 40 s and so on, up to 15 minutes', async () => {
    const vendor = await limitedBy({}, tooMany);
    const reported: (number | undefined)[] = [];
    for (let rejections = 0; rejections < 9; rejections++) {
      const { retryAfterSeconds = 0 } = await gatewayErrorOf(vendor.get('1'));
      reported.push(retryAfterSeconds);
      expect((await gatewayErrorOf(vendor.get('1'))).retryAfterSeconds).toBe(retryAfterSeconds);
      vi.advanceTimersByTime(retryAfterSeconds * 1000);
    }
    expect(reported).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900]);
    expect(vendor.received).toHaveLength(9);
  });

  it('waits as long at first as the connector declares', async () => {
    const vendor = await limitedBy({ firstWait: 60 }, tooMany);
    expect((await gatewayErrorOf(vendor.get('1'))).retryAfterSeconds).toBe(60);
  });

  it('begins anew after a success', async () => {
    const vendor = await limitedBy({}, inTurn(tooMany, tooMany, thing, tooMany));
    await gatewayErrorOf(vendor.get('1'));
    vi.advanceTimersByTime(10_000);
    await gatewayErrorOf(vendor.get('1'));
    vi.advanceTimersByTime(20_000);
    await vendor.get('1');
    expect((await gatewayErrorOf(vendor.get('1'))).retryAfterSeconds).toBe(10);
  });

  it('of requests that were sent at the same time counts once', async () => {
    const vendor = await limitedBy({}, tooMany);
    const errors = await Promise.all(['1', '2', '3', '4'].map((id) => gatewayErrorOf(vendor.get(id))));
    expect(errors.map(({ retryAfterSeconds }) => retryAfterSeconds)).toEqual([10, 10, 10, 10]);
    vi.advanceTimersByTime(10_000);
    expect((await gatewayErrorOf(vendor.get('1'))).retryAfterSeconds).toBe(20);
  });

  it('lets a single request try whether the limit has ended', async () => {
    const vendor = await limitedBy({}, tooMany);
    await gatewayErrorOf(vendor.get('1'));
    vi.advanceTimersByTime(10_000);
    await Promise.all(Array.from({ length: 8 }, () => gatewayErrorOf(vendor.get('1'))));
    expect(vendor.received).toHaveLength(2);
  });
});
