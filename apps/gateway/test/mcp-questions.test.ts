import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClient } from './mcp-client.ts';
import { startRawUpstream } from './raw-upstream.ts';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});
afterAll(() => gateway.stop());

const create = { connection: 'ledger', entity: 'customers', action: 'create', params: { name: 'Grace Hopper' } };
const accept = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

it('asks the person before a write, and carries out what they agree to', async () => {
  const questions: string[] = [];
  const client = await connectClient(gateway, {
    response: (message) => {
      questions.push(message);
      return { action: 'accept', content: {} };
    },
  });
  const { text, isError } = await client.call('run_write', { ...create, intent: 'a\u202e test' });
  expect(isError, text).toBe(false);
  expect(JSON.parse(text).data).toMatchObject({ name: 'Grace Hopper' });
  expect(questions).toHaveLength(1);
  expect(questions[0]).toContain('Write: Create a customer');
  expect(questions[0]).toContain('Grace Hopper');
  expect(questions[0]).toMatch(/Request: POST http/);
  expect(questions[0]).toContain('Intent: a\\u{202e} test');
  await client.call('run_write', { ...create, dry_run: true });
  await client.call('run_read', { ...create, action: 'list', params: {} });
  expect(questions).toHaveLength(1);
  await client.close();
});

it('asks once before many writes, and says how many they are', async () => {
  const questions: string[] = [];
  const client = await connectClient(gateway, {
    response: (message) => {
      questions.push(message);
      return { action: 'accept', content: {} };
    },
  });
  const { params: _, ...create40 } = create;
  const list = Array.from({ length: 40 }, (_one, index) => ({ name: `Person ${index}` }));
  const sent = await gateway.arrivalsDuring(async () => {
    const { text, isError } = await client.call('run_write', { ...create40, params_list: list });
    expect(isError, text).toBe(false);
    expect(JSON.parse(text).meta).toEqual({ succeeded: 40, failed: 0, unknown: 0, not_run: 0 });
  });
  expect(sent).toHaveLength(40);
  expect(questions).toHaveLength(1);
  expect(questions[0]).toContain('Write: Create a customer, 40 times');
  expect(questions[0]).toContain('Person 0');
  expect(questions[0]?.match(/Request: POST/g)).toHaveLength(5);
  expect(questions[0]).toContain('and 35 more requests');
  const wrong = await client.call('run_write', { ...create40, params_list: [...list, { nme: 'Ada' }] });
  expect(JSON.parse(wrong.text)).toMatchObject({ code: 'invalid_params', errors: [{ field: '/calls/40/params/nme' }] });
  expect(questions).toHaveLength(1);
  await client.close();
});

it.each(['decline', 'cancel'] as const)('sends nothing when the person says %s', async (action) => {
  const client = await connectClient(gateway, { response: () => ({ action }) });
  const sent = await gateway.arrivalsDuring(async () => {
    const { text, isError } = await client.call('run_write', create);
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ code: 'declined', message: expect.stringContaining('Nothing was sent') });
  });
  expect(sent).toEqual([]);
  await client.close();
});

it('does not ask about a call that could not be sent', async () => {
  const client = await connectClient(gateway, {
    response: () => {
      throw new Error('nobody is to be asked');
    },
  });
  const { text } = await client.call('run_write', { ...create, params: { nme: 'Ada' } });
  expect(JSON.parse(text)).toMatchObject({ code: 'invalid_params' });
  await client.close();
});

