import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exampleSettings, startSandbox } from '@connectory/sandbox';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { preparePython, run } from '@connectory/test-support/python-environment';
import { expect, it } from 'vitest';
import { createLogger, readConfiguration, startGateway } from '../../src/index.ts';

const program = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));
const script = fileURLToPath(new URL('use-tools.py', import.meta.url));
const customers = { connection: 'ledger', entity: 'customers' };
const attachments = { connection: 'help-centre', entity: 'attachments' };

const calls: readonly (readonly [string, object])[] = [
  ['find_actions', { query: 'list customers' }],
  ['describe_action', { connector: 'ledger', entity: 'customers', action: 'create' }],
  ['run_read', { ...customers, action: 'list', params: { limit: 2 } }],
  ['run_write', { ...customers, action: 'create', params: { name: 'Ada Marsh' } }],
  ['search_records', { ...customers, limit: 2 }],
  ['sql', { sql: 'SELECT count(*) AS n FROM ledger.customers' }],
  ['search', { query: 'customer' }],
  ['fetch', { id: 'ledger/customers/context_store_search/{"query":{},"limit":1}' }],
  ['list_changes', { connection: 'ledger', since: '1h', limit: 2 }],
  ['read_file', { ...attachments, params: { attachment_id: 17_463_839_000_002 }, max_characters: 1_000 }],
  ['list_connections', {}],
];

it('lists the tools and runs them, with the official client and FastMCP, in new and old revisions', async ({
  skip,
}) => {
  const client = await preparePython(new URL('requirements.txt', import.meta.url));
  if ('missing' in client) return skip(`the client for Python cannot be installed: ${client.missing}`);
  const { url, token, stop } = await startLedger();
  try {
    const given = JSON.stringify({ url, token, calls, node: process.execPath, program });
    const { code, stdout, stderr } = await run(client.python, [script], {}, given);
    expect(code, stderr).toBe(0);
    const seen = JSON.parse(stdout);
    const each = {
      tools: [...calls.map(([name]) => name), 'connect_account'],
      results: calls.map(([name]) => [name, false, expect.any(String)]),
      questions: [expect.stringContaining('Write: Create a customer')],
    };
    const ways = ['stdio', 'http 2026-07-28', 'http legacy', 'FastMCP 2026-07-28', 'FastMCP legacy'];
    expect(seen).toEqual(Object.fromEntries(ways.map((way) => [way, each])));
  } finally {
    await stop();
  }
});

/** A gateway with the made-up connectors, whose customers have been synchronized. */
async function startLedger() {
  const upstreams = await startSandbox({
    connectors: fixtureConnectors,
    sandboxes: fixtureSandboxes,
    recordsPerEntity: 25,
  });
  const dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-mcp-python-'));
  const configuration = readConfiguration({
    PORT: '0',
    CONNECTORY_DATA_DIR: dataDirectory,
    CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
    CONNECTORY_LOG_LEVEL: 'silent',
  });
  const gateway = await startGateway(configuration, fixtureConnectors, createLogger('silent'));
  const { workspaces, connections, tokens } = gateway.controlPlane;
  const { id: workspace } = await workspaces.create('test');
  for (const connector of fixtureConnectors) {
    const { id: name, upstream } = connector;
    const created = await connections.create(workspace, {
      connector: name,
      name,
      authentication: Object.keys(upstream.authentication)[0] ?? '',
      credentials: upstreams.sandbox.credentials(name),
      settings: {
        ...exampleSettings(connector, upstreams.sandbox),
        base_url: upstreams.sandbox.baseUrl(upstreams.origin, name),
      },
    });
    await gateway.copy?.request(created);
  }
  const { text: token } = await tokens.create(workspace, { name: 'python', policy: {} });
  const search = { connection: 'ledger', entity: 'customers', action: 'context_store_search', params: { query: {} } };
  const ledger = await connections.findByName(workspace, search.connection);
  await expect
    .poll(async () => {
      const { connection: _name, ...body } = search;
      const response = await fetch(`${gateway.url}/api/v1/integrations/connectors/${ledger?.id}/execute`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token.reveal()}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return response.status;
    })
    .toBe(200);
  return {
    url: gateway.url,
    token: token.reveal(),
    stop: async () => {
      await gateway.close();
      await upstreams.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
