import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServedGateway } from './served-gateway.ts';
import { addConnection, adminClient, printedJson, type ServedDemo, startServedDemo } from './served-workspace.ts';
import { type Ended, runInTest, type Surroundings } from './test-terminal.ts';

let demo: ServedDemo;
let gateway: ServedGateway;

beforeAll(async () => {
  demo = await startServedDemo();
  ({ gateway } = demo);
  await addConnection(gateway, 'demo', 'help-centre', { name: 'help', settings: { subdomain: 'sandbox' } });
});

afterAll(() => gateway?.stop());

const run = (words: readonly string[], surroundings: Surroundings = {}): Promise<Ended> =>
  demo.connectory(['run', ...words], surroundings);

/** The body of the upstream request of a dry run, and the URL without its origin. */
async function sent(...words: string[]) {
  const { data } = await printedJson<{ data: { requests: [{ url: string; body?: unknown }] } }>(
    run([...words, '--dry-run']),
  );
  const [{ url, body }] = data.requests;
  return { path: new URL(url).pathname.replace(/^\/[\w-]+/, '') + new URL(url).search, body };
}

describe('run', () => {
  it('takes parameters as options', async () => {
    const { data } = await printedJson<{ data: object[] }>(run(['ledger', 'customers', 'list', '--limit', '2']));
    expect(data).toHaveLength(2);
    expect(await sent('ledger', 'customers', 'list', '--limit=3', '--starting_after', 'cus_1')).toEqual({
      path: '/v1/customers?limit=3&starting_after=cus_1',
      body: undefined,
    });
    expect((await sent('ledger', 'customers', 'list', '--created', '{"gte":5}')).path).toContain('created[gte]=5');
    expect((await sent('ledger', 'customers', 'create', '--name', 'Ada', '--email=a@example.com')).body).toBe(
      'name=Ada&email=a%40example.com',
    );
  });

  it('uploads a file with its name and type', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'connectory-upload-')), 'photo.png');
    await writeFile(path, 'no real photo');
    const uploaded = await printedJson<{ data: object }>(run(['help', 'attachments', 'upload', '--file', path]));
    expect(uploaded.data).toMatchObject({ file_name: 'photo.png', content_type: 'image/png', size: 13 });
    const missing = await run(['help', 'attachments', 'upload', '--file', `${path}.missing`]);
    expect([missing.code, missing.error]).toEqual([4, expect.stringContaining('cannot be read')]);
  });

  it('takes connections by name or ID, and by their connector where it has one', async () => {
    const { connections } = adminClient(gateway).workspace('demo');
    const [{ id } = { id: '' }] = await Array.fromAsync(connections.list({ connector: 'help-centre' }));
    for (const word of ['help', id, 'help-centre'])
      expect((await printedJson<{ data: object[] }>(run([word, 'tickets', 'list']))).data.length).toBeGreaterThan(0);
    await addConnection(gateway, 'demo', 'ledger', { name: 'second ledger' });
    expect((await run(['ledger', 'customers', 'list'])).code).toBe(0);
    await addConnection(gateway, 'demo', 'help-centre', { name: 'other help', settings: { subdomain: 'sandbox' } });
    const { code, error } = await run(['help-centre', 'tickets', 'list']);
    expect(code).toBe(4);
    expect(error).toContain('help (Help Centre), other help (Help Centre)');
  });

  it('says that options for the gateway go before the connection, where they come after the action', async () => {
    const words = ['run', 'ledger', 'customers', 'list', '--profile', 'work'];
    const { code, error } = await runInTest(words, { environment: { CONNECTORY_URL: 'http://127.0.0.1:1' } });
    expect(code).toBe(4);
    expect(JSON.parse(error).message).toContain('--profile goes before the connection');
  });

  it('selects fields, gives a reason, and repeats a write once for one key', async () => {
    const { data } = await printedJson<{ data: object[] }>(
      run(['ledger', 'customers', 'list', '--limit', '1', '--select', 'id, email']),
    );
    expect(Object.keys(data[0] ?? {})).toEqual(['id', 'email']);
    const without = await printedJson<{ data: object[] }>(run(['ledger', 'customers', 'list', '--exclude', 'email']));
    expect(Object.keys(without.data[0] ?? {})).not.toContain('email');
    const create = [
      'ledger',
      'customers',
      'create',
      '--name',
      'Once',
      '--intent',
      'test',
      '--idempotency-key',
      'run-1',
    ];
    await printedJson(run(create));
    expect(await printedJson(run(create))).toMatchObject({ meta: { idempotent_replay: true } });
  });

  it('takes its own options before the connection, too', async () => {
    const { code, bytes } = await run(['--all', '-w', 'demo', 'ledger', 'customers', 'list', '--limit', '10']);
    expect(code).toBe(0);
    expect(bytes.toString().trimEnd().split('\n').length).toBeGreaterThanOrEqual(25);
    const remote = await run(['--url', 'http://127.0.0.1:1', '--token', 'x', 'ledger', 'customers', 'list']);
    expect(remote.error).toContain('gateway_unreachable');
    expect((await run(['--profile', 'none', 'ledger', 'customers', 'list'])).code).toBe(3);
  });

  it('takes parameters as JSON, which options override', async () => {
    const file = join(gateway.folder, 'params.json');
    await writeFile(file, '{"name":"Ada","email":"a@example.com"}');
    expect((await sent('ledger', 'customers', 'create', '--params', `@${file}`, '--name', 'Zoë')).body).toBe(
      'name=Zo%C3%AB&email=a%40example.com',
    );
  });

  it('downloads files', async () => {
    const file = join(gateway.folder, 'attachment');
    const download = ['help', 'attachments', 'download', '--attachment-id', '17463839000001'];
    expect(await run([...download, '--output', file])).toMatchObject({ code: 0, out: '' });
    expect((await readFile(file)).length).toBeGreaterThan(0);
    expect((await run(download, { isInteractive: true })).code).toBe(4);
  });

  it('works without a gateway', async () => {
    const { sandbox, origin } = gateway.upstreams;
    const environment = {
      ...gateway.installed,
      CONNECTORY_EGRESS_ALLOW: new URL(origin).host,
      CONNECTORY_CREDENTIALS: JSON.stringify(sandbox.credentials('ledger')),
      CONNECTORY_SETTINGS: JSON.stringify({ base_url: sandbox.baseUrl(origin, 'ledger') }),
    };
    const words = ['run', '--direct', 'ledger', 'customers', 'list', '--limit', '2'];
    expect((await printedJson<{ data: object[] }>(runInTest(words, { environment }))).data).toHaveLength(2);
    const { out } = await runInTest([...words, '--help'], { environment: gateway.installed });
    expect(out).toContain('--limit <integer>');
  });

  it.each([
    ['an unknown connection', ['legder', 'customers', 'list'], 3, 'Did you mean \\"ledger\\"?'],
    ['no entity', ['ledger'], 4, 'connectory run ledger --help'],
    ['an unknown entity', ['ledger', 'custumers', 'list'], 4, 'Did you mean \\"customers\\"?'],
    ['no action', ['ledger', 'customers'], 4, 'connectory run ledger customers --help'],
    ['an unknown action', ['ledger', 'customers', 'lst'], 4, 'Did you mean \\"list\\"?'],
    ['an unknown parameter', ['ledger', 'customers', 'list', '--limt', '1'], 4, 'Did you mean --limit?'],
    [
      'how to list them',
      ['ledger', 'customers', 'list', '--limt', '1'],
      4,
      'connectory run ledger customers list --help',
    ],
    [
      'a value of another type',
      ['ledger', 'customers', 'list', '--limit', 'two'],
      4,
      '--limit must be a whole number.',
    ],
    ['a missing value', ['ledger', 'customers', 'list', '--limit'], 4, '--limit <integer>'],
    ['a missing parameter', ['ledger', 'customers', 'get'], 4, 'params.id'],
    ['a word too many', ['ledger', 'customers', 'list', 'now'], 4, 'too many arguments'],
    ['a gateway after the action', ['ledger', 'customers', 'list', '--url', 'http://x'], 4, 'before the connection'],
    ['an unknown record', ['ledger', 'customers', 'get', '--id', 'cus_none'], 3, 'record_not_found'],
  ])('refuses %s', async (_case, words, wanted, part) => {
    const { code, out, error } = await run(words);
    expect({ code, out }).toEqual({ code: wanted, out: '' });
    expect(JSON.parse(error)).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect(error).toContain(part);
  });

  it('takes kebab case for entities and actions', async () => {
    expect((await run(['ledger', 'customers', 'api-search', '--query', 'a', '--dry-run'])).code).toBe(0);
    expect((await run(['ledger', 'invoice-sends', 'create', '--id', 'in_1', '--dry-run'])).code).toBe(0);
  });
});

