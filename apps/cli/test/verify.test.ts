import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { VerifyReport } from '../src/verify/report.ts';
import { startServedGateway } from './served-gateway.ts';
import { adminClient, createWorkspace } from './served-workspace.ts';
import { type StubGateway, type StubResponse, startStubGateway } from './stub-gateway.ts';
import { runInTest } from './test-terminal.ts';

type JsonObject = Readonly<Record<string, unknown>>;

interface Call {
  readonly entity: string;
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const id = '9a3d8e52-6f0b-4f5e-9d1c-2b7e4a5c6d8f';
const secret = 'Ada 987654 Lovelace';

const params = (properties: JsonObject, required: readonly string[] = []) => ({ type: 'object', properties, required });
const action = (name: string, parameters: JsonObject, result = 'records', effect = 'read') => ({
  action: name,
  summary: name,
  effect,
  params: parameters,
  result,
  meta: [],
});
const entity = (name: string, actions: readonly JsonObject[], more: JsonObject = {}) => ({
  name,
  summary: name,
  key: 'id',
  record: {
    type: 'object',
    properties: { id: { type: 'integer' }, name: { type: ['string', 'null'] }, note: { type: ['string', 'null'] } },
    required: ['id'],
  },
  actions,
  search: null,
  ...more,
});
const paged = params({ limit: { type: 'integer', minimum: 1 }, page: { type: 'integer' } });
const orders = entity('orders', [
  action('list', paged),
  action('get', params({ order_id: { type: 'string' } }, ['order_id']), 'record'),
  action('create', params({}), 'record', 'write'),
  action('delete', params({ order_id: { type: 'string' } }, ['order_id']), 'record', 'delete'),
]);

const ok = (data: unknown, next: JsonObject | null = null): StubResponse => ({
  status: 200,
  body: { data, meta: { next_params: next, limit_headers: ['x-ratelimit-remaining'] } },
});
const problem = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): StubResponse => ({
  status,
  body: { status, code, message: `about ${secret}`, upstream: { status, message: secret } },
  headers,
});

let stub: StubGateway | undefined;
let folder: string | undefined;
afterEach(async () => {
  await stub?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  stub = folder = undefined;
});

/** Runs `connectory verify` on a connector with these entities, whose calls a function responds to. */
async function verify(
  entities: readonly JsonObject[],
  respond: (call: Call) => StubResponse,
  { words = [], settings = {} }: { readonly words?: readonly string[]; readonly settings?: JsonObject } = {},
) {
  const calls: Call[] = [];
  const connection = { id, name: 'shop', connector: 'shop', settings };
  const about = { id: 'shop', version: '1.0.0', upstream: { version: '2026-01', sunset: '2027-03-01' } };
  stub = await startStubGateway(({ path, body }) => {
    if (path.startsWith('/api/v1/connectors/')) return { status: 200, body: { ...about, entities } };
    if (path.includes('/workspaces/demo/connections/')) return { status: 200, body: connection };
    if (!path.endsWith('/execute')) return { status: 200, body: { data: [connection], meta: { next_cursor: null } } };
    const { intent, limit_headers, ...call } = body as Call & JsonObject;
    expect([intent, limit_headers]).toEqual(['connectory verify', true]);
    calls.push(call);
    return respond(call);
  });
  const environment = { CONNECTORY_URL: stub.url, CONNECTORY_TOKEN: 'cty_1', CONNECTORY_WORKSPACE: 'demo' };
  const ended = await runInTest(['verify', 'shop', ...words], { environment });
  const report = ended.code > 1 ? undefined : (JSON.parse(ended.out) as VerifyReport);
  const outcomes = report?.actions.map((each) => [each.entity, each.action, each.outcome]);
  return { ...ended, report, outcomes, calls };
}

