import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gatewayErrorOf, testCall, testClient, testConnection } from '../test/test-connector.ts';
import { inTurn, json, startTestUpstream } from '../test/test-upstream.ts';
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
