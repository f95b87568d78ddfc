import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from './command-line.ts';

const bakery = fileURLToPath(
  new URL('../../../packages/api-description/test/fixtures/bakery.openapi.yaml', import.meta.url),
);
const manifest = {
  id: 'bakery',
  entities: [
    {
      name: 'loaves',
      actions: [{ action: 'list', params: { type: 'object', properties: { limit: { type: 'integer', minimum: 1 } } } }],
    },
  ],
};

let server: Server;
let gateway: string;
let folder: string;
let upstreamName: string;
let busy: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-upstream-'));
  server = createServer(async (request, response) => {
    const { status, body, headers } = answer(request, await textOf(request));
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  upstreamName = 'limit';
  busy = 0;
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

/** A gateway that has one connection, sends `limit` under the name the test sets, and refuses limits above 50. */
function answer(request: IncomingMessage, text: string): { status: number; body: unknown; headers?: object } {
  if (request.headers.authorization !== 'Bearer secret-token') {
    return { status: 401, body: { code: 'unauthenticated', message: 'The token is not known' } };
  }
  if (request.url === '/api/v1/connectors/bakery') {
    return { status: 200, body: manifest };
  }
  if (request.url !== '/api/v1/integrations/connectors/connection-1/execute') {
    return { status: 404, body: { code: 'connector_not_found', message: 'There is no such connection' } };
  }
  if (busy > 0) {
    busy -= 1;
    return { status: 429, body: { code: 'rate_limited', message: 'Slow down' }, headers: { 'retry-after': '1' } };
  }
  const { entity, action, params, dry_run: dryRun } = JSON.parse(text);
  expect({ entity, action, dryRun }).toEqual({ entity: 'loaves', action: 'list', dryRun: true });
  const query = params.limit === undefined ? '' : `?${upstreamName}=${params.limit}`;
  const sent = { method: 'GET', url: `https://eu.bakery.example/v1/loaves${query}`, headers: { authorization: '***' } };
  return { status: 200, body: { data: { requests: [sent] }, meta: {} } };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
  }
  return text;
}

async function run(...extra: string[]) {
  const printed = { out: '', error: '' };
  const code = await runCommandLine(
    ['--connector', 'bakery', '--description', bakery, '--gateway', gateway, '--connection', 'connection-1', ...extra],
    { CONNECTORY_TOKEN: 'secret-token' },
    {
      out: (text) => {
        printed.out += text;
      },
      error: (text) => {
        printed.error += text;
      },
    },
  );
  return { code, ...printed };
}

const fileWith = async (name: string, content: unknown) => {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

describe('the command', () => {
  it('asks a gateway and passes', async () => {
    expect(await run()).toEqual({
      code: 0,
      out: expect.stringMatching(/bakery +1 +3 +0 +0 +0 +passed/),
      error: '',
    });
  });

  it('fails with exit code 1 and prints the deviations, as JSON when asked', async () => {
    upstreamName = 'limt';
    const { code, out } = await run();
    expect(code).toBe(1);
    expect(out).toContain('deviation  loaves.list unknown_query /query/limt');
    const json = await run('--json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({
      connector: 'bakery',
      passed: false,
      findings: [{ nearest: 'limit' }],
    });
  });

  it('takes a manifest file, known deviations, open queries and further servers', async () => {
    upstreamName = 'limt';
    const known = { entity: 'loaves', action: 'list', kind: 'unknown_query', where: '/query/limt', reason: 'renamed' };
    const manifestFile = await fileWith('manifest.json', manifest);
    const deviations = await fileWith('deviations.json', { bakery: [known] });
    expect((await run('--manifest', manifestFile, '--deviations', deviations)).code).toBe(0);
    expect((await run('--open-query', '--server', 'http://localhost:1')).code).toBe(0);
    upstreamName = 'limit';
    const stale = await run('--deviations', deviations);
    expect(stale.code).toBe(1);
    expect(stale.out).toContain('stale      loaves.list unknown_query /query/limt');
  });

  it('waits when the gateway says so', async () => {
    busy = 1;
    expect((await run()).code).toBe(0);
    expect(busy).toBe(0);
  });

  it.each([
    ['an unknown option', ['--conector', 'x'], "Unknown option '--conector'"],
    ['a wrong token', ['--token', 'wrong'], 'check --manifest, --gateway and --token'],
    ['an unknown connection', ['--connection', 'x'], 'refuses the dry run: There is no such connection'],
    ['a gateway that does not run', ['--gateway', 'http://127.0.0.1:9'], 'Is the gateway running there?'],
    ['another manifest', ['--connector', 'mill', '--manifest', 'FOLDER/other.json'], 'describes "bakery", not "mill"'],
    ['a broken manifest', ['--manifest', 'FOLDER/broken.json'], 'This is no connector manifest'],
    ['a file that is no JSON', ['--deviations', 'FOLDER/text.json'], 'is no JSON'],
    ['a missing file', ['--description', 'FOLDER/missing.json'], 'missing.json'],
  ])('says what to do about %s', async (_, options, message) => {
    await fileWith('other.json', manifest);
    await fileWith('broken.json', { id: 5 });
    await fileWith('text.json', 'text');
    const { code, out, error } = await run(...options.map((option) => option.replace('FOLDER', folder)));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toContain(message);
    expect(error).not.toContain('secret-token');
  });

  it('prints its usage when asked, and when something is missing', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--connector <id>') });
    let error = '';
    const output = {
      out: () => undefined,
      error: (text: string) => {
        error += text;
      },
    };
    expect(await runCommandLine([], {}, output)).toBe(1);
    expect(error).toContain('--connector is missing');
  });
});