describe('verify', () => {
  it('reads what can be read, two pages of two records of a list, and writes nothing', async () => {
    const { code, report, calls } = await verify([orders], ({ action: name, params: given }) =>
      name === 'list'
        ? given.page === 2
          ? ok([{ id: 3, name: secret, note: null }], { page: 3 })
          : ok([{ id: 1, name: secret }, { id: 2 }], { page: 2 })
        : ok({ id: 1, name: secret }),
    );
    expect(code).toBe(0);
    expect(calls).toEqual([
      { entity: 'orders', action: 'list', params: { limit: 2 } },
      { entity: 'orders', action: 'list', params: { limit: 2, page: 2 } },
      { entity: 'orders', action: 'get', params: { order_id: '1' } },
    ]);
    expect(report).toEqual({
      connector: 'shop',
      version: '1.0.0',
      upstream: { version: '2026-01', sunset: '2027-03-01' },
      calls: 3,
      actions: [
        { entity: 'orders', action: 'list', calls: 2, outcome: 'accepted', records: 3, second_page: 'read' },
        { entity: 'orders', action: 'get', calls: 1, outcome: 'accepted', records: 1 },
      ],
      records: [{ entity: 'orders', records: 4, differences: [], undeclared: [], unseen: [] }],
      limit_headers: ['x-ratelimit-remaining'],
    });
  });

  it('finds a wrong type, an undeclared field, and a list that ignores its page', async () => {
    const record = { id: 1, name: 987_654, nick_name: secret, [secret]: true };
    folder = await mkdtemp(join(tmpdir(), 'connectory-verify-'));
    const ended = await verify(
      [orders],
      ({ action: name }) => (name === 'list' ? ok([record], { page: 2 }) : ok(record)),
      { words: ['--record', folder] },
    );
    expect(ended.code).toBe(1);
    expect(ended.report?.actions).toMatchObject([{ action: 'list', second_page: 'repeated' }, { action: 'get' }]);
    expect(ended.report?.records).toEqual([
      {
        entity: 'orders',
        records: 3,
        differences: [{ kind: 'type', path: 'name', declared: 'null | string', found: 'integer', count: 3 }],
        undeclared: [
          { kind: 'undeclared', path: '*', found: 'boolean', count: 3 },
          { kind: 'undeclared', path: 'nick_name', found: 'string', count: 3 },
        ],
        unseen: ['note'],
      },
    ]);
    const files = await readdir(join(folder, 'shop'));
    expect(files.sort()).toEqual(['orders.get.json', 'orders.list.json']);
    const samples = await Promise.all(files.map((file) => readFile(join(folder ?? '', 'shop', file), 'utf8')));
    expect(JSON.parse(samples[1] ?? '')).toEqual({
      data: [{ id: 1, name: 111_111, nick_name: 'text-19', key_1: true }],
      meta: { next_params: { page: 1 } },
    });
    for (const text of [ended.out, ended.error, ...samples]) expect(text).not.toMatch(/987|Ada|Lovelace/);
  });

  it('reports what the vendor does not accept, without its message', async () => {
    const { code, report, out } = await verify([orders], ({ action: name, params: given }) => {
      if (name === 'get') return problem(422, 'upstream_rejected');
      return given.page === 2 ? problem(502, 'upstream_unavailable') : ok([{ id: 1 }], { page: 2 });
    });
    expect(code).toBe(1);
    expect(report?.actions).toMatchObject([
      { action: 'list', outcome: 'failed', code: 'upstream_unavailable', records: 1, second_page: 'failed' },
      { action: 'get', outcome: 'failed', code: 'upstream_rejected', upstream_status: 422 },
    ]);
    expect(out).not.toContain(secret);
  });

  it('does not blame the vendor for a guess, or for what the account may not read', async () => {
    const search = action('api_search', params({ query: { type: 'string', examples: ['a:b'] } }, ['query']));
    const files = entity('files', [
      action('get', params({ path: { type: 'string', examples: ['a.txt'] } }, ['path']), 'record'),
      search,
    ]);
    const respond = ({ action: name }: Call) =>
      name === 'get' ? problem(404, 'record_not_found') : problem(403, 'credential_rejected');
    const { code, report } = await verify([files], respond);
    expect(code).toBe(0);
    expect(report?.actions).toMatchObject([
      { action: 'get', outcome: 'unclear', guessed: ['path'], reason: 'guessed path; give --param path=…' },
      { action: 'api_search', outcome: 'unclear', reason: 'the account or the token may not read this' },
    ]);
    await stub?.close();
    const given = await verify([files], respond, { words: ['--param', 'files.path=b.txt', '--param', 'query=x'] });
    expect(given.calls.map((call) => call.params)).toEqual([{ path: 'b.txt' }, { query: 'x' }]);
    expect(given.report?.actions).toMatchObject([{ outcome: 'failed' }, { outcome: 'unclear' }]);
  });

  it('finds the parameters of a parent in its records and in settings', async () => {
    const one = { type: 'integer' };
    const lines = entity('lines', [action('list', params({ order_id: one, shop: one }, ['order_id', 'shop']))], {
      parent: { entity: 'orders', params: { order_id: 'id', shop: 'site.id' } },
    });
    const refunds = entity('refunds', [
      action('list', params({ line_id: one, order_id: one }, ['line_id', 'order_id'])),
      action('get', params({ line_id: one, refund_number: one }, ['line_id', 'refund_number']), 'record'),
    ]);
    const files = entity('files', [action('list', params({ owner: {}, path: {} }, ['owner', 'path']))], {
      parent: {
        setting: { name: 'files', separator: '/', parts: ['owner', 'path'] },
        params: { owner: 'owner', path: '/{path}' },
      },
    });
    const { calls, report } = await verify(
      [refunds, lines, files, orders],
      ({ entity: name, action: kind, params: given }) => {
        if (name === 'orders')
          return ok(
            kind === 'get'
              ? { id: 1 }
              : [
                  { id: 1, site: { id: 5 } },
                  { id: 2, site: { id: 6 } },
                ],
          );
        if (name === 'lines') return ok(given.order_id === 1 ? [] : [{ id: 20 }]);
        return ok(kind === 'get' ? { id: 30 } : [{ id: 30, number: 77 }]);
      },
      { settings: { files: ['ada/notes/a.txt'] } },
    );
    expect(report?.actions.map(({ outcome }) => outcome)).toEqual(Array(6).fill('accepted'));
    // The first order has no lines.
    expect(calls).toEqual(
      expect.arrayContaining([
        { entity: 'files', action: 'list', params: { owner: 'ada', path: '/notes/a.txt' } },
        { entity: 'lines', action: 'list', params: { order_id: 1, shop: 5 } },
        { entity: 'lines', action: 'list', params: { order_id: 2, shop: 6 } },
        { entity: 'refunds', action: 'list', params: { line_id: 20, order_id: 1 } },
        { entity: 'refunds', action: 'get', params: { line_id: 20, refund_number: 77 } },
      ]),
    );
  });

  it('says what nothing gives, and stays within its budget of calls', async () => {
    const teams = entity('teams', [action('list', params({ region: { type: 'string' } }, ['region']))]);
    const respond = ({ action: name }: Call) => (name === 'list' ? ok([{ id: 1 }], { page: 2 }) : ok({ id: 1 }));
    const first = await verify([teams, orders], respond);
    expect(first.report?.actions[0]).toMatchObject({ outcome: 'not_tried', reason: 'nothing gives region', calls: 0 });
    await stub?.close();
    const { report, calls } = await verify([orders], respond, { words: ['--max-calls', '1'] });
    expect(calls).toHaveLength(1);
    expect(report?.actions).toMatchObject([
      { action: 'list', outcome: 'accepted', records: 1 },
      { action: 'get', outcome: 'not_tried', reason: 'the budget of calls is used up' },
    ]);
  });

  it('waits as long as a vendor says, and stops where that is longer than a minute', async () => {
    let limited = 0;
    const shortly = await verify([orders], ({ action: name }) => {
      if (name === 'list' && ++limited < 3) return problem(429, 'upstream_rate_limited', { 'retry-after': '60' });
      return name === 'list' ? ok([{ id: 1 }]) : ok({ id: 1 });
    });
    expect(shortly.outcomes?.map(([, , outcome]) => outcome)).toEqual(['accepted', 'accepted']);
    expect(shortly.calls).toHaveLength(4);
    await stub?.close();
    const longer = await verify([orders], ({ action: name }) =>
      name === 'list' ? ok([{ id: 1 }]) : problem(429, 'upstream_rate_limited', { 'retry-after': '61' }),
    );
    expect(longer.code).toBe(0);
    expect(longer.report?.actions).toMatchObject([
      { action: 'list', outcome: 'accepted' },
      { action: 'get', outcome: 'not_tried', reason: 'rate limited' },
    ]);
  });

  it('opens a download without reading it to its end', async () => {
    const files = entity('files', [action('download', params({ id: {} }, ['id']), 'file')]);
    const body = Buffer.alloc(1_000_000, secret);
    const { report } = await verify([files], () => ({ status: 200, body }), { words: ['--param', 'id=7'] });
    expect(report?.actions).toMatchObject([{ action: 'download', outcome: 'accepted', calls: 1 }]);
    expect(report?.records).toEqual([]);
  });

  it('ends with the problem where no call can work, or the command is wrong', async () => {
    const rejected = await verify([orders], () => problem(401, 'unauthenticated'));
    expect(rejected).toMatchObject({ code: 2, out: '' });
    await stub?.close();
    for (const words of [
      ['--max-calls', 'many'],
      ['--param', 'query'],
      ['--param', 'order=7'],
      ['--param', 'shop.page=7'],
    ]) {
      expect(await verify([orders], () => ok([]), { words })).toMatchObject({ code: 4, out: '', calls: [] });
      await stub?.close();
    }
  });

  it('sends a parameter that is not required where its entity is named', async () => {
    const respond = ({ action: name }: Call) => ok(name === 'list' ? [{ id: 1 }] : { id: 1 });
    const { calls } = await verify([orders], respond, { words: ['--param', 'orders.page=7', '--param', 'page=8'] });
    expect(calls.map((call) => call.params)).toEqual([{ page: 7, limit: 2 }, { order_id: '1' }]);
  });

  it('prints tables on a terminal, and its progress apart from them', async () => {
    const record = { id: 1, name: 7, nick: 'x' };
    const { report: _report, ...first } = await verify([orders], ({ action: name }) =>
      ok(name === 'list' ? [record] : record),
    );
    expect(first.error).toBe('');
    const environment = { CONNECTORY_URL: stub?.url, CONNECTORY_TOKEN: 'cty_1', CONNECTORY_WORKSPACE: 'demo' };
    const { out, error } = await runInTest(['verify', 'shop'], { environment, isInteractive: true });
    expect(error).toBe('orders list\norders get\n');
    expect(out).toBe(
      [
        'shop 1.0.0, upstream version 2026-01 (shut down on 2027-03-01)',
        '',
        'entity  action  outcome   records  2nd page  note',
        'orders  list    accepted  1        none',
        'orders  get     accepted  1',
        '',
        'entity  path  difference  declared       found    count',
        'orders  name  type        null | string  integer  2',
        'orders  nick  undeclared                 string   2',
        '',
        'Rate limit headers: x-ratelimit-remaining',
        'Declared fields never seen: 1 (--json lists them)',
        '1 difference, 1 undeclared field, 2 calls; actions: 2 accepted, 0 failed, 0 unclear, 0 not tried',
        '',
      ].join('\n'),
    );
  });
});

