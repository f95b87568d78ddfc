import type { LimitRules } from '@connectory/connector-sdk/engine';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gatewayErrorOf, testCall, testClient, testConnection, testConnector } from '../test/test-connector.ts';
import { json, type Response, startTestUpstream } from '../test/test-upstream.ts';

const page = json({ data: [], has_more: false });
const thing = json({ id: '1' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Reads of the copy and live calls of a connection to a vendor with these limits; time passes only while the client waits. */
async function limitedBy(limits: LimitRules, { share, response }: { share?: number; response?: Response } = {}) {
  const upstream = await startTestUpstream(
    response ?? ((request, sent) => (request.url.startsWith('/things/') ? thing : page)(request, sent)),
  );
  const connection = { ...testConnection(upstream.origin, { connector: testConnector({ limits }) }), syncShare: share };
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds);
    vi.advanceTimersByTime(milliseconds);
  };
  const client = testClient({ retry: { sleep } });
  const purpose = 'sync';
  return {
    ...upstream,
    waits,
    list: () => client.records(testCall(connection, 'things list', {}, { purpose })),
    get: () => client.record(testCall(connection, 'things get', { id: '1' }, { purpose })),
    live: () => client.records(testCall(connection, 'things list')),
    batch: () => client.records(testCall(connection, 'things list', {}, { purpose: 'batch' })),
  };
}

const repeat = async (times: number, work: () => Promise<unknown>) => {
  for (let count = 0; count < times; count += 1) await work();
};

it('calls of a batch wait for their share of a quota, which they have in common with reads of the copy', async () => {
  const { batch, list, live, received, waits } = await limitedBy({ quotas: [{ requests: 20, seconds: 60 }] });
  await repeat(4, list);
  await repeat(6, batch);
  expect(waits).toEqual([]);
  await live();
  expect(waits).toEqual([]);
  await batch();
  expect(waits).toEqual([60_000]);
  expect(received).toHaveLength(12);
});

describe('reads of the copy', () => {
  it('use at most half of a quota in its time', async () => {
    const { list, received, waits } = await limitedBy({ quotas: [{ requests: 20, seconds: 60 }] });
    await repeat(10, list);
    expect(waits).toEqual([]);
    const held = await gatewayErrorOf(list());
    expect(held).toMatchObject({ code: 'upstream_rate_limited', retryAfterSeconds: 60, othersMaySucceed: false });
    expect(held.message).toContain('their share of the requests that Thingsmith accepts');
    expect(received).toHaveLength(10);
    vi.advanceTimersByTime(60_000);
    await list();
    expect(received).toHaveLength(11);
  });

  it('never send more than their share in any time as long as that of the quota', async () => {
    const { list, received } = await limitedBy({ quotas: [{ requests: 20, seconds: 60 }] }, { share: 0.25 });
    const sentAt: number[] = [];
    for (let second = 0; second < 600; second += 7) {
      const before = received.length;
      await list().catch(() => undefined);
      if (received.length > before) sentAt.push(performance.now());
      vi.advanceTimersByTime(7000);
    }
    const inWindow = sentAt.map((start) => sentAt.filter((at) => at >= start && at < start + 60_000).length);
    expect(Math.max(...inWindow)).toBe(5);
    expect(sentAt.length).toBeGreaterThan(35);
  });

  it('wait for a moment instead of failing', async () => {
    const { list, received, waits } = await limitedBy({ quotas: [{ requests: 2, seconds: 1 }] });
    await repeat(3, list);
    expect(received).toHaveLength(3);
    expect(waits).toEqual([1000, 1000]);
  });

  it('send one request in a longer time if their share is less than one', async () => {
    const { list, received } = await limitedBy({ quotas: [{ requests: 1, seconds: 60 }] });
    await list();
    expect(await gatewayErrorOf(list())).toMatchObject({ retryAfterSeconds: 120 });
    vi.advanceTimersByTime(120_000);
    await list();
    expect(received).toHaveLength(2);
  });

  it('use all of a quota if their share is all of it', async () => {
    const { list, waits } = await limitedBy({ quotas: [{ requests: 20, seconds: 60 }] }, { share: 1 });
    await repeat(20, list);
    expect(waits).toEqual([]);
    expect((await gatewayErrorOf(list())).code).toBe('upstream_rate_limited');
  });

  it('are counted by the first quota of their route, and leave others alone', async () => {
    const { list, get, received } = await limitedBy({
      quotas: [
        { requests: 2, seconds: 60, routes: ['GET /things'] },
        { requests: 20, seconds: 60 },
      ],
    });
    await list();
    expect(await gatewayErrorOf(list())).toMatchObject({ retryAfterSeconds: 60, othersMaySucceed: true });
    await repeat(10, get);
    expect(received).toHaveLength(11);
  });

  it.each([
    ['apart', undefined, 4],
    ['together, if the quota is that of the account', true as const, 2],
  ])('of several routes are counted %s', async (_how, together, sent) => {
    const { list, get, received } = await limitedBy({
      bucket: 'route',
      quotas: [{ requests: 4, seconds: 60, ...(together && { together }) }],
    });
    for (const read of [list, list, get, get]) await read().catch(() => undefined);
    expect(received).toHaveLength(sent);
  });

  it('are not limited by a vendor that says nothing', async () => {
    const { list, waits } = await limitedBy({});
    await repeat(50, list);
    expect(waits).toEqual([]);
  });
});

describe('a live call', () => {
  it('does not wait for what reads of the copy have used, and takes nothing from them', async () => {
    const { list, live, received, waits } = await limitedBy({ quotas: [{ requests: 2, seconds: 60 }] });
    await live();
    await list();
    await gatewayErrorOf(list());
    await repeat(5, live);
    expect(received).toHaveLength(7);
    expect(waits).toEqual([]);
  });
});

describe('limit headers', () => {
  const headers = { limit: 'x-limit', remaining: 'x-remaining' } as const;
  const limits: LimitRules = { ...headers, reset: { header: 'x-reset', unit: 'seconds-from-now' } };
  const left = (remaining: number): Response =>
    json({ data: [], has_more: false }, 200, {
      'x-limit': '100',
      'x-remaining': String(remaining),
      'x-reset': '40',
    });

  it('with less than the rest hold back reads of the copy until the reset, and no live call', async () => {
    const { list, live, received } = await limitedBy(limits, { response: left(49) });
    await live();
    expect(await gatewayErrorOf(list())).toMatchObject({ code: 'upstream_rate_limited', retryAfterSeconds: 40 });
    await live();
    expect(received).toHaveLength(2);
    vi.advanceTimersByTime(40_000);
    await list();
    expect(received).toHaveLength(3);
  });

  it.each([
    [50, undefined],
    [5, 0.95],
    [0.5, 1],
  ])('with %d of 100 left hold back nothing at a share of %s', async (remaining, share) => {
    const { list, received } = await limitedBy(limits, { response: left(remaining), ...(share && { share }) });
    await repeat(2, list);
    expect(received).toHaveLength(2);
  });

  it('without a limit say nothing about the share', async () => {
    const { limit: _, ...without } = limits;
    const { list, received } = await limitedBy(without, { response: left(1) });
    await repeat(2, list);
    expect(received).toHaveLength(2);
  });
});
