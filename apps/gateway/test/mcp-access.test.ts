import { effects } from '@connectory/connector-sdk/engine';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectJsonRpcProblem, expectProblem } from './expect-problem.ts';
import { connectClient } from './mcp-client.ts';
import { adminToken, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});
afterAll(() => gateway.stop());

const accept = { accept: 'application/json, text/event-stream' };
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const post = (body: unknown, options: Parameters<RunningGateway['send']>[2] = {}) =>
  gateway.send('POST', '/mcp', { ...options, body, headers: { ...accept, ...options.headers } });

/** What a token sees and gets, of one action: found by words, listed, described, run. */
async function reach(token: string, connector: string, entity: string, action: string) {
  const client = await connectClient(gateway, { token });
  const names = await client.toolNames();
  const found = await client.call('find_actions', {
    query: `${entity} ${action}`,
    connector,
    limit: 50,
    max_characters: 100_000,
  });
  const described = await client.call('describe_action', { connector, entity, action });
  const call = {
    connection: connector,
    entity,
    action,
    params: gateway.sandbox.example(connector, entity, action as 'list'),
  };
  const runs = await Promise.all([client.call('run_read', call), client.call('run_write', { ...call, dry_run: true })]);
  await client.close();
  const rows: readonly { entity: string; action: string }[] = found.isError
    ? []
    : JSON.parse(found.text.split('\n[')[0] ?? '').data;
  return {
    names,
    isFound: rows.some((row) => row.entity === entity && row.action === action),
    isDescribed: !described.isError,
    isRun: runs.some(({ isError }) => !isError),
    texts: [described, ...runs].map(({ text }) => text),
  };
}

describe('a token', () => {
  it('is asked for, with the way to the metadata', async () => {
    const response = await post(list, { token: null });
    expectJsonRpcProblem(response, 'unauthenticated');
    const metadata = `${gateway.url}/.well-known/oauth-protected-resource/mcp`;
    expect(response.headers['www-authenticate']).toBe(`Bearer resource_metadata="${metadata}"`);
    const wrong = await post(list, { token: 'cty_wrong' });
    expect(wrong.headers['www-authenticate']).toBe(`Bearer error="invalid_token", resource_metadata="${metadata}"`);
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']) {
      const { status, json } = await gateway.send('GET', path, { token: null });
      expect(status).toBe(200);
      expect(json).toMatchObject({ resource: `${gateway.url}/mcp`, bearer_methods_supported: ['header'] });
      expect(json).toMatchObject({ authorization_servers: [gateway.url] });
    }
  });

  it('of a workspace is needed', async () => {
    expectJsonRpcProblem(await post(list, { token: adminToken }), 'forbidden');
  });

  it('that may only read has no tool for writes, and one that may do nothing finds nothing', async () => {
    const reader = await connectClient(gateway, { token: await gateway.tokenWith({ read_only: true }) });
    // There is no copy to search in direct mode.
    expect(await reader.toolNames()).toEqual([
      'find_actions',
      'describe_action',
      'run_read',
      'read_file',
      'list_connections',
      'connect_account',
    ]);
    const create = { connection: 'ledger', entity: 'customers', action: 'create', params: { name: 'Ada' } };
    const refused = await reader.call('run_write', create);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'action_not_available' });
    await reader.close();
    const nobody = await connectClient(gateway, { token: await gateway.tokenWith({ connectors: [] }) });
    expect(await nobody.toolNames()).toEqual([
      'find_actions',
      'describe_action',
      'list_connections',
      'connect_account',
    ]);
    expect((await nobody.call('list_connections', {})).text).toBe('{"data":[\n\n]}');
    await nobody.close();
  });

  it('whose policy denies an effect does not see it', async () => {
    const token = await gateway.tokenWith({ effects: { deny: ['delete'] } });
    expect(await reach(token, 'ledger', 'customers', 'delete')).toMatchObject({
      isFound: false,
      isDescribed: false,
      isRun: false,
    });
    expect(await reach(token, 'ledger', 'customers', 'update')).toMatchObject({
      isFound: true,
      isDescribed: true,
      isRun: true,
    });
  });

  it('reaches by tools exactly what its policy lets it call over HTTP', async () => {
    const callable = fixtureConnectors.flatMap(({ id, entities }) =>
      entities.flatMap(({ name, actions }) =>
        Object.keys(actions)
          .filter((action) => action !== 'download')
          .map((action) => [id, name, action] as const),
      ),
    );
    const some = <T>(values: readonly T[]) =>
      fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 });
    const policies = fc.record(
      {
        read_only: fc.boolean(),
        connectors: some(fixtureConnectors.map(({ id }) => id)),
        entities: some([...new Set(callable.map(([, entity]) => entity))]),
        actions: some(['list', 'get', 'create', 'update', 'delete', 'api_search']),
        effects: fc.record({ allow: some(effects), deny: some(effects) }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    );
    const property = fc.asyncProperty(
      policies,
      fc.constantFrom(...callable),
      async (policy, [connector, entity, action]) => {
        const token = await gateway.tokenWith(policy);
        const params = gateway.sandbox.example(connector, entity, action as 'list');
        const over = await gateway.execute(connector, { entity, action, params, dry_run: true }, { token });
        const isAllowed = over.status === 200;
        if (!isAllowed) expectProblem(over, 'forbidden');
        const { names, isFound, isDescribed, isRun, texts } = await reach(token, connector, entity, action);
        expect({ isFound, isDescribed, isRun }, texts.join('\n')).toEqual({
          isFound: isAllowed,
          isDescribed: isAllowed,
          isRun: isAllowed,
        });
        if (policy.read_only === true) expect(names).not.toContain('run_write');
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });
});

