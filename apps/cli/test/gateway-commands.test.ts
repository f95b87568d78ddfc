import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminToken, type ServedGateway, startServedGateway } from './served-gateway.ts';
import { type Ended, runInTest, type Surroundings } from './test-terminal.ts';

let gateway: ServedGateway;
let token = '';

const connectory = (commandArguments: readonly string[], surroundings: Surroundings = {}): Promise<Ended> =>
  runInTest(commandArguments, {
    ...surroundings,
    environment: { CONNECTORY_URL: gateway.url, CONNECTORY_TOKEN: token, ...surroundings.environment },
  });
const asAdmin = { CONNECTORY_TOKEN: adminToken, CONNECTORY_WORKSPACE: 'demo' };
const execute = (request: object, ...options: string[]) => connectory(['execute', ...options, JSON.stringify(request)]);
const customers = { workspace: 'demo', name: 'ledger', entity: 'customers' };

/** Runs a command that must succeed, and gives the JSON it printed. */
async function json<Printed>(run: Promise<Ended>): Promise<Printed> {
  const { code, out, error } = await run;
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out) as Printed;
}

beforeAll(async () => {
  gateway = await startServedGateway();
  await json(connectory(['workspaces', 'create', 'demo'], { environment: asAdmin }));
  for (const connector of ['ledger', 'help-centre']) {
    const { sandbox, origin } = gateway.upstreams;
    const subdomain = connector === 'help-centre' ? { subdomain: 'sandbox' } : {};
    const settings = JSON.stringify({ ...subdomain, base_url: sandbox.baseUrl(origin, connector) });
    const input = JSON.stringify(sandbox.credentials(connector));
    await json(
      connectory(['connections', 'add', connector, '--settings', settings, '--credentials', '-'], {
        environment: asAdmin,
        input,
      }),
    );
  }
  token = (
    await json<{ token: string }>(connectory(['tokens', 'create', 'suite', '--manage'], { environment: asAdmin }))
  ).token;
});

afterAll(async () => {
  expect(await gateway?.stop()).toBe(0);
});