it('takes a response from nobody but the token that was asked', async () => {
  const headers = { ...accept, 'mcp-session-id': 'asks-1' };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'run_write', arguments: create } };
  const response = await fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${gateway.token}` },
    body: JSON.stringify(call),
  });
  const events = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const question = JSON.parse(((await events?.read())?.value ?? '').split('data: ')[1] ?? '');
  expect(question).toMatchObject({ method: 'elicitation/create', id: expect.stringMatching(/^[\w-]{36}$/) });
  const returned = { jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: {} } };
  const send = (token: string, body: object) => gateway.send('POST', '/mcp', { body, token, headers });
  const other = await gateway.tokenWith({});
  expect((await send(other, returned)).status).toBe(400);
  expect((await send(gateway.token, { ...returned, id: 0 })).status).toBe(400);
  expect((await send(gateway.token, returned)).status).toBe(202);
  expect((await send(gateway.token, returned)).status).toBe(400);
  const last = (await events?.read())?.value ?? '';
  expect(JSON.parse(last.split('data: ')[1] ?? '').result.content[0].text).toContain('Grace Hopper');
});

it('forgets the question of a client that has gone', async () => {
  const gone = new AbortController();
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'run_write', arguments: create } };
  const headers = { ...accept, 'mcp-session-id': 'asks-1', authorization: `Bearer ${gateway.token}` };
  const sent = await gateway.arrivalsDuring(async () => {
    const body = JSON.stringify(call);
    const response = await fetch(`${gateway.url}/mcp`, { method: 'POST', headers, body, signal: gone.signal });
    const events = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const { id } = JSON.parse(((await events?.read())?.value ?? '').split('data: ')[1] ?? '');
    gone.abort();
    const returned = { jsonrpc: '2.0', id, result: { action: 'accept', content: {} } };
    await expect
      .poll(async () => (await gateway.send('POST', '/mcp', { body: returned, headers: accept })).status)
      .toBe(400);
  });
  expect(sent).toEqual([]);
});

/** Calls a tool like a client without a library; `reader` gives the events of the response. */
async function callRaw(id: unknown, tool: string, input: object, session = 'asks-1', token = gateway.token) {
  const response = await fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: { ...accept, 'mcp-session-id': session, authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: input } }),
  });
  return { response, reader: response.body?.pipeThrough(new TextDecoderStream()).getReader() };
}

const eventOf = (read: { readonly value?: string | undefined } | undefined) =>
  JSON.parse((read?.value ?? '').split('data: ')[1] ?? '');

const cancel = (requestId: unknown, session = 'asks-1', token = gateway.token) =>
  gateway.send('POST', '/mcp', {
    body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } },
    headers: { ...accept, 'mcp-session-id': session },
    token,
  });

const runningCalls = async () => {
  const { text } = await gateway.send('GET', '/metrics', { token: null });
  return Number(/^connectory_running_calls_in_use (\d+)$/m.exec(text)?.[1]);
};

describe('a cancelled call', () => {
  it('sends nothing, even if the person accepts afterwards', async () => {
    const gone = new AbortController();
    const accepted = Promise.withResolvers<void>();
    const client = await connectClient(gateway, {
      response: async (_message, withdrawn) => {
        const isWithdrawn = once(withdrawn, 'abort');
        gone.abort();
        await isWithdrawn;
        accepted.resolve();
        return { action: 'accept', content: {} };
      },
    });
    const sent = await gateway.arrivalsDuring(async () => {
      const call = { name: 'run_write', arguments: create };
      await expect(client.client.callTool(call, { signal: gone.signal })).rejects.toThrow();
      await accepted.promise;
      await expect.poll(runningCalls).toBe(0);
    });
    expect(sent).toEqual([]);
    await client.close();
  });

  it.each([0, 7, 'seven'])('with the ID %j has no result, and its question can no longer be answered', async (id) => {
    const { reader } = await callRaw(id, 'run_write', create);
    const question = eventOf(await reader?.read());
    expect((await cancel(id)).status).toBe(202);
    expect(eventOf(await reader?.read())).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: question.id },
    });
    expect((await reader?.read())?.done).toBe(true);
    const reply = { jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: {} } };
    expect((await gateway.send('POST', '/mcp', { body: reply, headers: accept })).status).toBe(400);
  });

  it('is one of the same token and session', async () => {
    const { reader } = await callRaw(8, 'run_write', create);
    const { id } = eventOf(await reader?.read());
    expect((await cancel(8, 'asks-1', await gateway.tokenWith({}))).status).toBe(202);
    expect((await cancel(8, 'asks-2')).status).toBe(202);
    expect((await cancel('8')).status).toBe(202);
    const reply = { jsonrpc: '2.0', id, result: { action: 'decline' } };
    expect((await gateway.send('POST', '/mcp', { body: reply, headers: accept })).status).toBe(202);
    expect(eventOf(await reader?.read()).result.content[0].text).toContain('declined');
  });

  it('of a client without a session ends none where two clients use the same ID', async () => {
    const client = await connectClient(gateway);
    expect(client.client.transport?.sessionId).toMatch(/^plain-/);
    await client.close();
    const upstream = await startRawUpstream();
    const waiting: ServerResponse[] = [];
    const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    upstream.response((_request, response) => arrived[waiting.push(response) - 1]?.resolve());
    const settings = { base_url: upstream.origin };
    const connection = await gateway.connect('ledger', 'shared', { settings, check: false });
    const list = { connection, entity: 'customers', action: 'list' };
    const calls = [callRaw(5, 'run_read', list, ''), callRaw(5, 'run_read', list, '')];
    await Promise.all(arrived.map(({ promise }) => promise));
    await cancel(5, '');
    for (const response of waiting) response.setHeader('content-type', 'application/json').end('{"data":[]}');
    expect((await Promise.all(calls)).map(({ response }) => response.status)).toEqual([200, 200]);
    await upstream.stop();
  });

  it('ends its upstream call', async () => {
    const upstream = await startRawUpstream();
    const arrived = Promise.withResolvers<ServerResponse>();
    upstream.response((_request, response) => arrived.resolve(response));
    const settings = { base_url: upstream.origin };
    const connection = await gateway.connect('ledger', 'slow', { settings, check: false });
    const call = callRaw(9, 'run_read', { connection, entity: 'customers', action: 'list' }, 'plain-1');
    const closed = once(await arrived.promise, 'close');
    expect((await cancel(9, 'plain-1')).status).toBe(202);
    await closed;
    expect((await call).response.status).toBe(202);
    await expect.poll(runningCalls).toBe(0);
    await upstream.stop();
  });
});

it('takes a reply and a cancellation from a token at its limits', async () => {
  const token = await gateway.tokenWith({ calls_per_minute: 1 });
  const { reader } = await callRaw(1, 'run_write', create, 'asks-1', token);
  const { id } = eventOf(await reader?.read());
  expect((await cancel(2, 'asks-1', token)).status).toBe(202);
  const reply = { jsonrpc: '2.0', id, result: { action: 'accept', content: {} } };
  expect((await gateway.send('POST', '/mcp', { body: reply, token, headers: accept })).status).toBe(202);
  expect(eventOf(await reader?.read()).result.content[0].text).toContain('Grace Hopper');
});
