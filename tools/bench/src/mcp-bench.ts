import { type DemoProcess, startDemo } from '@connectory/test-support/gateway-process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { request } from 'undici';
import { residentMegabytes } from './process-figures.ts';
import { untilIdle } from './start-bench.ts';

/**
 * The cost of the agents' tools: the text that every conversation contains, what the first agent loads, and a tool call compared with its
 * HTTP call.
 */
export interface McpMeasurement {
  readonly connections: number;
  /** Tokens of each tool as listed (o200k_base). */
  readonly toolTokens: readonly { readonly name: string; readonly tokens: number }[];
  /** Tokens of the whole list as sent, including the instructions. */
  readonly allTokens: number;
  readonly firstConnectMs: number;
  readonly megabytesLoaded: number;
  /** Medians, in milliseconds. */
  readonly toolCallMs: number;
  readonly httpCallMs: number;
}

const times = 200;

/** Requests the tools of the demo with all its connectors, through the official client. */
export async function benchMcp(progress: (text: string) => void): Promise<McpMeasurement> {
  progress('demo');
  const demo = await startDemo();
  try {
    // The first passes of the copies would distort time and memory.
    await untilIdle(demo, 0);
    const before = await residentMegabytes(demo.pid);
    const begun = performance.now();
    const client = new Client({ name: 'bench', version: '1.0.0' });
    const headers = { authorization: `Bearer ${demo.token}` };
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', demo.url), { requestInit: { headers } });
    await client.connect(transport as Transport);
    const firstConnectMs = performance.now() - begun;
    const { now } = await residentMegabytes(demo.pid);
    const { tools } = await client.listTools();
    const toolTokens = tools.map((tool) => ({ name: tool.name, tokens: tokensOf(JSON.stringify(tool)) }));
    const allTokens = tokensOf(JSON.stringify(tools)) + tokensOf(client.getInstructions() ?? '');
    const call = await pagedRead(client);
    progress('calls');
    const toolCallMs = await medianOf(() => client.callTool({ name: 'run_read', arguments: { ...call } }));
    const httpCallMs = await medianOf(() => execute(demo, call));
    await client.close();
    return {
      connections: demo.connections.size,
      toolTokens,
      allTokens,
      firstConnectMs,
      megabytesLoaded: now - before.now,
      toolCallMs,
      httpCallMs,
    };
  } finally {
    await demo.stop();
  }
}

const tokensOf = (text: string) => encode(text).length;

interface Call {
  readonly connection: string;
  readonly entity: string;
  readonly action: string;
}

/** A list without required parameters. */
async function pagedRead(client: Client): Promise<Call> {
  const search = { query: 'list customers', effect: 'read', limit: 50 };
  const { content } = await client.callTool({ name: 'find_actions', arguments: search });
  const [{ text = '' } = {}] = content as readonly { readonly text?: string }[];
  const { data } = JSON.parse(text.split('\n[')[0] ?? '') as {
    readonly data: readonly (Call & {
      readonly params: Readonly<Record<string, string>>;
      readonly connections: readonly string[];
    })[];
  };
  const found = data.find(
    ({ action, params }) => action === 'list' && !Object.values(params).some((param) => param.includes('required')),
  );
  if (found === undefined) throw new Error('the demo has no list without required parameters');
  return { connection: found.connections[0] ?? '', entity: found.entity, action: found.action };
}

async function execute({ url, token, connections }: DemoProcess, { connection, entity, action }: Call): Promise<void> {
  const { statusCode, body } = await request(
    `${url}/api/v1/integrations/connectors/${connections.get(connection)}/execute`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ entity, action }),
    },
  );
  const text = await body.text();
  if (statusCode !== 200) throw new Error(text);
}

async function medianOf(call: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < times; time++) {
    const begun = performance.now();
    await call();
    taken.push(performance.now() - begun);
  }
  return taken.toSorted((one, other) => one - other)[times / 2] ?? 0;
}
