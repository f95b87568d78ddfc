import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts';
import { executePath, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let upstream: RawUpstream;
let connection: string;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

beforeEach(async () => {
  upstream = await startRawUpstream();
  const settings = { base_url: upstream.origin };
  connection = await gateway.connect('ledger', `scripted ${randomUUID()}`, { settings, check: false });
  return () => upstream.stop();
});

afterAll(() => gateway.stop());

/** Sends a byte now and then, and never ends. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}

/** Calls execute and hangs up as soon as `hangUp` resolves. */
async function callAndGo(body: object, hangUp: Promise<unknown>, headers: object = {}): Promise<void> {
  const caller = new AbortController();
  const running = request(gateway.url + executePath(connection), {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: caller.signal,
  }).then(({ body: reply }) => reply.dump());
  await hangUp;
  caller.abort();
  await running.catch(() => undefined);
}

async function lastAudit(): Promise<{ outcome: number | null; error_code: string | null }> {
  const path = `/api/v1/workspaces/test/audit?limit=1&connection_id=${connection}`;
  const { json } = await gateway.send('GET', path);
  return json.data[0] ?? { outcome: null, error_code: null };
}

/** How many calls of the connection have succeeded. */
async function responded(): Promise<number> {
  const path = `/api/v1/workspaces/test/audit?limit=100&connection_id=${connection}`;
  const { json } = await gateway.send('GET', path);
  return json.data.filter(({ outcome }: { outcome: number | null }) => outcome === 200).length;
}

const list = { entity: 'customers', action: 'list' };
const create = { entity: 'customers', action: 'create', params: { name: 'Ada' } };

describe('a caller who hangs up', () => {
  it.each([
    ['a read', {}],
    ['a stream of records', { accept: 'application/x-ndjson' }],
  ])('ends the upstream call of %s', async (_name, headers) => {
    const arrived = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    upstream.response((_request, response) => {
      response.on('close', closed.resolve);
      drip(response);
      arrived.resolve();
    });
    await callAndGo(list, arrived.promise, headers);
    await closed.promise;
    await vi.waitFor(async () => expect(await lastAudit()).toMatchObject({ error_code: 'request_timeout' }));
    const shown = await gateway.send('GET', `/api/v1/workspaces/test/connections/${connection}`);
    expect(shown.json.state).toBe('active');
  });

  it('leaves a write to its response, which a repeat with its key gets', async () => {
    const arrived = Promise.withResolvers<ServerResponse>();
    upstream.response((_request, response) => arrived.resolve(response));
    const key = { 'idempotency-key': randomUUID() };
    await callAndGo(create, arrived.promise, key);
    (await arrived.promise).setHeader('content-type', 'application/json').end('{"id":"cus_1"}');
    await vi.waitFor(async () => expect(await lastAudit()).toMatchObject({ outcome: 200 }));
    const repeated = await gateway.execute(connection, create, { headers: key });
    expect(repeated.json).toMatchObject({ data: { id: 'cus_1' }, meta: { idempotent_replay: true } });
    expect(upstream.count).toBe(1);
  });
});

it('gives back what calls hold that wait for an earlier response of a connection that closes', async () => {
  const held = Promise.withResolvers<ServerResponse>();
  upstream.response((_request, response) => {
    if (upstream.count === 1) held.resolve(response);
    else response.setHeader('content-type', 'application/json').end('{"has_more":false,"data":[{"id":"cus_1"}]}');
  });
  const textOf = (call: object) => {
    const body = JSON.stringify(call);
    return [
      `POST ${executePath(connection)} HTTP/1.1`,
      'host: gateway',
      `authorization: Bearer ${gateway.token}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  };
  const inUse = async () => {
    const { text } = await gateway.send('GET', '/metrics', { token: null });
    return ['running_calls', 'response_bytes'].map((name) =>
      Number(new RegExp(`^connectory_${name}_in_use (\\d+)$`, 'm').exec(text)?.[1]),
    );
  };
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(textOf(create));
  const first = await held.promise;
  socket.write(textOf(list).repeat(20));
  // Their answers are there, and wait for the first one.
  await vi.waitFor(async () => expect(await responded()).toBe(20));
  expect((await inUse())[0]).toBe(21);
  socket.destroy();
  // The write goes on to its response.
  await vi.waitFor(async () => expect(await inUse()).toEqual([1, 0]));
  first.setHeader('content-type', 'application/json').end('{"id":"cus_1"}');
  await vi.waitFor(async () => expect(await responded()).toBe(21));
  await vi.waitFor(async () => expect(await inUse()).toEqual([0, 0]));
});

describe('the limits of a connection', () => {
  const limit = (limits: object) =>
    gateway.send('PATCH', `/api/v1/workspaces/test/connections/${connection}`, { body: { limits, check: false } });

  it('end a call at its deadline', async () => {
    upstream.response((_request, response) => drip(response));
    expect((await limit({ deadline_seconds: 1 })).status).toBe(200);
    expectProblem(await gateway.execute(connection, list), 'upstream_timeout');
    const write = await gateway.execute(connection, create);
    expectProblem(write, 'upstream_timeout');
    expect(write.json).toMatchObject({ outcome: 'unknown', retryable: false });
  });

  it('bound a response', async () => {
    const data = [{ id: 'cus_1', filler: 'x'.repeat(2 * 1024 * 1024) }];
    upstream.response((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ has_more: false, data }));
    });
    expect((await gateway.execute(connection, list)).json.data).toEqual(data);
    expect((await limit({ response_bytes: 1024 * 1024 })).status).toBe(200);
    const refused = await gateway.execute(connection, list);
    expectProblem(refused, 'upstream_unavailable');
    expect(refused.json.detail).toContain('limits.response_bytes');
  });
});