describe('run --help', () => {
  it('lists entities, actions and parameters', async () => {
    expect((await run(['ledger', '--help'])).out).toMatch(/^customers +list get create/m);
    expect((await run(['ledger', 'customers', '-h'])).out).toMatch(/^list +read +List customers, newest first$/m);
    const { code, out } = await run(['ledger', 'customers', 'list', '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: connectory run ledger customers list/);
    expect(out).toMatch(/^ {2}--limit <integer> +Number of records per page/m);
    expect(out).toMatch(/^ {2}--created <json> +Only records created within this range/m);
    expect((await run(['ledger', 'customers', 'get', '--help'])).out).toMatch(
      /--id <string> +Identifier.* \(required\)/,
    );
  });
});

describe('on a terminal', () => {
  it('prints indented JSON in color, and JSON as it came with --json', async () => {
    const words = ['ledger', 'customers', 'list', '--limit', '1', '--select', 'id'];
    const plain = await run(words, { isInteractive: true });
    expect(plain.out).toMatch(/^\{\n {2}"data": \[\n/);
    const colored = await run(words, { isInteractive: true, isColored: true });
    expect(colored.out).toContain('\u001B[');
    expect((await run([...words, '--no-color'], { isInteractive: true, isColored: true })).out).toBe(plain.out);
    expect((await run([...words, '--json'], { isInteractive: true })).out.trimEnd()).not.toContain('\n');
  });

  it('says errors in words, and as JSON with --json', async () => {
    const words = ['ledger', 'customers', 'get', '--id', 'cus_none'];
    const { code, error } = await run(words, { isInteractive: true });
    expect(code).toBe(3);
    expect(error).toMatch(/^Error: .*\nVendor: status 404.*\nRequest ID: [\w-]+\n$/);
    expect(JSON.parse((await run([...words, '--json'], { isInteractive: true })).error)).toMatchObject({ status: 404 });
    const usage = await run(['ledger', 'customers', 'list', '--limt', '1'], { isInteractive: true });
    expect(usage.error).toMatch(/^Error: unknown option '--limt'\n\(Did you mean --limit\?\)/);
  });
});
