import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connector, RawValue } from '@connectory/connector-sdk';
import type { RemoteAction } from '@connectory/connector-sdk/engine';
import { validateInput } from '@connectory/errors/validation';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
const short = { response: 500, heap: 48 * mebibyte, memory: 200 * mebibyte, firstDelay: 60_000 };

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
const waitFor = (milliseconds: number) =>
  `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds});`;
const hungry = 'const all = []; for (;;) all.push({ text: String(all.length).repeat(10) });';
const hungryOutside = 'const all = []; for (;;) all.push(Buffer.alloc(4_000_000, 1));';

describe('a contained plugin is stopped and its call fails, naming the cause', () => {
  const wire = (body: string) => ({ get: `toRecord: (row) => row, wire: () => { ${body} },` });
  const attacks: readonly (readonly [about: string, options: object, reason: RegExp])[] = [
    ['loops in wire', wire(forEver), /took longer than 0.5 s/],
    ['loops in a getter', wire(`return { get query() { ${forEver} } };`), /took longer than 0.5 s/],
    ['matches a text for ever', wire("/^(a+)+$/.test('a'.repeat(40) + 'b');"), /took longer than 0.5 s/],
    ['fills its heap', wire(hungry), /took more than 200 MiB|took longer|used up/],
    ['fills memory outside of its heap', wire(hungryOutside), /took more than 200 MiB|took longer|used up/],
    ['exits', wire('process.exit(7);'), /its process ended \(exit code 7\)/],
    ['exits by the back door', wire('process.reallyExit(0);'), /its process ended \(exit code 0\)/],
    ['aborts', wire('process.abort();'), /its process was aborted/],
    ['kills itself by an answer of its own', wire('fs.writeSync(3, Buffer.alloc(64, 0xff));'), /an invalid message/],
    ['floods the channel', wire('for (;;) fs.writeSync(3, Buffer.alloc(65536));'), /an invalid message/],
    [
      'answers twice',
      wire(
        'const text = \'{"kind":"answer"}\'; const frame = Buffer.alloc(8 + text.length); frame.writeUInt32BE(text.length); frame.write(text, 8); fs.writeSync(3, frame); fs.writeSync(3, frame);',
      ),
      /an invalid message|the request is not allowed/,
    ],
  ];

  const noText = { toString: 1, valueOf: 1 };
  it.each([
    { kind: 'outside', thrown: { kind: 'error', name: noText, frames: '' } },
    { kind: 'outside', thrown: { kind: 'error', name: '', frames: noText } },
    { kind: 'outside', thrown: { kind: 'report', code: 'invalid_params', message: noText } },
    { kind: 'outside', thrown: { kind: 'report', code: 'invalid_params', message: '', error: { param: noText } } },
    { kind: 'outside', thrown: noText },
    { kind: 'thrown', thrown: { kind: 'error', name: noText, frames: noText } },
  ])('that sends %j', async (message) => {
    const send = `const text = ${JSON.stringify(JSON.stringify(message))}; const frame = Buffer.alloc(8 + text.length);
      frame.writeUInt32BE(text.length); frame.write(text, 8); fs.writeSync(3, frame); ${forEver}`;
    const connector = await load(`import fs from 'node:fs';\n${connectorSource('hostile', wire(send))}`, short);
    await expect(code(connector, 'get').request({ id: 'x' })).rejects.toThrow(/took longer|invalid message|thrown in/);
  });

  it.each(attacks)('that %s', async (_about, options, reason) => {
    const source = `import fs from 'node:fs';\n${connectorSource('hostile', options)}`;
    // What ends by itself takes as long as the machine needs.
    const limits = /took longer/.test(reason.source) ? short : { ...short, response: 120_000 };
    const connector = await load(source, limits);
    await expect(code(connector, 'get').request({ id: 'x' })).rejects.toThrow(reason);
  });

  it('that loops while it is loaded', async () => {
    const source = connectorSource('hostile', { more: forEver });
    await expect(load(source, { load: 1_000 })).rejects.toThrow(
      'connector-hostile fails while it is loaded: it did not finish loading within 1 s.',
    );
  });

  it.each([
    // Whichever of its bounds the process meets first.
    ['is gigantic', "text: 'x'.repeat(100_000_000)", /too long|took (?:longer|more)|used up/],
    ['is cyclic', 'get self() { return cyclic; }', /thrown in the process/],
    ['is deep', "below: JSON.parse('['.repeat(200_000) + ']'.repeat(200_000))", /thrown in the process/],
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
    const connector = await load(
      connectorSource('hostile', {
        get: "toRecord: (row) => row, wire: (_rest, { id }) => { if (id === 'exit') process.exit(1); return {}; },",
      }),
    );
    const { request } = code(connector, 'get');
    const [culprit, ...others] = await Promise.allSettled(['exit', 'a', 'b', 'c'].map((id) => request({ id })));
    expect(culprit).toMatchObject({ status: 'rejected' });
    expect(others.map((other) => other.status === 'fulfilled' && other.value.path)).toEqual(
      ['a', 'b', 'c'].map((id) => `/readings/${id}`),
    );
    expect(events).toMatchObject([{ kind: 'stopped', reason: 'its process ended (exit code 1)', restartsIn: 0 }]);
  });

  it('that waits for the processor, as on a busy machine, has the time to respond', async () => {
    const connector = await load(
      connectorSource('hostile', { get: `toRecord: (row) => row, wire: () => { ${waitFor(3_000)} return {}; },` }),
      { response: 1_500 },
    );
    expect(await code(connector, 'get').request({ id: 'x' })).toMatchObject({ path: '/readings/x' });
  });

  it('that only waits is stopped in the end', async () => {
    const connector = await load(
      connectorSource('hostile', { get: `toRecord: (row) => row, wire: () => { ${waitFor(3_600_000)} },` }),
      short,
    );
    await expect(code(connector, 'get').request({ id: 'x' })).rejects.toThrow('took longer than 0.5 s');
  });

  it('whose process was killed from outside is asked once more', async () => {
    const connector = await load(
      connectorSource('hostile', {
        get: `toRecord: (row) => row, wire: () => { ${waitFor(200)} return { query: { pid: process.pid } }; },`,
      }),
    );
    const { request } = code(connector, 'get');
    const pidOf = async () => Number((await request({ id: 'x' })).query?.pid);
    const killed = await pidOf();
    const underWay = pidOf();
    process.kill(killed, 'SIGKILL');
    expect(await underWay).not.toBe(killed);
    expect(events).toMatchObject([{ kind: 'stopped', reason: 'its process ended (SIGKILL)', restartsIn: 0 }]);
  });

  it('that goes on failing is left alone for a while, and calls say until when', async () => {
    const connector = await load(
      connectorSource('hostile', { get: 'toRecord: (row) => row, wire: () => process.exit(1),' }),
      { firstDelay: 60_000 },
    );
    const { request } = code(connector, 'get');
    for (let call = 0; call < 2; call += 1) await expect(request({ id: 'x' })).rejects.toThrow('exit code 1');
    await expect(request({ id: 'x' })).rejects.toThrow(/exit code 1\); it restarts in (60|5\d) s\./);
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

  it('reaches no file, process, network, module or handle, and knows no secret', async () => {
    process.env.SECRET_OF_THE_GATEWAY = 'a secret';
    const key = JSON.stringify(join(directory.path, 'secret.key'));
    const attempts: Readonly<Record<string, string>> = {
      key: `fs.readFileSync(${key}, 'utf8')`,
      directory: `fs.readdirSync(${JSON.stringify(directory.path)})`,
      system: "fs.readFileSync('/etc/passwd', 'utf8')",
      ownEnvironment: "fs.readFileSync('/proc/self/environ', 'utf8')",
      parentEnvironment: "fs.readFileSync('/proc/' + process.ppid + '/environ', 'utf8')",
      parentMemory: "fs.openSync('/proc/' + process.ppid + '/mem', 'r')",
      neighbor: `fs.readFileSync(${JSON.stringify(`${pluginFolderOf(directory.path)}/node_modules/connector-hostile-2/key`)})`,
      write: "fs.writeFileSync(new URL('made.txt', import.meta.url), 'x')",
      writeAnywhere: "fs.writeFileSync('/tmp/made-by-a-plugin', 'x')",
      link: `fs.symlinkSync(${key}, new URL('link', import.meta.url))`,
      kill: 'process.kill(process.ppid, 0)',
      rawKill: 'process._kill(process.ppid, 0)',
      inspectParent: 'process._debugProcess(process.ppid)',
      execute: "process.execve('/bin/true', [], {})",
      binding: "process.binding('process_methods')",
      builtin: "process.getBuiltinModule('node:net').connect",
      handles: 'process._getActiveHandles()',
      fetch: "fetch.call(undefined, 'http://127.0.0.1:9')",
      hooks: 'module.registerHooks({})',
      spawn: "(await import('node:child_process')).spawnSync('/bin/true')",
      thread: "new (await import('node:worker_threads')).Worker('1', { eval: true })",
      required: "module.createRequire(import.meta.url)('node:net').connect",
      loaded: "module._load('node:os').setPriority",
      network: "(await import('node:net')).connect",
      flags: "(await import('node:v8')).setFlagsFromString",
      killOfModule: "(await import('node:process')).kill.call",
      replaced: `(await (async () => {
        const { startsWith } = String.prototype;
        const { has } = Set.prototype;
        String.prototype.startsWith = () => false;
        Set.prototype.has = () => true;
        try { return await import('node:http'); }
        finally { String.prototype.startsWith = startsWith; Set.prototype.has = has; }
      })()).request`,
      inspector: "(await import('node:inspector')).Session",
    };
    const probes = Object.entries(attempts).map(
      ([name, attempt]) =>
        `try { const got = ${attempt}; found.push('${name}: ' + String(got).slice(0, 50)); } catch (error) { denied.push('${name}'); }`,
    );
    const source = connectorSource('hostile', {}).replace("summary: 'Readings of thermometers'", 'summary: report');
    const connector = await load(`
      import fs from 'node:fs';
      import module from 'node:module';
      const found = [];
      const denied = [];
      ${probes.join('\n')}
      const report = JSON.stringify({ found, denied, environment: Object.keys(process.env), arguments: process.argv.length });
      ${source
        .replace(/import \{ auth/, 'const { auth')
        .replace(/\} from '(@connectory[^']+)';/, "} = await import('$1');")
        .replace("import { z } from 'zod';", "const { z } = await import('zod');")}
    `);
    const report: RawValue = JSON.parse(connector.entities[0]?.summary ?? '');
    expect(report.found).toEqual([]);
    expect(report.denied).toEqual(Object.keys(attempts));
    expect(report.environment).toEqual([]);
    delete process.env.SECRET_OF_THE_GATEWAY;
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
  ])('cannot ask for a request with %s', async (_about, request) => {
    const more = `
      const [entity] = connector.entities;
      const get = { ...entity.actions.get, toRecord: (row) => row, request: (params) => ${request} };
      export const evil = { ...connector, entities: [{ ...entity, actions: { ...entity.actions, get } }] };
    `;
    const source = connectorSource('hostile', { more }).replace('export const connector', 'const connector');
    const connector = await load(source);
    await expect(code(connector, 'get').request({ id: 'x' })).rejects.toThrow('the request is not allowed');
  });

  it('is asked nothing where everything is declared', async () => {
    const connector = await load(connectorSource('hostile', {}));
    const { list } = connector.entities[0]?.actions ?? {};
    const page = { params: {}, count: 1, value: () => 'abc', first: () => 1, last: () => 1, header: () => undefined };
    expect(list?.remote).toBeUndefined();
    expect(list?.request({ cursor: 'x' })).toMatchObject({ method: 'GET', path: '/readings', query: { cursor: 'x' } });
    expect(list?.paging?.next(page)).toEqual({ cursor: 'abc' });
  });

  it('has rules that are functions or expressions applied in its own process', async () => {
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

  it('has expressions of settings applied under a guard, and no setting whose rule is a function', async () => {
    const upstream = (rule: string) =>
      connectorSource('hostile', {}).replace(
        "baseUrl: 'https://weather.example.com'",
        `settings: z.object({ region: z.string()${rule} }), baseUrl: 'https://{region}.example.com'`,
      );
    const connector = await load(upstream('.regex(/^(a+)+$/)'));
    const { settings } = connector.upstream;
    expect(validateInput(settings, { region: 'aa' })).toEqual({ region: 'aa' });
    expect(() => validateInput(settings, { region: `${'a'.repeat(40)}b` })).toThrow('pattern');
    expect(() => validateInput(settings, { region: 'aa', base_url: 'ftp://x' })).toThrow('base_url');
    await expect(load(upstream('.refine(() => true)'))).rejects.toThrow(
      /the rule of its setting region is a function.*CONNECTORY_TRUSTED_CONNECTORS/,
    );
  });

  it('computes search fields of records in its process', async () => {
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

it('the functions of events run in the process of the plugin, and what they throw stays there', async () => {
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
  await expect(own?.remote?.hints(event({}))).rejects.toThrow('thrown in the process of a plugin');
});
