import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gatewayErrorOf, testCall, testClient, testConnection } from '../test/test-connector.ts';
import { inTurn, json, refusedOrigin, reset, startTestUpstream } from '../test/test-upstream.ts';

const page = json({ data: [], has_more: false });
const down = json({}, 503);
const recovery = 10_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

const passTime = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

function singleAttempts(origin: string) {
  const client = testClient({ retry: { attempts: 1 }, circuitRecovery: recovery });
  const connection = testConnection(origin);
  return {
    list: () => client.records(testCall(connection, 'things list')),
    listOther: (other: string) => client.records(testCall(testConnection(other), 'things list')),
    get: (id: string) => client.record(testCall(connection, 'things get', { id })),
    create: () => client.record(testCall(connection, 'things create', { name: 'x' })),
  };
}

async function codesOf(times: number, work: () => Promise<unknown>): Promise<string[]> {
  const codes: string[] = [];
  for (let time = 0; time < times; time++) codes.push((await gatewayErrorOf(work())).code);
  return codes;
}

describe('the circuit of an upstream', () => {
  it.each([
    ['503', down],
    ['broken connections', reset],
  ])('opens after ten failures in a row: %s', async (_name, reply) => {
    const upstream = await startTestUpstream(reply);
    const { list, create } = singleAttempts(upstream.origin);
    expect(new Set(await codesOf(10, list))).toEqual(new Set(['upstream_unavailable']));
    const held = await gatewayErrorOf(list());
    expect(held).toMatchObject({ code: 'circuit_open', status: 503, retryable: true, retryAfterSeconds: 10 });
    expect(held.message).toContain('Nothing was sent');
    passTime(2500);
    expect(await gatewayErrorOf(create())).toMatchObject({
      code: 'circuit_open',
      retryAfterSeconds: 8,
      outcome: undefined,
    });
    expect(upstream.received).toHaveLength(10);
  });

  it('opens for an upstream that nothing responds at', async () => {
    const { list } = singleAttempts(await refusedOrigin());
    expect((await codesOf(11, list)).at(-1)).toBe('circuit_open');
  });

  it('stays closed while calls succeed in between, and for responses that are no failures', async () => {
    const upstream = await startTestUpstream(down);
    const { list } = singleAttempts(upstream.origin);
    await codesOf(9, list);
    upstream.response(page);
    await list();
    upstream.response(down);
    await codesOf(9, list);
    upstream.response(json({}, 422));
    expect(new Set(await codesOf(15, list))).toEqual(new Set(['upstream_rejected']));
  });

  it('stays closed for responses that are merely too large', async () => {
    const upstream = await startTestUpstream((_request, response) => response.end('x'.repeat(2000)));
    const client = testClient();
    const connection = testConnection(upstream.origin, { limits: { responseBytes: 1000 } });
    const codes = await codesOf(12, () => client.records(testCall(connection, 'things list')));
    expect(new Set(codes)).toEqual(new Set(['upstream_unavailable']));
    expect(upstream.received).toHaveLength(12);
  });

  it('does not hold back another upstream', async () => {
    const upstream = await startTestUpstream(down);
    const other = await startTestUpstream(page);
    const { list, listOther } = singleAttempts(upstream.origin);
    await codesOf(11, list);
    await listOther(other.origin);
    expect(other.received).toHaveLength(1);
  });

  it('lets one call through after a while, and closes when it succeeds', async () => {
    const upstream = await startTestUpstream(down);
    const { list } = singleAttempts(upstream.origin);
    await codesOf(11, list);
    upstream.response(page);
    passTime(recovery);
    await list();
    upstream.response(inTurn(down, page));
    expect(await codesOf(1, list)).toEqual(['upstream_unavailable']);
    await list();
    expect(upstream.received).toHaveLength(13);
  });

  it('opens again at once when that call fails, and tells the time anew', async () => {
    const upstream = await startTestUpstream(down);
    const { list } = singleAttempts(upstream.origin);
    await codesOf(11, list);
    passTime(recovery + 5000);
    expect(await codesOf(1, list)).toEqual(['upstream_unavailable']);
    expect(await gatewayErrorOf(list())).toMatchObject({ code: 'circuit_open', retryAfterSeconds: 10 });
    expect(upstream.received).toHaveLength(11);
  });

  it('does not hold back other routes because of one that responds with 500', async () => {
    const upstream = await startTestUpstream((request, response) =>
      (request.url === '/things' ? json({}, 500) : json({ id: '1' }))(request, response),
    );
    const { list, get } = singleAttempts(upstream.origin);
    await codesOf(10, list);
    expect(await gatewayErrorOf(list())).toMatchObject({
      code: 'circuit_open',
      othersMaySucceed: true,
      message: expect.stringContaining('for requests of this kind'),
    });
    await get('1');
    await get('2');
    expect(upstream.received).toHaveLength(12);
  });

  it('holds back all routes of an origin that responds with 503', async () => {
    const upstream = await startTestUpstream(down);
    const { list, get } = singleAttempts(upstream.origin);
    await codesOf(5, list);
    await codesOf(5, () => get('1'));
    expect(await gatewayErrorOf(list())).toMatchObject({ code: 'circuit_open', othersMaySucceed: false });
    expect(upstream.received).toHaveLength(10);
  });

  it('is another for slow responses of one route', async () => {
    const upstream = await startTestUpstream((request, response) => {
      if (request.url !== '/things') json({ id: '1' })(request, response);
    });
    const client = testClient({ retry: { attempts: 1 }, limits: { headersTimeout: 20 } });
    const connection = testConnection(upstream.origin);
    const codes = await codesOf(11, () => client.records(testCall(connection, 'things list')));
    expect(codes.at(-1)).toBe('circuit_open');
    await client.record(testCall(connection, 'things get', { id: '1' }));
  });

  it.each([500, 503])('is not opened for live calls by reads of the copy: %i', async (status) => {
    const upstream = await startTestUpstream(json({}, status));
    const client = testClient({ retry: { attempts: 1 } });
    const connection = testConnection(upstream.origin);
    const read = (purpose: 'live' | 'sync') => client.records(testCall(connection, 'things list', {}, { purpose }));
    expect((await codesOf(11, () => read('sync'))).at(-1)).toBe('circuit_open');
    expect(await codesOf(1, () => read('live'))).toEqual(['upstream_unavailable']);
  });

  it('lets only one of many calls try whether the upstream is back', async () => {
    const upstream = await startTestUpstream(down);
    const { list } = singleAttempts(upstream.origin);
    await codesOf(10, list);
    passTime(recovery);
    const errors = await Promise.all(Array.from({ length: 8 }, () => gatewayErrorOf(list())));
    expect(errors.filter(({ code }) => code === 'circuit_open')).toHaveLength(7);
    expect(upstream.received).toHaveLength(11);
  });
});
