import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connector, RawValue } from '@connectory/connector-sdk';
import { type RemoteAction, resolveValue } from '@connectory/connector-sdk/engine';
import type { Connection, Policy } from '@connectory/control-plane';
import { createRegistry, validSettings, viewOf } from '@connectory/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectorDocument } from '../src/operations.ts';
import { type ContainedPlugin, loadContainedPlugin } from '../src/plugins/contained/load-contained-plugin.ts';
import type { WorkerEvent, WorkerLimits } from '../src/plugins/contained/plugin-worker.ts';
import { pluginFolderOf } from '../src/plugins/plugin-package.ts';
import { temporaryDirectory } from './gateway-process.ts';
import { connectorSource, installPackages } from './plugin-folder.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
const open: ContainedPlugin[] = [];
const events: WorkerEvent[] = [];

beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeFile(join(directory.path, 'secret.key'), 'the key of all credentials');
});

afterEach(() => {
  for (const plugin of open.splice(0)) plugin.close();
  events.splice(0);
});

afterAll(() => directory.remove());

const mebibyte = 1024 * 1024;
/** What hostile code runs into soon; no innocent call is made under the short limit. */
const short = { response: 500, memory: 32 * mebibyte, firstDelay: 60_000 };

async function load(
  source: string,
  limits: Partial<WorkerLimits> = {},
  name = 'connector-hostile',
): Promise<Connector> {
  await installPackages(directory.path, { [name]: source });
  const plugin = await loadContainedPlugin(name, {
    pluginFolder: pluginFolderOf(directory.path),
    dataDirectory: directory.path,
    onEvent: (_connector, _package, event) => events.push(event),
    limits,
  });
  open.push(plugin);
  return plugin.connector;
}

function code(connector: Connector, action: 'list' | 'get' | 'create'): Required<RemoteAction> {
  const found = connector.entities[0]?.actions[action]?.remote;
  if (found?.page === undefined) throw new Error(`${action} has no code elsewhere`);
  return found as Required<RemoteAction>;
}

const row = Buffer.from('{"id":"1","degrees":20}');
const rows = (count: number) => Buffer.from(`[${Array(count).fill(row).join()}]`);
const page = (count = 2) => ({ params: {}, count, values: {}, headers: {}, rows: rows(count), first: row, last: row });

const forEver = 'for (;;);';
const wire = (body: string) => ({ get: `toRecord: (row) => row, wire: (_rest, { id }) => { ${body} },` });

