import { expect, it } from 'vitest';
import { createClient } from './create-client.ts';

const url = 'http://gateway.example';
const token = 'cty_token';

/** A client whose gateway responds as the test says. */
const responding = (response: (request: Request) => Response | Promise<Response>) =>
  createClient({ url, token, fetch: async (request) => response(request) });

const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init });

const page = (ids: number[], next: object | null) =>
  json({ data: ids.map((id) => ({ id })), meta: { next_params: next } });

it('sends what it is told, with the token, and no member that was left out', async () => {
  const sent: Request[] = [];
  const client = responding((request) => {
    sent.push(request.clone());
    return page([], null);
  });
  const ledger = client.connector('id/1', 'ledger');
  await ledger.execute('deals', 'list');
  await ledger.execute('deals', 'list', { a: 1 }, { exclude_fields: ['b'], intent: 'why', idempotency_key: 'k' });
  expect(sent[0]?.url).toBe(`${url}/api/v1/integrations/connectors/id%2F1/execute`);
  expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${token}`);
  expect(await sent[0]?.json()).toEqual({ entity: 'deals', action: 'list' });
  expect(sent[1]?.headers.get('idempotency-key')).toBe('k');
  expect(await sent[1]?.json()).toEqual({
    entity: 'deals',
    action: 'list',
    params: { a: 1 },
    exclude_fields: ['b'],
    intent: 'why',
  });
});

it('sends no token where the browser sends a session', async () => {
  const sent: Request[] = [];
  const client = createClient({
    url,
    token: null,
    fetch: async (request) => {
      sent.push(request);
      return json({ kind: 'admin', token: null, workspace: null, rights: '' });
    },
  });
  await client.whoami();
  expect(sent[0]?.headers.has('authorization')).toBe(false);
});

it('merges next_params into params until they are null', async () => {
  const asked: unknown[] = [];
  const client = responding(async (request) => {
    const { params } = (await request.json()) as { params: { after?: number } };
    asked.push(params);
    return params.after === undefined ? page([1, 2], { after: 2 }) : page([3], null);
  });
  const found = await Array.fromAsync(client.connector('id', 'ledger').records('deals', 'list', { limit: 2 }));
  expect(found).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  expect(asked).toEqual([{ limit: 2 }, { limit: 2, after: 2 }]);
});

it('does not follow a page that names itself', async () => {
  const client = responding(() => page([1], { after: 1 }));
  const records = client.connector('id', 'ledger').records('deals', 'list');
  await expect(Array.fromAsync(records)).rejects.toMatchObject({ code: 'upstream_unavailable' });
});

it('says when nothing responds, or something that is no gateway', async () => {
  const html = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
  const responses = [
    () => Promise.reject(new TypeError('fetch failed')),
    html,
    () => new Response('Bad gateway', { status: 502 }),
    () => new Response('', { headers: { 'content-type': 'application/json', 'content-length': '0' } }),
    () => new Response('not JSON', { headers: { 'content-type': 'application/json' } }),
    () => new Response('{', { status: 404, headers: { 'content-type': 'application/problem+json' } }),
  ];
  for (const response of responses) {
    const call = responding(response).connectors.get('stripe');
    await expect(call).rejects.toMatchObject({ name: 'ConnectoryError', code: 'gateway_unreachable', status: 0 });
  }
});

it('has the problem and when to retry', async () => {
  const problem = { status: 429, code: 'rate_limited', message: 'Too many calls.', retryable: true };
  const headers = { 'content-type': 'application/problem+json; charset=utf-8', 'retry-after': '7' };
  const client = responding(() => json(problem, { status: 429, headers }));
  await expect(client.connectors.get('stripe')).rejects.toMatchObject({
    message: 'Too many calls.',
    problem,
    retryable: true,
    retryAfterSeconds: 7,
  });
});

it('ends with the reason of the signal', async () => {
  const client = responding((request) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    request.signal.addEventListener('abort', () => reject(request.signal.reason));
    return promise;
  });
  const reason = new Error('Enough.');
  const controller = new AbortController();
  const call = client.connector('id', 'ledger').execute('deals', 'list', {}, { signal: controller.signal });
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
});

it('refuses what cannot be a URL or a token, and does not repeat the token', () => {
  expect(() => createClient({ url: 'localhost:8080', token })).toThrow(TypeError);
  expect(() => createClient({ url: '', token })).toThrow(TypeError);
  expect(() => createClient({ url, token: 'secret\nvalue' })).toThrow(/^(?!.*secret)/);
});
