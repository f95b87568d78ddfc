import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClient, newestRevision } from './mcp-client.ts';
import { type Response, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});
afterAll(() => gateway.stop());

const create = { connection: 'ledger', entity: 'customers', action: 'create', params: { name: 'Grace Hopper' } };
const protocol = 'io.modelcontextprotocol/';

describe.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', newestRevision])(
  'a client of revision %s',
  (revision) => {
    it('lists the tools, calls them, and asks its user before a write', async () => {
      const questions: string[] = [];
      const client = await connectClient(gateway, {
        revision,
        response: (message) => {
          questions.push(message);
          return { action: questions.length === 1 ? 'accept' : 'decline', content: {} };
        },
      });
      expect(client.client.getNegotiatedProtocolVersion()).toBe(revision);
      expect(await client.toolNames()).toContain('run_write');
      expect((await client.call('list_connections', {})).isError).toBe(false);
      const { text, isError } = await client.call('run_write', create);
      expect(isError, text).toBe(false);
      expect(JSON.parse(text).data).toMatchObject({ name: 'Grace Hopper' });
      expect(JSON.parse((await client.call('run_write', create)).text)).toMatchObject({ code: 'declined' });
      expect(questions).toEqual([expect.stringContaining('Write: Create a customer'), questions[0]]);
      await client.close();
    });

    it('whose token was revoked is refused', async () => {
      const text = await gateway.tokenWith({});
      const client = await connectClient(gateway, { revision, token: text });
      const { json } = await gateway.send('GET', '/api/v1/whoami', { token: text });
      const path = `/api/v1/workspaces/test/tokens/${json.token.id}`;
      expect((await gateway.send('DELETE', path)).status).toBe(200);
      await expect(client.call('list_connections', {})).rejects.toThrow();
      await client.close();
    });
  },
);

/** Sends one message of the newest revision, as a client without a library. */
function sendMessage(
  method: string,
  params: object = {},
  { token = gateway.token, capabilities = { elicitation: { form: {} } }, headers = {} }: MessageOptions = {},
): Promise<Response> {
  const _meta = {
    [`${protocol}protocolVersion`]: newestRevision,
    [`${protocol}clientInfo`]: { name: 'suite', version: '1' },
    [`${protocol}clientCapabilities`]: capabilities,
  };
  const name = 'name' in params ? { 'mcp-name': String(params.name) } : {};
  return gateway.send('POST', '/mcp', {
    token,
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': newestRevision,
      'mcp-method': method,
      ...name,
      ...headers,
    },
  });
}

interface MessageOptions {
  readonly token?: string;
  readonly capabilities?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const write = (more: object = {}, options?: MessageOptions) =>
  sendMessage('tools/call', { name: 'run_write', arguments: create, ...more }, options);
const accepted = { confirmation: { action: 'accept', content: {} } };

async function openQuestion(): Promise<string> {
  const { json } = await write();
  expect(json.result).toMatchObject({
    resultType: 'input_required',
    inputRequests: { confirmation: { method: 'elicitation/create', params: { mode: 'form' } } },
  });
  return json.result.requestState;
}

const problemOf = ({ json }: Response) => JSON.parse(json.result.content[0].text);

describe('the newest revision', () => {
  it('says what there is without a session', async () => {
    const { status, json, headers } = await sendMessage('server/discover');
    expect(status).toBe(200);
    expect(json.result).toMatchObject({
      supportedVersions: expect.arrayContaining([newestRevision]),
      capabilities: { tools: {} },
    });
    expect(headers).not.toHaveProperty('mcp-session-id');
  });

  it('refuses a request whose headers differ from its body, an unknown method, and subscriptions', async () => {
    const differing = await sendMessage('tools/list', {}, { headers: { 'mcp-method': 'tools/call' } });
    expect([differing.status, differing.json.error.code]).toEqual([400, -32_020]);
    const unknown = await sendMessage('tools/lst');
    expect([unknown.status, unknown.json.error.code]).toEqual([404, -32_601]);
    const subscribed = await sendMessage('subscriptions/listen', { notifications: { toolsListChanged: true } });
    expect(subscribed.json.error).toMatchObject({ code: -32_603 });
    const other = await sendMessage('tools/list', {}, { headers: { 'mcp-protocol-version': '2030-01-01' } });
    expect(other.status).toBe(400);
  });

  it('runs a write without a question for a client that cannot ask', async () => {
    const { json } = await write({}, { capabilities: {} });
    expect(json.result.content[0].text).toContain('Grace Hopper');
  });
});

describe('a reply to a question', () => {
  it('counts once, however often it is sent at the same time', async () => {
    const requestState = await openQuestion();
    const sent = await gateway.arrivalsDuring(async () => {
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => write({ requestState, inputResponses: accepted })),
      );
      const failed = replies.filter(({ json }) => json.result.isError === true);
      expect(failed).toHaveLength(7);
      for (const one of failed)
        expect(problemOf(one)).toMatchObject({ code: 'declined', message: expect.stringContaining('used before') });
    });
    expect(sent).toHaveLength(1);
  });

  it('does not count from another token, for other arguments, or with a changed state', async () => {
    const requestState = await openQuestion();
    const reply = { requestState, inputResponses: accepted };
    const sent = await gateway.arrivalsDuring(async () => {
      const refused = [
        await write(reply, { token: await gateway.tokenWith({}) }),
        await write({ ...reply, arguments: { ...create, params: { name: 'Grace Hoppe' } } }),
        await write({ ...reply, arguments: { ...create, intent: 'other' } }),
        await write({ ...reply, requestState: `${requestState.slice(0, -4)}AAAA` }),
        await write({ ...reply, requestState: 'made up' }),
      ];
      for (const one of refused) expect(problemOf(one)).toMatchObject({ code: 'declined' });
    });
    expect(sent).toEqual([]);
    expect((await write(reply)).json.result.content[0].text).toContain('Grace Hopper');
  });

  it('that is no yes sends nothing, and cannot be changed to one', async () => {
    const requestState = await openQuestion();
    const sent = await gateway.arrivalsDuring(async () => {
      const declined = await write({ requestState, inputResponses: { confirmation: { action: 'decline' } } });
      expect(problemOf(declined)).toMatchObject({ code: 'declined' });
      expect(problemOf(await write({ requestState, inputResponses: accepted }))).toMatchObject({ code: 'declined' });
    });
    expect(sent).toEqual([]);
  });

  it('without the state of a question, or without a decision, opens a new question', async () => {
    const requestState = await openQuestion();
    for (const reply of [
      { inputResponses: accepted },
      { requestState },
      { requestState, inputResponses: { confirmation: { action: 'ok' } } },
    ])
      expect((await write(reply)).json.result).toMatchObject({ resultType: 'input_required' });
  });
});