describe('a contained plugin is stopped and its call fails, naming the cause', () => {
  const tooLong = /took longer than 0.5 s/;
  const usedUp = /its memory is used up|took longer/;
  const attacks: readonly (readonly [about: string, body: string, reason: RegExp])[] = [
    ['loops in wire', forEver, tooLong],
    ['loops in a getter', `return { get query() { ${forEver} } };`, tooLong],
    ['loops in what it throws', `throw { get message() { ${forEver} }, get stack() { ${forEver} } };`, tooLong],
    ['matches a text for ever', "/^(a+)+$/.test('a'.repeat(40) + 'b');", tooLong],
    ['sorts for ever', `[1, 2].sort(() => { ${forEver} });`, tooLong],
    ['fills its heap', 'const all = []; for (;;) all.push({ text: String(all.length).repeat(10) });', usedUp],
    ['fills memory with bytes', 'const all = []; for (;;) all.push(new Uint8Array(4_000_000).fill(1));', usedUp],
    ['doubles a text', "let text = 'x'; for (;;) text = (text + text).toUpperCase();", usedUp],
    [
      'works on after its response',
      'const again = () => Promise.resolve().then(again); again(); return {};',
      /goes on working after its response|took longer/,
    ],
    ['writes messages of its own', "JSON.stringify = () => '{';", /an invalid message/],
    ['returns no text', 'JSON.stringify = () => ({ length: 1 });', /an invalid message/],
    ['returns a huge text', "JSON.stringify = () => 'x'.repeat(4_000_000);", /more than \d+ characters/],
  ];

  it.each(attacks)('that %s', async (_about, body, reason) => {
    const connector = await load(connectorSource('hostile', wire(body)), short);
    await expect(code(connector, 'get').request({ id: 'x' })).rejects.toThrow(reason);
    expect(events).toHaveLength(1);
  });

  const noText = { toString: 1, valueOf: 1 };
  it.each([
    { kind: 'outside', thrown: { kind: 'bug', name: noText, frames: '' } },
    { kind: 'thrown', thrown: { kind: 'bug', name: noText, frames: '' } },
    { kind: 'thrown', thrown: { kind: 'bug', name: '', frames: noText } },
    { kind: 'thrown', thrown: { kind: 'report', code: 'invalid_params', message: noText } },
    { kind: 'thrown', thrown: { kind: 'report', code: 'no_code', message: '' } },
    { kind: 'thrown', thrown: { kind: 'report', code: 'invalid_params', message: '', rejected: { param: noText } } },
    { kind: 'thrown', thrown: { kind: 'issues', issues: [{ path: [noText], code: 'custom', message: '' }] } },
    { kind: 'thrown', thrown: noText },
    { kind: 'loaded', connector: {} },
  ])('that sends %j', async (message) => {
    const connector = await load(
      connectorSource('hostile', wire(`JSON.stringify = () => ${JSON.stringify(JSON.stringify(message))};`)),
      short,
    );
    await expect(code(connector, 'get').request({ id: 'x' })).rejects.toThrow(/invalid message/);
  });

  it('that loops while it is loaded', async () => {
    const source = connectorSource('hostile', { more: forEver });
    await expect(load(source, { load: 3_000 })).rejects.toThrow(
      'connector-hostile fails while it is loaded: it did not finish loading within 3 s.',
    );
  });

  it('that keeps more memory than it may have, without a call', async () => {
    const more = 'globalThis.all = []; for (;;) all.push(new Uint8Array(4_000_000).fill(1));';
    await expect(load(connectorSource('hostile', { more }), short)).rejects.toThrow(/out of memory/);
  });

  it('that never finishes loading, because nothing will happen that it waits for', async () => {
    const source = connectorSource('hostile', { more: 'await new Promise(() => undefined);' });
    await expect(load(source)).rejects.toThrow('it waits for something that never happens');
  });
});

describe('one call of a contained plugin fails, and the next one succeeds,', () => {
  it.each([
    ['after endless recursion', 'const down = () => down() + 1; down();'],
    ['after a deep text', "JSON.parse('['.repeat(200_000));"],
    ['after a deep expression', "new RegExp('('.repeat(100_000));"],
    ['after a deep program', "Function('['.repeat(100_000));"],
    ['after something thrown that is no error', 'throw null;'],
    ['after a thrown symbol', 'throw Symbol.iterator;'],
    ['after an error whose members throw', 'throw new Proxy(new Error(), { get() { throw new Error(); } });'],
    ['after a promise', 'return Promise.reject(new Error());'],
    ['after a number without an end', 'let n = 3n; for (;;) n *= n;'],
  ])('%s', async (_about, body) => {
    const connector = await load(connectorSource('hostile', wire(`if (id === 'well') return {}; ${body}`)), {
      memory: 64 * mebibyte,
    });
    const { request } = code(connector, 'get');
    await expect(request({ id: 'x' })).rejects.toThrow(/thrown in the interpreter|failed/);
    expect(await request({ id: 'well' })).toMatchObject({ path: '/readings/well' });
  });

  it.each([
    ['is gigantic', "text: 'x'.repeat(100_000_000)", /more than \d+ characters|used up|took longer/],
    ['is cyclic', 'get self() { return cyclic; }', /thrown in the interpreter/],
    ['is deep', "below: JSON.parse('['.repeat(200_000) + ']'.repeat(200_000))", /thrown in the interpreter/],
  ])('whose record %s', async (_about, member, reason) => {
    const more = `const cyclic = { id: '1' }; cyclic.own = cyclic;`;
    const connector = await load(
      connectorSource('hostile', { list: `toRecord: (row) => ({ ...row, ${member} }),`, more }),
    );
    await expect(code(connector, 'list').page(page())).rejects.toThrow(reason);
  });
});

