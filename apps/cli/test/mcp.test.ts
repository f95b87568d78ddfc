import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminToken, program, type ServedGateway, startServedGateway } from './served-gateway.ts';

let gateway: ServedGateway;
let token = '';
const clients: Client[] = [];

beforeAll(async () => {
  gateway = await startServedGateway();
  await created('', { name: 'acme' });
  const { sandbox, origin } = gateway.upstreams;
  for (const connector of ['ledger', 'help-centre']) {
    const settings = {
      base_url: sandbox.baseUrl(origin, connector),
      ...(connector === 'help-centre' && { subdomain: 'acme' }),
    };
    await created('/acme/connections', { connector, credentials: sandbox.credentials(connector), settings });
  }
  token = (await created('/acme/tokens', { name: 'agent', policy: {} })).token;
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await gateway?.stop();
});

async function created(path: string, body: object) {
  const response = await fetch(`${gateway.url}/api/v1/workspaces${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.clone().text()).toBe(201);
  return response.json() as Promise<{ readonly token: string }>;
}

/** The official client, with `connectory mcp` as its server. */
async function connect(ownToken = token, url = gateway.url, reply?: (message: string) => 'accept' | 'decline') {
  const client = new Client(
    { name: 'suite', version: '1.0.0' },
    { capabilities: reply === undefined ? {} : { elicitation: { form: {} } } },
  );
  if (reply !== undefined)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({ action: reply(params.message) }));
  const env = { PATH: process.env.PATH ?? '', CONNECTORY_URL: url, CONNECTORY_TOKEN: ownToken };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env }));
  clients.push(client);
  const call = async (name: string, input: object) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...input } });
    const text = (content as readonly { readonly text: string }[])[0]?.text ?? '';
    return { text, isError: isError === true };
  };
  const result = async (name: string, input: object) => {
    const { text, isError } = await call(name, input);
    expect(isError, text).toBe(false);
    return JSON.parse(text.split('\n[')[0] ?? '');
  };
  return { client, call, result };
}

const customers = { connection: 'ledger', entity: 'customers' };

it('lists and runs every tool on a gateway of another process', async () => {
  const { client, call, result } = await connect();
  expect((await client.listTools()).tools).toHaveLength(12);
  const { data } = await result('find_actions', { query: 'list customers', limit: 2 });
  expect(data[0]).toMatchObject({ connector: 'ledger', entity: 'customers', connections: ['ledger'] });
  const described = await result('describe_action', { connector: 'ledger', entity: 'customers', action: 'create' });
  expect(described).toMatchObject({ effect: 'write' });
  const page = await result('run_read', { ...customers, action: 'list', params: { limit: 2 }, fields: ['id'] });
  expect(page).toMatchObject({ data: [{ id: expect.any(String) }, {}], meta: { next_params: {} } });
  const create = { ...customers, action: 'create', params: { name: 'Ada Marsh' } };
  expect((await result('run_write', { ...create, dry_run: true })).data.requests).toHaveLength(1);
  expect((await result('run_write', { ...create, idempotency_key: 'a' })).data.name).toBe('Ada Marsh');
  const { params: one, ...many } = create;
  const { meta, data: rows } = await result('run_write', { ...many, params_list: [one, one] });
  expect(meta).toMatchObject({ complete: true, succeeded: 2 });
  expect(rows).toMatchObject([
    { index: 0, data: { name: 'Ada Marsh' } },
    { index: 1, status: 'succeeded' },
  ]);
  await expect.poll(() => call('search_records', { ...customers, limit: 1 })).toMatchObject({ isError: false });
  const changes = await result('list_changes', { connection: 'ledger', entities: ['customers'], since: '1h' });
  expect(changes).toMatchObject({
    counts: { customers: { added: changes.data.length } },
    meta: { cursor: expect.any(String), has_more: false },
  });
  const params = { attachment_id: 17_463_839_000_002 };
  const piece = await call('read_file', {
    connection: 'help-centre',
    entity: 'attachments',
    params,
    max_characters: 1_000,
  });
  expect(piece.text).toMatch(/^\[Bytes 0 to 850 of \d+\. Continue with "offset": 850\.\]\nFile \d+, part 0\n/);
  const { data: connections } = await result('list_connections', {});
  expect(connections.map(({ name }: { name: string }) => name)).toEqual(['help-centre', 'ledger']);
});

it('says what is wrong, as the gateway said it', async () => {
  const { call } = await connect();
  const { text, isError } = await call('run_read', { ...customers, action: 'list', params: { limt: 1 } });
  expect(isError).toBe(true);
  expect(JSON.parse(text)).toMatchObject({
    code: 'invalid_params',
    errors: [{ did_you_mean: 'limit' }],
    params: { limit: expect.any(String) },
    request_id: expect.any(String),
  });
  const away = await connect(token, 'http://127.0.0.1:1');
  expect(JSON.parse((await away.call('list_connections', {})).text)).toMatchObject({ code: 'gateway_unreachable' });
  const unknown = await connect('cty_unknown');
  expect(JSON.parse((await unknown.call('list_connections', {})).text)).toMatchObject({ code: 'unauthenticated' });
});

it('has no tool for what the token may not do', async () => {
  const reader = await created('/acme/tokens', { name: 'reader', policy: { read_only: true, actions: ['list'] } });
  const { client } = await connect(reader.token);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'find_actions',
    'describe_action',
    'run_read',
    'list_connections',
    'connect_account',
  ]);
});

it('asks the person before a write', async () => {
  const questions: string[] = [];
  const { call } = await connect(token, gateway.url, (message) => {
    questions.push(message);
    return 'decline';
  });
  const { text } = await call('run_write', { ...customers, action: 'create', params: { name: 'Ada' } });
  expect(JSON.parse(text)).toMatchObject({ code: 'declined' });
  expect(questions).toEqual([expect.stringContaining('Write: Create a customer')]);
});

it('sends nothing of a call that is cancelled while the person is asked', async () => {
  const gone = new AbortController();
  const { client, call } = await connect(token, gateway.url, () => {
    gone.abort();
    return 'accept';
  });
  const write = { ...customers, action: 'create', params: { name: 'Withdrawn' } };
  const cancelled = client.callTool({ name: 'run_write', arguments: write }, { signal: gone.signal });
  await expect(cancelled).rejects.toThrow();
  // The server reads messages in their order, and a call after the cancellation has a result.
  await call('list_connections', {});
  const { requests } = gateway.upstreams.sandbox;
  expect(JSON.stringify(requests)).not.toContain('Withdrawn');
});
