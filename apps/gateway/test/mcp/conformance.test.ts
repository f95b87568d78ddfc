import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '@connectory/test-support/python-environment';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newestRevision } from '../mcp-client.ts';
import { type RunningGateway, startRunningGateway } from '../running-gateway.ts';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

let gateway: RunningGateway;
let proxy: Server;
let results: string;

beforeAll(async () => {
  gateway = await startRunningGateway();
  results = await mkdtemp(join(tmpdir(), 'connectory-conformance-'));
  // The suite sends no token, so that another server adds it; everything else passes as it is.
  proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${gateway.token}` };
    const { method = 'GET', url = '/' } = incoming;
    const forwarded = request(new URL(url, gateway.url), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy.close();
  await gateway.stop();
  await rm(results, { recursive: true, force: true });
});

const none: readonly string[] = [];
// The other scenarios call made-up tools of a test server, as two checks of `server-stateless` do. A gateway has no prompts and resources,
// and nothing to subscribe to.
it.each([
  ['server-initialize', '2025-11-25', none],
  ['server-session-lifecycle', '2025-11-25', none],
  ['ping', '2025-11-25', none],
  ['tools-list', '2025-11-25', none],
  ['server-sse-multiple-streams', '2025-11-25', none],
  ['dns-rebinding-protection', '2025-11-25', none],
  [
    'server-stateless',
    newestRevision,
    [
      'sep-2575-missing-capability-http-400',
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-server-sends-subscription-ack',
      'sep-2575-server-tags-subscription-id',
    ],
  ],
  ['tools-list', newestRevision, none],
  ['server-sse-multiple-streams', newestRevision, none],
  ['dns-rebinding-protection', newestRevision, none],
  [
    'caching',
    newestRevision,
    [
      'sep-2549-prompts-list-caching-hints',
      'sep-2549-resources-list-caching-hints',
      'sep-2549-resources-templates-list-caching-hints',
    ],
  ],
  ['http-header-validation', newestRevision, none],
  ['input-required-result-unsupported-methods', newestRevision, none],
])(
  'the conformance suite finds nothing wrong in %s of revision %s that a gateway has',
  async (scenario, revision, missing) => {
    const { port } = proxy.address() as AddressInfo;
    const folder = await mkdtemp(join(results, 'scenario-'));
    const what = ['--scenario', scenario, '--spec-version', revision];
    const options = ['server', '--url', `http://localhost:${port}/mcp`, ...what, '--output-dir', folder];
    const { stdout, stderr } = await run(process.execPath, [suite, ...options]);
    const [result = ''] = await readdir(folder);
    const checks: readonly Check[] = JSON.parse(await readFile(join(folder, result, 'checks.json'), 'utf8'));
    const idsWith = (status: string) => checks.filter((one) => one.status === status).map(({ id }) => id);
    expect(idsWith('FAILURE').toSorted(), stdout + stderr).toEqual(missing);
    expect(idsWith('SUCCESS').length).toBeGreaterThan(0);
  },
);

/** A check of the suite, as it stores it. */
interface Check {
  readonly id: string;
  readonly status: string;
}