describe('a contained plugin', () => {
  it('is started again after it was stopped, and calls that waited behind are carried out', async () => {
    const connector = await load(connectorSource('hostile', wire(`if (id === 'loop') ${forEver} return {};`)), {
      response: 2_000,
    });
    const { request } = code(connector, 'get');
    const [culprit, ...others] = await Promise.allSettled(['loop', 'a', 'b', 'c'].map((id) => request({ id })));
    expect(culprit).toMatchObject({ status: 'rejected' });
    expect(others.map((other) => other.status === 'fulfilled' && other.value.path)).toEqual(
      ['a', 'b', 'c'].map((id) => `/readings/${id}`),
    );
    expect(events).toEqual([{ reason: 'it took longer than 2 s', restartsIn: 0 }]);
  });

  it('that goes on failing is left alone for a while, and calls say until when', async () => {
    const connector = await load(connectorSource('hostile', wire("JSON.stringify = () => '{';")), {
      firstDelay: 60_000,
    });
    const { request } = code(connector, 'get');
    for (let call = 0; call < 2; call += 1) await expect(request({ id: 'x' })).rejects.toThrow('invalid message');
    await expect(request({ id: 'x' })).rejects.toThrow(/invalid message; it restarts in (60|5\d) s\./);
    expect(events).toHaveLength(2);
  });

  it('that is busy for ever keeps nobody else waiting', async () => {
    const busy = await load(connectorSource('busy', { get: `toRecord: (row) => row, wire: () => { ${forEver} },` }));
    const other = await load(connectorSource('other', { list: 'toRecord: (row) => row,' }), {}, 'connector-other');
    let isStopped = false;
    const stopped = code(busy, 'get')
      .request({ id: 'x' })
      .catch(() => {
        isStopped = true;
      });
    for (let call = 0; call < 20; call += 1) {
      expect((await code(other, 'list').page(page())).records?.count).toBe(2);
    }
    expect(isStopped).toBe(false);
    await stopped;
  });

  it('changes nothing outside by changing its globals', async () => {
    const more = `
      Object.prototype.polluted = 'yes';
      Array.prototype.map = () => ['polluted'];
      JSON.parse = () => ({ polluted: 'yes' });
      Object.defineProperty(Object.prototype, 'toJSON', { value: () => 'polluted', configurable: true });
    `;
    const connector = await load(connectorSource('hostile', { list: 'toRecord: (row) => row,', more })).catch(
      (error: unknown) => error,
    );
    expect(({} as RawValue).polluted).toBeUndefined();
    expect([1].map((one) => one + 1)).toEqual([2]);
    expect(JSON.parse('[]')).toEqual([]);
    expect(connector).toBeInstanceOf(Error);
  });

  it('cannot give what it returns a prototype', async () => {
    const list = `toRecord: () => JSON.parse('{"id":"1","__proto__":{"polluted":"yes"}}'),`;
    const connector = await load(connectorSource('hostile', { list }));
    const { records } = await code(connector, 'list').page(page(1));
    expect(records?.json.toString()).toBe('[{"id":"1","__proto__":{"polluted":"yes"}}]');
    expect(({} as RawValue).polluted).toBeUndefined();
  });

  it.each([
    ['another host', "({ ...entity.actions.get.request(params), headers: { host: 'evil.example' } })"],
    ['a path that is none', "({ ...entity.actions.get.request(params), path: 'evil.example/' })"],
    ['a line break', "({ ...entity.actions.get.request(params), path: '/a\\r\\nx: y' })"],
    ['nothing', 'undefined'],
    ['a thenable', '({ then(resolve) { resolve({}); } })'],
    ['a thenable that throws', '({ get then() { throw new Error(); } })'],
  ])('cannot ask for a request with %s', async (_about, request) => {
    const more = `
      const [entity] = connector.entities;
      const get = { ...entity.actions.get, toRecord: (row) => row, request: (params) => ${request} };
      export const evil = { ...connector, entities: [{ ...entity, actions: { ...entity.actions, get } }] };
    `;
    const source = connectorSource('hostile', { more }).replace('export const connector', 'const connector');
    const connector = await load(source);
    await expect(code(connector, 'get').request({ id: 'x' })).rejects.toThrow(
      /the request is not allowed|thrown in the interpreter/,
    );
  });

  it('is asked nothing where everything is declared', async () => {
    const connector = await load(connectorSource('hostile', {}));
    const { list } = connector.entities[0]?.actions ?? {};
    const page = { params: {}, count: 1, value: () => 'abc', first: () => 1, last: () => 1, header: () => undefined };
    expect(list?.remote).toBeUndefined();
    expect(list?.request({ cursor: 'x' })).toMatchObject({ method: 'GET', path: '/readings', query: { cursor: 'x' } });
    expect(list?.paging?.next(page)).toEqual({ cursor: 'abc' });
  });

  it('has rules that are functions or expressions applied in its interpreter', async () => {
    const source = connectorSource('hostile', {}).replace(
      'byId = z.object({ id: z.string()',
      "byId = z.object({ id: z.string().regex(/^(a+)+$/).refine((id) => id !== 'aaa')",
    );
    const connector = await load(source, { firstDelay: 1 });
    const remote = connector.entities[0]?.actions.get?.remote;
    expect((await remote?.request?.({ id: 'aa' }))?.path).toBe('/readings/aa');
    await expect(remote?.request?.({ id: 'aaa' })).rejects.toMatchObject({
      code: 'invalid_params',
      errors: [{ field: '/params/id' }],
    });
    await expect(remote?.request?.({ id: 'b' })).rejects.toMatchObject({ code: 'invalid_params' });
  });

  it('has rules of settings applied in its interpreter, expressions and functions alike', async () => {
    const connector = await load(
      connectorSource('hostile', {}).replace(
        "baseUrl: 'https://weather.example.com'",
        `settings: z.object({ region: z.string().regex(/^(?:b|(a+)+)$/).refine((region) => region !== 'aaa').transform((region) => region + '-1') }),
        baseUrl: 'https://{region}.example.com'`,
      ),
      { response: 500, firstDelay: 1 },
    );
    const base_url = 'http://127.0.0.1';
    expect(await validSettings(connector, { region: 'aa', base_url })).toEqual({ region: 'aa-1', base_url });
    expect(await validSettings(connector, {}, ['region'])).toEqual({});
    await expect(validSettings(connector, { region: 'aaa' })).rejects.toThrow('settings.region is not valid');
    await expect(validSettings(connector, { region: 'x' })).rejects.toThrow('settings.region must match the pattern');
    await expect(validSettings(connector, { region: 'aa', base_url: 'ftp://x' })).rejects.toThrow('base_url');
    await expect(validSettings(connector, { region: `${'a'.repeat(40)}c` })).rejects.toThrow(
      'The connector hostile failed while it checked settings: it took longer than 0.5 s.',
    );
  });

  it('has default values of settings accepted without a match by the gateway', async () => {
    const connector = await load(
      connectorSource('hostile', {}).replace(
        "baseUrl: 'https://weather.example.com'",
        `settings: z.object({ zones: z.array(z.string().regex(/^(a+)+$/)).prefault(Array(150).fill('a'.repeat(40) + 'b')) }),
        baseUrl: 'https://weather.example.com'`,
      ),
      { response: 500, firstDelay: 1 },
    );
    await expect(validSettings(connector, {})).rejects.toThrow('it took longer than 0.5 s');
  });

  it('has expressions that take a part of a credential matched in linear time', async () => {
    const withMatch = (match: string) =>
      connectorSource('hostile', {})
        .replace('{ auth,', '{ auth, credential,')
        .replace(
          "baseUrl: 'https://weather.example.com'",
          `places: { region: credential('api_key', { match: ${match} }) }, baseUrl: 'https://{region}.example.com'`,
        );
    const { upstream } = await load(withMatch('/^((?:.+)+)~$/'));
    const region = (key: string) =>
      resolveValue(upstream.places.region, { settings: {}, today: '', credential: () => key });
    expect(region('eu-1~')).toBe('eu-1');
    expect(region('k'.repeat(50_000))).toBeUndefined();
    await expect(load(withMatch('/^(a)(?=b)/'))).rejects.toThrow(/expression.*CONNECTORY_TRUSTED_CONNECTORS/);
  });

  it('has no expression of its own that the documentation of the gateway compiles', async () => {
    const source = connectorSource('hostile', {}).replace(
      "degrees: z.number().describe('Degrees')",
      "station: z.string().regex(/^(?:(?:[^]+)+)+x$/).describe('Station'), degrees: z.number().describe('Degrees')",
    );
    const connector = await load(source);
    expect(JSON.stringify(connectorDocument(connector))).toContain('station');
  });

  it('whose documentation is no page is refused', async () => {
    const source = connectorSource('hostile', {}).replace('https://weather.example.com/docs', 'javascript:alert(1)');
    await expect(load(source)).rejects.toThrow('upstream.documentation');
  });

  it('keeps every digit of integers, in rows that its code converts and in those it only drops', async () => {
    const large = '{"id":"1","degrees":-90071992547409931}';
    const rows = Buffer.from(`[${large},{"id":"2","degrees":1.10},${large}]`);
    const shaped = async (list: string) => {
      const { records } = await code(await load(connectorSource('hostile', { list })), 'list').page({
        ...page(3),
        rows,
      });
      return records?.json.toString();
    };
    expect(await shaped("keep: ({ id }) => id === '1',")).toBe(`[${large},${large}]`);
    expect(
      await shaped(
        'toRecord: ({ id, degrees }) => ({ id, twice: typeof degrees === "bigint" ? degrees * 2n : degrees }),',
      ),
    ).toBe('[{"id":"1","twice":-180143985094819862},{"id":"2","twice":1.1},{"id":"1","twice":-180143985094819862}]');
  });

  it('has digests and URLs as in Node.js, and no other module of it', async () => {
    const toRecord = `toRecord: ({ id }) => {
      const url = new URL('../a?b=%C3%A9+x&b=2#c', 'https://user@Example.com:8443/x/y');
      return { id, digest: hexDigest('md5', 'é'), href: url.href, host: url.host, all: url.searchParams.getAll('b'),
        written: String(new URLSearchParams({ q: "a b&c'é*~" })), none: URL.parse('a'), valid: URL.canParse('a:b') };
    },`;
    const source = connectorSource('hostile', { list: toRecord }).replace('{ auth,', '{ auth, hexDigest,');
    const { records } = await code(await load(source), 'list').page(page(1));
    const url = new URL('../a?b=%C3%A9+x&b=2#c', 'https://user@Example.com:8443/x/y');
    expect(JSON.parse(records?.json.toString() ?? '')).toEqual([
      {
        id: '1',
        digest: createHash('md5').update('é').digest('hex'),
        href: url.href,
        host: url.host,
        all: url.searchParams.getAll('b'),
        written: String(new URLSearchParams({ q: "a b&c'é*~" })),
        none: null,
        valid: true,
      },
    ]);
  });

  it('computes search fields of records in its interpreter', async () => {
    const source = connectorSource('hostile', {})
      .replace('refuseParam, restApi }', 'refuseParam, restApi, from }')
      .replace(
        "search: { fields: ['id', 'degrees'] }",
        "search: { fields: ['id'], derived: { warm: from(z.boolean(), ({ degrees }) => degrees.valueOf() > 15) } }",
      );
    const [entity] = (await load(source)).entities;
    const records = [{ degrees: 20 }, { degrees: 10 }, { degrees: null }];
    await entity?.search?.prepare?.(records);
    expect(records.map((record) => entity?.search?.derived.warm?.from?.(record))).toEqual([true, false, null]);
  });

  it('is no package that the gateway itself ever imports', async () => {
    const marker = join(directory.path, 'connectors/node_modules/connector-hostile/index.js');
    await load(connectorSource('hostile', { more: 'globalThis.isImportedByThePlugin = true;' }));
    expect(await readFile(marker, 'utf8')).toContain('isImportedByThePlugin');
    expect((globalThis as RawValue).isImportedByThePlugin).toBeUndefined();
  });
});