describe('the limits of calls', () => {
  it('hold for tools, which say so as their result', async () => {
    const token = await gateway.tokenWith({ calls_per_minute: 4 });
    const client = await connectClient(gateway, { token });
    for (let call = 0; call < 2; call++) expect((await client.call('list_connections', {})).isError).toBe(false);
    const { text, isError } = await client.call('list_connections', {});
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ code: 'rate_limited', retry_after_seconds: expect.any(Number) });
    expectJsonRpcProblem(await post(list, { token }), 'rate_limited');
    await client.close();
  });
});

describe('a batch', () => {
  const versioned = (version: string) => ({ headers: { 'mcp-protocol-version': version } });
  const call = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'list_connections', arguments: {} },
  });

  it('is responded to with a list, in the version that has batches and in requests that name none', async () => {
    for (const options of [versioned('2025-03-26'), {}]) {
      const { json } = await post([list, call(2), { jsonrpc: '2.0', method: 'notifications/progress' }], options);
      expect(json).toMatchObject([
        { id: 1, result: { tools: expect.any(Array) } },
        { id: 2, result: { content: expect.any(Array) } },
      ]);
    }
    const alone = await post([call(3)], versioned('2025-03-26'));
    expect(alone.headers['content-type']).toBe('text/event-stream');
    expect(JSON.parse(alone.text.split('data: ')[1] ?? '')).toMatchObject({ id: 3, result: {} });
    expect((await post([{ jsonrpc: '2.0', method: 'notifications/initialized' }])).status).toBe(202);
  });

  it('is refused in every other version, whether a header or the session says so', async () => {
    for (const version of ['2024-11-05', '2025-06-18', '2025-11-25']) {
      const { detail } = expectJsonRpcProblem(await post([list], versioned(version)), 'malformed_request');
      expect(detail).toContain(`version ${version} of the protocol has no batches`);
    }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'suite', version: '1' } };
    const { headers } = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
    const session = { headers: { 'mcp-session-id': String(headers['mcp-session-id']) } };
    expectJsonRpcProblem(await post([list], session), 'malformed_request');
  });

  it('is bounded, and each request of it has its own ID', async () => {
    const initialize = { jsonrpc: '2.0', id: 9, method: 'initialize', params: {} };
    const tooMany = Array.from({ length: 21 }, (_, id) => call(id));
    for (const body of [[], tooMany, [call(1), call(1)], [initialize]])
      expectJsonRpcProblem(await post(body), 'malformed_request');
    expect((await post([call(1), { method: 'tools/list' }])).json).toMatchObject({ error: { code: -32700 } });
  });

  it('is charged as one call for each message, and those beyond the limit do not run', async () => {
    const token = await gateway.tokenWith({ calls_per_minute: 2 });
    const { json } = await post([call(1), call(2), call(3)], { token });
    expect(json.map(({ result }: { result: { isError?: boolean } }) => result.isError === true)).toEqual([
      false,
      false,
      true,
    ]);
    expect(JSON.parse(json[2].result.content[0].text)).toMatchObject({ code: 'rate_limited' });
    expectJsonRpcProblem(await post([call(4), list], { token }), 'rate_limited');
  });

  it('asks the person before a write of it', async () => {
    const write = { connection: 'ledger', entity: 'customers', action: 'create', params: { name: 'Ada' } };
    const params = { name: 'run_write', arguments: write };
    const response = await fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: {
        ...accept,
        'content-type': 'application/json',
        'mcp-session-id': 'asks-2025-03-26-1',
        authorization: `Bearer ${gateway.token}`,
      },
      body: JSON.stringify([call(1), { jsonrpc: '2.0', id: 2, method: 'tools/call', params }]),
    });
    const events = response.body?.pipeThrough(new TextDecoderStream());
    const seen: unknown[] = [];
    for await (const text of events ?? [])
      for (const [, data = ''] of text.matchAll(/^data: (.*)$/gm)) {
        const message = JSON.parse(data);
        seen.push(message.method ?? message.id);
        if (message.method !== 'elicitation/create') continue;
        await post([{ jsonrpc: '2.0', id: message.id, result: { action: 'decline' } }]);
      }
    expect(seen.toSorted()).toEqual([1, 2, 'elicitation/create']);
  });
});