describe('execute', () => {
  it('takes the JSON object of the contract, as an argument, from a file or from standard input', async () => {
    const request = { ...customers, action: 'list', params: { limit: 2 }, select_fields: ['id'] };
    const printed = await json<{ data: object[] }>(execute(request));
    expect(printed).toMatchObject({ data: [{}, {}], meta: { has_more: true } });
    const file = join(gateway.folder, 'request.json');
    await writeFile(file, JSON.stringify(request));
    expect(await json(connectory(['execute', `@${file}`]))).toEqual(printed);
    expect(await json(connectory(['execute', '-'], { input: JSON.stringify(request) }))).toEqual(printed);
  });

  it('takes the id of a connection', async () => {
    const listed = await json<{ id: string; name: string }[]>(connectory(['connections', 'list']));
    const id = listed.find(({ name }) => name === 'ledger')?.id;
    const { data } = await json<{ data: object[] }>(
      execute({ connector_id: id, entity: 'customers', action: 'list', params: { limit: 1 } }),
    );
    expect(data).toHaveLength(1);
  });

  it('finds the only workspace of the token, and the one of the environment', async () => {
    const { workspace: _left, ...request } = { ...customers, action: 'list' };
    expect((await execute(request)).code).toBe(0);
    const remote = await connectory(['execute', JSON.stringify(request)], {
      environment: { CONNECTORY_WORKSPACE: 'elsewhere' },
    });
    expect(remote.code).toBe(3);
  });

  it('follows the pages and prints a record per line', async () => {
    const { code, bytes, error } = await execute({ ...customers, action: 'list', params: { limit: 10 } }, '--all');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    const lines = bytes.toString().trimEnd().split('\n');
    expect(new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id)).size).toBe(25);
    expect((await execute({ ...customers, action: 'get', params: { id: 'x' } }, '--all')).code).toBe(4);
  });

  it('finds actions by what one wants', async () => {
    const query = ['actions', 'please remove this client', '--connector', 'ledger'];
    const [first] = await json<{ entity: string; action: string }[]>(connectory(query));
    expect(first).toMatchObject({ connector: 'ledger', entity: 'customers', action: 'delete', effect: 'delete' });
    const unquoted = await json<object[]>(
      connectory(['actions', ...'please remove this client'.split(' '), '--connector', 'ledger']),
    );
    expect(unquoted[0]).toEqual(await json<object[]>(connectory(query)).then(([one]) => one));
    const reads = ['actions', '--connector', 'ledger', '--effect', 'read', '--limit', '3'];
    const found = await json<{ connector: string; effect: string }[]>(connectory(reads));
    expect(found.map(({ connector, effect }) => [connector, effect])).toEqual(Array(3).fill(['ledger', 'read']));
    const { out } = await connectory([...query, '--limit', '1'], { isInteractive: true });
    expect(out).toMatch(
      /^connector +entity +action +effect +summary +parameters +connections\nledger +customers +delete/,
    );
    expect((await connectory([...query, '--limit', 'many'])).code).toBe(4);
    expect((await connectory(['actions', '--connector', 'leger'])).code).toBe(3);
  });

  it('says when a policy lets it see a part only', async () => {
    const limits = ['--max-records', '3', '--calls-per-minute', '60', '--calls-per-day', '1000'];
    const created = [
      'tokens',
      'create',
      'capped',
      ...limits,
      '--read-only',
      '--connectors',
      'ledger',
      '--deny-effects',
      'delete',
      'outward',
    ];
    const capped = await json<{ token: string; policy: object }>(connectory(created));
    expect(capped.policy).toEqual({
      max_records: 3,
      calls_per_minute: 60,
      calls_per_day: 1000,
      read_only: true,
      effects: { deny: ['delete', 'outward'] },
      connectors: ['ledger'],
    });
    const request = JSON.stringify({ ...customers, action: 'list' });
    const run = { environment: { CONNECTORY_TOKEN: capped.token } };
    const { code, bytes, error } = await connectory(['execute', '--all', request], run);
    expect(bytes.toString().trimEnd().split('\n')).toHaveLength(3);
    expect({ code, problem: JSON.parse(error) }).toMatchObject({ code: 1, problem: { code: 'record_cap' } });
  });

  it('downloads to standard output, or to a file that is there whole or not at all', async () => {
    const params = { attachment_id: 17_463_839_000_001 };
    const request = { name: 'help-centre', entity: 'attachments', action: 'download', params };
    const { code, bytes } = await execute(request);
    expect(code).toBe(0);
    expect(bytes.length).toBeGreaterThan(0);
    const file = join(gateway.folder, 'attachment');
    expect(await execute(request, '--output', file)).toMatchObject({ code: 0, out: '' });
    expect(await readFile(file)).toEqual(bytes);
    const onTerminal = await connectory(['execute', JSON.stringify(request)], { isInteractive: true });
    expect(onTerminal).toMatchObject({ code: 4, bytes: Buffer.alloc(0) });
    const missing = join(gateway.folder, 'missing');
    const wrong = { ...request, params: { attachment_id: 1 } };
    expect((await execute(wrong, '--output', missing)).code).toBe(3);
    await expect(readFile(missing)).rejects.toThrow('ENOENT');
    expect((await execute(request, '--output', join(gateway.folder, 'no', 'such', 'folder'))).code).toBe(4);
  });

  it('makes a write once for one key', async () => {
    const request = { ...customers, action: 'create', params: { name: 'Once' } };
    const first = await json<{ data: object }>(execute(request, '--idempotency-key', 'cli-1'));
    expect(await json(execute(request, '--idempotency-key', 'cli-1'))).toMatchObject({
      data: first.data,
      meta: { idempotent_replay: true },
    });
  });

  it('runs the calls of a file, and prints how each one ended with its line', async () => {
    const file = join(gateway.folder, 'calls.ndjson');
    const create = (name: string) => JSON.stringify({ entity: 'customers', action: 'create', params: { name } });
    const missing = JSON.stringify({ entity: 'customers', action: 'get', params: { id: 'none' } });
    await writeFile(file, `${create('Ada')}\n\n${missing}\n${create('Ben')}\n`);
    const { code, bytes, error } = await connectory(['batch', 'ledger', file, '--order', 'sequential']);
    expect(code).toBe(1);
    const outcomes = bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(outcomes).toMatchObject([
      { line: 1, status: 'succeeded', result: { data: { name: 'Ada' } } },
      { line: 3, status: 'failed', error: { code: 'record_not_found' } },
      { line: 4, status: 'succeeded', result: { data: { name: 'Ben' } } },
    ]);
    expect(error).toMatch(/^2 succeeded, 1 failed\nTo send again what did not succeed, add --idempotency-key \S+\n$/);
    const shown = await connectory(['batch', 'ledger', file], { isInteractive: true });
    expect(shown.out).toMatch(/line +status +code +message\n3 +failed +record_not_found/);
    expect(shown.error).toContain('3 of 3 calls');
  });

  it('continues a batch of more than a thousand calls with its key, and repeats none', async () => {
    const input = Array.from({ length: 1_100 }, (_, index) =>
      JSON.stringify({ entity: 'customers', action: 'create', params: { name: `Many ${index}` } }),
    ).join('\n');
    const run = () => connectory(['batch', 'ledger', '-', '--idempotency-key', 'cli-batch'], { input });
    const first = await run();
    expect(first).toMatchObject({ code: 0, error: '' });
    const again = await run();
    const idsOf = ({ bytes }: Ended) =>
      new Set(
        bytes
          .toString()
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line).result.data.id),
      );
    expect(idsOf(again)).toEqual(idsOf(first));
    expect(idsOf(first).size).toBe(1_100);
  });

  it('names the line of a call that is invalid, and sends none', async () => {
    const lines = ['{"entity":"customers","action":"list"}', '', '{"entity":"customer","action":"list"}'];
    const { code, error, bytes } = await connectory(['batch', 'ledger', '-'], { input: lines.join('\n') });
    expect({ code, bytes: bytes.length }).toEqual({ code: 4, bytes: 0 });
    expect(JSON.parse(error)).toMatchObject({ code: 'invalid_params', errors: [{ field: 'line 3 /entity' }] });
    const broken = await connectory(['batch', 'ledger', '-'], { input: '{"entity":\n' });
    expect({ code: broken.code, problem: JSON.parse(broken.error).message }).toEqual({
      code: 4,
      problem: expect.stringContaining('Line 1 is not JSON'),
    });
    expect((await connectory(['batch', 'ledger', '/no/such/file'])).code).toBe(4);
    expect((await connectory(['batch', 'ledger', '-'])).code).toBe(4);
  });

  it.each([
    ['ok', { ...customers, action: 'list' }, 0],
    ['an unknown parameter', { ...customers, action: 'list', params: { limt: 1 } }, 4],
    ['an unknown entity', { ...customers, entity: 'customrs', action: 'list' }, 4],
    ['an unknown member', { ...customers, action: 'list', parms: {} }, 4],
    ['an unknown record', { ...customers, action: 'get', params: { id: 'cus_none' } }, 3],
    ['an unknown connection', { ...customers, name: 'legder', action: 'list' }, 3],
    ['an unknown workspace', { ...customers, workspace: 'elsewhere', action: 'list' }, 3],
    ['no connection', { entity: 'customers', action: 'list' }, 4],
    ['two connections', { ...customers, connector_id: 'x', action: 'list' }, 4],
    ['a name that is no text', { ...customers, name: 1, action: 'list' }, 4],
  ])('ends with %s as %j says: %i', async (_case, request, wanted) => {
    const { code, out, error } = await execute(request);
    expect(code).toBe(wanted);
    if (wanted === 0) return;
    expect(out).toBe('');
    expect(JSON.parse(error)).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  it('ends with 2 for a token that is wrong or may not, with 1 for the rest', async () => {
    const request = JSON.stringify({ ...customers, action: 'list' });
    expect((await connectory(['execute', request], { environment: { CONNECTORY_TOKEN: 'cty_no' } })).code).toBe(2);
    expect((await connectory(['execute', request], { environment: asAdmin })).code).toBe(2);
    const nowhere = { CONNECTORY_URL: 'http://127.0.0.1:1' };
    expect((await connectory(['execute', request], { environment: nowhere })).code).toBe(1);
    expect((await connectory(['execute', request], { environment: { CONNECTORY_URL: 'no url' } })).code).toBe(4);
    expect((await connectory(['execute', '{"entity"'])).code).toBe(4);
    expect((await connectory(['execute', '[]'])).code).toBe(4);
    expect((await connectory(['execute', '@no-such-file'])).code).toBe(4);
    expect((await connectory(['execut', request])).error).toContain('Did you mean execute?');
  });

  it('suggests names', async () => {
    const { error } = await execute({ ...customers, name: 'legder', action: 'list' });
    expect(JSON.parse(error)).toMatchObject({ errors: [{ field: '/name', did_you_mean: 'ledger' }] });
  });

  it('indents for people and keeps every number', async () => {
    const request = JSON.stringify({ ...customers, action: 'list', params: { limit: 1 }, select_fields: ['id'] });
    const { out } = await connectory(['execute', request], { isInteractive: true });
    expect(out).toMatch(/^\{\n {2}"data": \[\n/);
  });
});

describe('connectors', () => {
  it('lists and describes them, for people and for programs', async () => {
    expect((await connectory(['connectors', 'list'], { isInteractive: true })).out).toMatch(/^connector +vendor +kind/);
    const listed = await json<{ id: string }[]>(connectory(['connectors', 'list']));
    expect(listed.map(({ id }) => id)).toContain('ledger');
    const manifest = await json<{ entities: { name: string }[] }>(connectory(['connectors', 'describe', 'ledger']));
    expect(manifest.entities.map(({ name }) => name)).toContain('customers');
    const shown = await connectory(['connectors', 'describe', 'ledger', 'customers'], { isInteractive: true });
    expect(shown.out).toContain('list: List customers, newest first');
    expect(shown.out).toMatch(/^ {2}limit +integer +Number of records per page$/m);
  });

  it('suggests names', async () => {
    const connector = await connectory(['connectors', 'describe', 'legder']);
    expect(connector.code).toBe(3);
    expect(connector.error).toContain('Did you mean \\"ledger\\"?');
    const entity = await connectory(['connectors', 'describe', 'ledger', 'custumers']);
    expect(entity.code).toBe(3);
    expect(entity.error).toContain('Did you mean \\"customers\\"?');
  });
});

describe('connections', () => {
  it('are added from a file or the environment, checked and removed', async () => {
    const file = join(gateway.folder, 'credentials.json');
    await writeFile(file, '{"api_key":"sk_test_canary"}');
    const add = ['connections', 'add', 'ledger', '--no-check'];
    const fromFile = await json<{ id: string }>(connectory([...add, '--name', 'second', '--credentials', `@${file}`]));
    const environment = { CONNECTORY_CREDENTIALS: '{"api_key":"sk_test_canary"}' };
    await json(connectory([...add, '--name', 'third'], { environment }));
    const listed = await connectory(['connections', 'list'], { isInteractive: true });
    expect(listed.out).toMatch(/^name +id +connector/);
    expect(listed.out).toContain('third');
    const removed = await json<{ id: string }>(connectory(['connections', 'remove', 'second', '--yes']));
    expect(removed.id).toBe(fromFile.id);
    expect((await connectory(['connections', 'remove', 'third', '--yes'], { isInteractive: true })).out).toMatch(
      /is removed\.\n$/,
    );
    expect((await connectory(['connections', 'check', 'second'])).code).toBe(3);
    expect((await connectory(['connections', 'check', 'ledger'], { isInteractive: true })).out).toContain('works.');
  });

  it('are added with single settings, as connect takes them', async () => {
    const { sandbox, origin } = gateway.upstreams;
    const add = ['connections', 'add', 'ledger', '--name', 'set', '--credentials', '-'];
    const given = ['--set', `base_url=${sandbox.baseUrl(origin, 'ledger')}`];
    const input = JSON.stringify(sandbox.credentials('ledger'));
    const added = await json<{ settings: object }>(connectory([...add, ...given], { input }));
    expect(added.settings).toMatchObject({ base_url: sandbox.baseUrl(origin, 'ledger') });
    expect((await connectory([...add, ...given, '--settings', '{}'], { input })).code).toBe(4);
    await json(connectory(['connections', 'remove', 'set', '--yes']));
  });

  it('are refused with credentials on the command line, and without any', async () => {
    const secret = '{"api_key":"sk_test_canary"}';
    const typed = await connectory(['connections', 'add', 'ledger', '--credentials', secret]);
    expect(typed.code).toBe(4);
    expect(typed.error).not.toContain('canary');
    const none = await connectory(['connections', 'add', 'ledger']);
    expect(none.code).toBe(4);
    expect(none.error).toContain('api_key');
    const environment = { CONNECTORY_CREDENTIALS: '{"api_key":"sk_test_canary"' };
    const broken = await connectory(['connections', 'add', 'ledger'], { environment });
    expect(broken.code).toBe(4);
    expect(broken.error).not.toContain('canary');
    const both = ['connections', 'add', 'ledger', '--credentials', '-', '--settings', '-'];
    expect((await connectory(both)).code).toBe(4);
  });

  it('are proved unless told not to', async () => {
    const { sandbox, origin } = gateway.upstreams;
    const settings = JSON.stringify({ base_url: sandbox.baseUrl(origin, 'ledger') });
    const environment = { CONNECTORY_CREDENTIALS: '{"api_key":"sk_test_wrong"}' };
    const add = ['connections', 'add', 'ledger', '--name', 'wrong', '--settings', settings];
    const { code, error } = await connectory(add, { environment });
    expect(code).toBe(1);
    expect(JSON.parse(error)).toMatchObject({ code: 'credential_rejected' });
  });
});

describe('tokens', () => {
  it('are created, listed and revoked', async () => {
    const shown = await connectory(['tokens', 'create', 'reporting', '--expires', '90d'], { isInteractive: true });
    expect(shown.out).toMatch(/^cty_[\w-]{43}\n/);
    const listed = (await connectory(['tokens', 'list'], { isInteractive: true })).out;
    expect(listed).toMatch(/^name +id +may +created +expires +revoked$/m);
    expect(listed).not.toContain('cty_');
    const revoked = await json<{ revoked_at: string }>(connectory(['tokens', 'revoke', 'reporting', '--yes']));
    expect(Date.parse(revoked.revoked_at)).toBeLessThanOrEqual(Date.now());
    expect((await connectory(['tokens', 'revoke', 'reporting', '--yes'])).code).toBe(3);
  });

  it('of the same name are told apart by id', async () => {
    const { id } = await json<{ id: string }>(connectory(['tokens', 'create', 'twin']));
    await json(connectory(['tokens', 'create', 'twin']));
    const { code, error } = await connectory(['tokens', 'revoke', 'twin', '--yes']);
    expect(code).toBe(4);
    expect(error).toContain(id);
    await json(connectory(['tokens', 'revoke', id, '--yes']));
    await json(connectory(['tokens', 'revoke', 'twin', '--yes']));
  });

  it('refuse what is no number and no time', async () => {
    expect((await connectory(['tokens', 'create', 'x', '--max-records', 'many'])).code).toBe(4);
    expect((await connectory(['tokens', 'create', 'x', '--expires', 'soon'])).code).toBe(4);
    expect((await connectory(['tokens', 'create', 'x', '--expires', '2020-01-01'])).code).toBe(4);
  });
});

describe('workspaces', () => {
  it('must be chosen where there are several', async () => {
    await json(connectory(['workspaces', 'create', 'other'], { environment: asAdmin }));
    const environment = { CONNECTORY_TOKEN: adminToken };
    const { code, error } = await connectory(['connections', 'list'], { environment });
    expect(code).toBe(4);
    expect(error).toContain('demo, other');
    expect(await json(connectory(['connections', 'list', '-w', 'other'], { environment }))).toEqual([]);
    const listed = await connectory(['workspaces', 'list'], { environment, isInteractive: true });
    expect(listed.out).toMatch(/^name +id +created\ndemo /);
  });
});

describe('sync', () => {
  it('runs to its end and shows it', async () => {
    const states = await json<{ entity: string; ready: boolean }[]>(
      connectory(['sync', 'start', 'ledger', '--entity', 'customers']),
    );
    expect(states).toMatchObject([{ entity: 'customers', ready: true }]);
    expect((await connectory(['sync', 'status', 'ledger'], { isInteractive: true })).out).toMatch(/^customers +/m);
  });
});
