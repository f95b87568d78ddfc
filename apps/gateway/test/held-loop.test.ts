import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heldDuring } from './held-loop.ts';
import { startHostedGateway } from './hosted-gateway.ts';
import { largeRequests } from './hostile-requests/large-requests.ts';
import { largeJson, textOf, textUnits } from './hostile-requests/large-texts.ts';
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts';
import { adminToken, executePath, type RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let upstream: RawUpstream;
let pool: Pool;
/** A connection to the upstream. */
let connection: string;

beforeAll(async () => {
  gateway = await startHostedGateway();
  upstream = await startRawUpstream();
  pool = new Pool(gateway.url, { connections: 1 });
  connection = await gateway.connect('ledger', 'raw', { settings: { base_url: upstream.origin }, check: false });
});

afterAll(async () => {
  await pool.close();
  await gateway.stop();
  await upstream.stop();
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
}

/** Sends a request, and reads nothing of the response, which would take time of the process as well. */
async function send({ method, path, headers, body }: Sent): Promise<void> {
  const response = await pool.request({ method: method as 'POST', path, headers, body: body ?? null });
  await response.body.dump({ limit: 2 ** 26 });
}

const [, records = ''] = largeJson(1_000_000).find(([about]) => about === 'records') ?? [];

/**
 * The milliseconds of parsing a megabyte of records twenty times: about two hundred on a quiet machine, and more on a slow one. A step takes at
 * most half of it; the rest is what this process does as client and vendor, and collecting garbage.
 */
function maxHeld(): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    for (let count = 0; count < 20; count++) JSON.parse(records);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/** What held the event loop for longer than it may, twice in a row. */
async function holding<Input extends { readonly about: string }>(
  inputs: readonly Input[],
  run: (input: Input) => Promise<unknown>,
): Promise<readonly string[]> {
  const max = maxHeld();
  const found: string[] = [];
  for (const input of inputs) {
    let held = await heldDuring(() => run(input));
    if (held > max) held = Math.min(held, await heldDuring(() => run(input)));
    if (held > max) found.push(`${input.about}: ${Math.round(held)} ms of at most ${Math.round(max)}`);
  }
  return found;
}

it('no request, however large, holds the event loop', async () => {
  const url = new URL((await gateway.send('GET', `/api/v1/workspaces/test/connections/${connection}/events`)).json.url);
  const target = { token: gateway.token, adminToken, connections: { ledger: gateway.connection('ledger') } };
  const requests = largeRequests(target, 'ledger', url.pathname + url.search);
  expect(requests.length).toBeGreaterThan(700);
  expect(await holding(requests, send)).toEqual([]);
});

const call = (body: object) => ({
  method: 'POST',
  path: executePath(connection),
  headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.token}` },
  body: JSON.stringify(body),
});

const calls = () => {
  const list = { entity: 'customers', action: 'list', params: {} };
  const tool = { name: 'run_read', arguments: { connection, ...list } };
  return [
    ['a list', call(list)],
    ['a list of chosen fields', call({ ...list, select_fields: ['id', 'name0'] })],
    ['a record', call({ entity: 'customers', action: 'get', params: { id: 'cus_1' } })],
    [
      'a tool',
      {
        ...call({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }),
        path: '/mcp',
        headers: { ...call({}).headers, accept: 'application/json, text/event-stream' },
      },
    ],
  ] as const;
};

it('no response of a vendor holds the event loop, whatever its megabyte consists of', async () => {
  const inputs = largeJson(1_000_000).flatMap(([shape, json]) =>
    calls().flatMap(([kind, request]) =>
      // An error is read in the same way for every kind of call.
      (kind === 'a list' ? [200, 400] : [200]).map((status) => {
        const body = gzipSync(json.startsWith('[') ? `{"data":${json},"has_more":true}` : json);
        return { about: `${shape} with ${status} for ${kind}`, status, body, request };
      }),
    ),
  );
  const respond = async ({ status, body, request }: (typeof inputs)[number]) => {
    upstream.response((_request, response: ServerResponse) => {
      response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
    });
    await send(request);
  };
  expect(await holding(inputs, respond)).toEqual([]);
});

it('no header of a vendor holds the event loop, whatever its kilobytes consist of', async () => {
  const [[, request] = ['', call({})]] = calls();
  const names = ['link', 'retry-after', 'content-type', 'location', 'x-ratelimit-remaining', 'content-encoding'];
  const inputs = textUnits
    .filter((unit) => /^[\x20-\x7e]+$/.test(unit))
    .flatMap((unit) => names.map((name) => ({ about: `${JSON.stringify(unit)} in ${name}`, name, unit })));
  const respond = async ({ name, unit }: (typeof inputs)[number]) => {
    upstream.response((_request, response) => {
      response.writeHead(200, { [name]: textOf(unit, 50_000) }).end('{"data":[],"has_more":false}');
    });
    await send(request);
  };
  expect(await holding(inputs, respond)).toEqual([]);
});

it('work that does hold the event loop is found', async () => {
  const parse = async ({ times }: { readonly times: number }) => {
    for (let count = 0; count < times; count++) JSON.parse(records);
  };
  const inputs = [
    { about: 'short', times: 1 },
    { about: 'long', times: 80 },
  ];
  expect(await holding(inputs, parse)).toEqual([expect.stringMatching(/^long: /)]);
});