it('verify finds through a gateway where a vendor differs from the declaration', async () => {
  const charge = { id: 'ch_1', amount: '12.50', currency: secret, customer: null, created: 987_654_321 };
  // It ignores starting_after, returns decimals as strings, and has a field that no one declared.
  const vendor = await startStubGateway(({ path }) =>
    path.startsWith('/v1/charges/ch_1')
      ? { status: 200, body: charge }
      : {
          status: 200,
          headers: { 'x-ratelimit-remaining': '987' },
          body: { data: [{ ...charge, payer_name: secret }], has_more: true, next_page: null },
        },
  );
  const gateway = await startServedGateway([new URL(vendor.url).host]);
  try {
    const token = await createWorkspace(gateway, 'demo');
    const account = { connector: 'ledger', credentials: { api_key: 'sk_987654' }, settings: { base_url: vendor.url } };
    await adminClient(gateway)
      .workspace('demo')
      .connections.create({ ...account, check: false });
    const environment = { CONNECTORY_URL: gateway.url, CONNECTORY_TOKEN: token };
    const { code, out } = await runInTest(['verify', 'ledger', '--param', 'query=x'], { environment });
    const { actions, records, limit_headers } = JSON.parse(out) as VerifyReport;
    expect(code).toBe(1);
    expect(limit_headers).toEqual(['x-ratelimit-remaining']);
    expect(actions).toContainEqual(
      expect.objectContaining({ entity: 'charges', action: 'list', outcome: 'accepted', second_page: 'repeated' }),
    );
    expect(records.find(({ entity: name }) => name === 'charges')).toMatchObject({
      differences: [{ kind: 'type', path: 'amount', declared: 'integer | null', found: 'string' }],
      undeclared: [{ kind: 'undeclared', path: 'payer_name', found: 'string' }],
    });
    expect(out).not.toMatch(/987|Ada|ch_1/);
    expect(vendor.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  } finally {
    await gateway.stop();
    await vendor.close();
  }
});