it('the functions of events run in the interpreter of the plugin, and what they throw stays there', async () => {
  const declared = `{
    documentation: 'https://thermometers.example.com/events',
    entities: ['readings'],
    secret: 'Secret of the webhook',
    signature: hmacSignature({ header: 'signature' }),
    handshake: ({ body }) => body.challenge && { contentType: 'text/plain', body: body.challenge },
    hints: ({ body }) => [{ entity: 'readings', params: { id: body.reading.id } }],
    simulate: () => undefined,
  }`;
  const source = connectorSource('thermometer')
    .replace('refuseParam,', 'hmacSignature, refuseParam,')
    .replace(/check: \{/, `events: ${declared},\n  check: {`);
  const { events: own } = await load(source, {}, 'connector-thermometer');
  const event = (body: RawValue) => ({ method: 'POST', headers: {}, query: {}, body });
  expect(own?.signature).toMatchObject({ kind: 'hmac', header: 'signature' });
  expect(await own?.remote?.hints(event({ reading: { id: '7' } }))).toEqual([
    { entity: 'readings', params: { id: '7' } },
  ]);
  expect(await own?.remote?.handshake(event({ challenge: 'x' }))).toEqual({ contentType: 'text/plain', body: 'x' });
  expect(await own?.remote?.handshake(event({}))).toBeUndefined();
  await expect(own?.remote?.hints(event({}))).rejects.toThrow('thrown in the interpreter of a plugin');
});

describe('a contained plugin under a policy', () => {
  const source = connectorSource('weather')
    .replace('import { auth,', 'import { auth, from,')
    .replace(
      "fields: ['id', 'degrees'] }",
      "fields: ['id', 'degrees'], derived: { isWarm: from(z.boolean(), (record) => record.degrees > 15) } }",
    )
    .replace('  entities: [readings],', "  entities: [readings],\n  personal: { contact: 'degrees', none: 'id' },");
  const json = Buffer.from('[{"id":"1","degrees":20},{"id":"2","degrees":10},{"id":"3","degrees":30}]');

  async function shown(policy: Policy) {
    const registry = createRegistry([await load(source)]);
    const controlPlane = { workspaces: { hashKey: async () => Buffer.alloc(32, 1) } };
    const connection = { workspaceId: 'w', connector: 'weather', name: 'north', id: 'c' } as unknown as Connection;
    const entity = registry.get('weather')?.entities.get('readings');
    const view = entity && (await viewOf({ registry, controlPlane }, policy, connection, entity));
    if (view === undefined) throw new Error('nothing is hidden');
    return JSON.parse((await view.records({ json, count: 3 }, 'list', {})).json.toString());
  }

  it('keeps its marks of personal data', async () => {
    expect(await shown({ personal: { contact: 'drop' } })).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]);
  });

  it('computes the fields that decide which records exist', async () => {
    const records = [{ connector: 'weather', entity: 'readings', where: { eq: { isWarm: true } } }];
    expect(await shown({ records })).toEqual([
      { id: '1', degrees: 20 },
      { id: '3', degrees: 30 },
    ]);
  });
});