describe('a request', () => {
  it('from a page of another origin is refused, whatever host it names', async () => {
    for (const origin of ['https://attacker.example', 'null', 'http://localhost:1'])
      expectJsonRpcProblem(await post(list, { headers: { origin } }), 'forbidden');
    const rebound = { origin: 'http://attacker.example', host: 'attacker.example' };
    expectJsonRpcProblem(await post(list, { headers: rebound }), 'forbidden');
    expect((await post(list, { headers: { origin: gateway.url } })).status).toBe(200);
  });

  it('to a name that nobody configured learns no address of the gateway', async () => {
    const response = await post(list, { token: null, headers: { host: 'made-up.example' } });
    expect(response.headers['www-authenticate']).toBe('Bearer');
    const headers = { host: 'made-up.example' };
    expectProblem(await gateway.send('GET', '/.well-known/oauth-protected-resource', { headers }), 'not_found');
  });

  it('is one message in JSON, sent by POST', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await gateway.send(method, '/mcp', { headers: { accept: 'text/event-stream' } });
      expectJsonRpcProblem(response, 'method_not_allowed');
      expect(response.headers.allow).toBe('POST');
    }
    const cut = await post('{"jsonrpc":');
    expect([cut.status, cut.json.error]).toMatchObject([400, { code: -32700, data: { code: 'malformed_request' } }]);
    expectJsonRpcProblem(await post(' '.repeat(1024 * 1024 + 1)), 'payload_too_large');
    expect((await post(list, { headers: { accept: 'application/json' } })).status).toBe(406);
    expect((await post({ method: 'tools/list' })).json).toMatchObject({ error: { code: -32600 } });
    expect((await post({ ...list, method: 'tools/lst' })).json).toMatchObject({ error: { code: -32601 } });
    expect((await post(list, { headers: { 'mcp-protocol-version': '1999-01-01' } })).status).toBe(400);
  });

  it('leaves nothing running when it is over', async () => {
    expect((await post(list)).json.result.tools).toHaveLength(7);
    const { text } = await gateway.send('GET', '/metrics', { token: null });
    expect(/^connectory_running_calls_in_use (\d+)$/m.exec(text)?.[1]).toBe('0');
  });
});
