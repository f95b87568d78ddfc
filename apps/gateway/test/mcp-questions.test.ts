import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectClient } from './mcp-client.ts';
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
  const reply = { jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: {} } };
  const send = (token: string, body: object) => gateway.send('POST', '/mcp', { body, token, headers });
  const other = await gateway.tokenWith({});
  expect((await send(other, reply)).status).toBe(400);
  expect((await send(gateway.token, { ...reply, id: 0 })).status).toBe(400);
  expect((await send(gateway.token, reply)).status).toBe(202);
  expect((await send(gateway.token, reply)).status).toBe(400);
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
    const reply = { jsonrpc: '2.0', id, result: { action: 'accept', content: {} } };
    await expect
      .poll(async () => (await gateway.send('POST', '/mcp', { body: reply, headers: accept })).status)
      .toBe(400);
  });
  expect(sent).toEqual([]);
});
