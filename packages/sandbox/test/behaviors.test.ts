import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Behavior,
  type BehaviorOptions,
  type RunningSandbox,
  startSandbox,
  unrulyBehaviors,
} from '../src/index.ts';
import { demoHeaders, sendAction } from './send-action.ts';
import { forge } from './toys/forge.ts';
import { toySandboxes } from './toys/sandboxes.ts';
import { shop } from './toys/shop.ts';

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox({ connectors: [shop, forge], sandboxes: toySandboxes });
});
beforeEach(() => running.sandbox.reset());
afterAll(() => running.stop());

const plan = (behavior: Behavior, options?: BehaviorOptions) =>
  running.sandbox.behaviors.next('shop', behavior, options);
const list = () => sendAction(running, shop, 'products', 'list', { limit: 50 });
const create = (headers: Record<string, string> = {}) =>
  sendAction(running, shop, 'products', 'create', { name: 'Faulty' }, headers);
const stored = async () => (await list()).rows.filter(({ name }) => name === 'Faulty').length;

describe('behaviors by code', () => {
  it('limit the rate, with a true Retry-After and an empty budget', async () => {
    plan({ kind: 'rate-limited', retryAfterSeconds: 7 }, { times: 2 });
    for (const _ of [1, 2]) {
      const { status, headers, body } = await list();
      expect(status).toBe(429);
      expect(headers.get('retry-after')).toBe('7');
      expect([headers.get('x-left'), headers.get('x-reset')]).toEqual(['0', '7']);
      expect(body.error.code).toBe('rate_limited');
    }
    expect((await list()).status).toBe(200);
  });

  it('fail before anything is done, or after it was', async () => {
    plan({ kind: 'failing-before' });
    expect((await create()).status).toBe(500);
    expect(await stored()).toBe(0);
    plan({ kind: 'failing-after' });
    const failed = await create();
    expect(failed.status).toBe(500);
    expect(failed.body.error.message).toBe('Something went wrong.');
    expect(await stored()).toBe(1);
  });

  it('lose a response that an idempotency key brings back', async () => {
    plan({ kind: 'failing-after' });
    const key = { 'idempotency-key': 'lost' };
    expect((await create(key)).status).toBe(500);
    expect((await create(key)).status).toBe(200);
    expect(await stored()).toBe(1);
  });

  it('delay the response', async () => {
    plan({ kind: 'slow', milliseconds: 300 });
    const start = performance.now();
    expect((await list()).status).toBe(200);
    // Timers may fire a little early; the point is that it waited at all.
    expect(performance.now() - start).toBeGreaterThan(250);
  });

  it('wait no longer than their caller', async () => {
    plan({ kind: 'slow', milliseconds: 600_000 });
    const url = `${running.origin}/shop/api/v2/products.json`;
    await expect(fetch(url, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
    expect((await list()).status).toBe(200);
  });

  it.each(['content-length', 'chunked'] as const)('cut the body short (%s)', async (framing) => {
    plan({ kind: 'truncated-body', framing });
    const response = await fetch(`${running.origin}/shop/api/v2/products.json`, {
      headers: await demoHeaders(running, shop),
    });
    expect(response.status).toBe(200);
    expect(response.headers.has('content-length')).toBe(framing === 'content-length');
    await expect(response.text()).rejects.toThrow();
    expect((await list()).rows).toHaveLength(25);
  });

  it('break JSON, content type and connection', async () => {
    plan({ kind: 'invalid-json' });
    const broken = await list();
    expect([broken.status, broken.body]).toEqual([200, undefined]);
    expect(broken.text.length).toBeGreaterThan(100);
    plan({ kind: 'wrong-content-type' });
    const html = await list();
    expect(html.headers.get('content-type')).toMatch(/^text\/html/);
    expect(html.text).toMatch(/^<!doctype html>/);
    plan({ kind: 'connection-reset' });
    await expect(list()).rejects.toThrow();
    expect((await list()).status).toBe(200);
  });

  it('happen in the order they were planned, to the calls they are for', async () => {
    plan({ kind: 'failing-before' }, { match: { entity: 'products', action: 'create' } });
    plan({ kind: 'rate-limited' }, { match: { method: 'get', path: '/api/v2/orders' } });
    running.sandbox.behaviors.next(
      'forge',
      { kind: 'failing-before' },
      { match: { entity: 'tasks', action: 'api_search' } },
    );
    expect((await list()).status).toBe(200);
    expect((await create()).status).toBe(500);
    expect((await create()).status).toBe(200);
    expect((await sendAction(running, shop, 'orders', 'list')).status).toBe(429);
    expect((await sendAction(running, forge, 'projects', 'api_search', { query: 'project' })).status).toBe(200);
    expect((await sendAction(running, forge, 'tasks', 'api_search', { query: 'Task' })).status).toBe(500);
  });

  it('refuse what they cannot do', () => {
    expect(() => running.sandbox.behaviors.next('other', { kind: 'failing-before' })).toThrow(/no connector other/);
    expect(() => plan({ kind: 'failing-before' }, { times: 0 })).toThrow(RangeError);
  });
});

describe('behaviors by HTTP', () => {
  const send = (method: string, id: string, body?: unknown) =>
    fetch(`${running.origin}/_behaviors/${id}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });

  it.each(Object.keys(unrulyBehaviors))('can be %s', async (kind) => {
    expect((await send('POST', 'shop', { kind })).status).toBe(204);
  });

  it('can be planned and forgotten', async () => {
    expect((await send('POST', 'shop', { kind: 'rate-limited', retryAfterSeconds: 3, times: 5 })).status).toBe(204);
    const limited = await list();
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await send('DELETE', 'shop')).status).toBe(204);
    expect((await list()).status).toBe(200);
  });

  it('say what is wrong with them', async () => {
    const message = async (id: string, body: unknown) => {
      const response = await send('POST', id, body);
      expect(response.status).toBe(400);
      return ((await response.json()) as { message: string }).message;
    };
    expect(await message('shop', { kind: 'meteor' })).toMatch(/"kind" must be one of rate-limited, /);
    expect(await message('shop', { kind: 'slow' })).toMatch(/"milliseconds" must be a whole number/);
    expect(await message('shop', { kind: 'slow', milliseconds: 1, match: { entity: 1 } })).toMatch(/"match"/);
    expect(await message('other', { kind: 'failing-before' })).toMatch(/no connector other/);
    expect((await send('GET', 'shop')).status).toBe(405);
  });
});
