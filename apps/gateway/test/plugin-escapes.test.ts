import { once } from 'node:events';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RawValue } from '@connectory/connector-sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContainedPlugin, loadContainedPlugin } from '../src/plugins/contained/load-contained-plugin.ts';
import { pluginFolderOf } from '../src/plugins/plugin-package.ts';
import { temporaryDirectory } from './gateway-process.ts';
import { connectorSource, installPackages } from './plugin-folder.ts';

const secret = 'the-secret-of-the-gateway';
const open: ContainedPlugin[] = [];
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let server: Server;
let visits = 0;

beforeAll(async () => {
  directory = await temporaryDirectory();
  process.env.SECRET_OF_THE_GATEWAY = secret;
  server = createServer((_request, response) => response.end(`export default '${secret}';`)).listen(0, '127.0.0.1');
  server.on('connection', () => {
    visits += 1;
  });
  await once(server, 'listening');
  await writeFile(join(directory.path, 'secret.key'), secret);
  await writeFile(join(directory.path, 'secret.js'), `export default '${secret}';`);
});

afterAll(async () => {
  for (const plugin of open) plugin.close();
  delete process.env.SECRET_OF_THE_GATEWAY;
  server.close();
  await directory.remove();
});

async function load(name: string): Promise<ContainedPlugin> {
  const options = { pluginFolder: pluginFolderOf(directory.path), dataDirectory: directory.path };
  const plugin = await loadContainedPlugin(name, { ...options, onEvent: () => undefined });
  open.push(plugin);
  return plugin;
}

const folderOf = (name: string) => join(pluginFolderOf(directory.path), 'node_modules', name);

/** Expressions for a global object, or for what could lead to one of another realm. */
const ways: Readonly<Record<string, string>> = {
  global: 'globalThis',
  'sloppy function': "Function('return this')()",
  'indirect eval': "(0, eval)('this')",
  'constructor of a function': "(() => 0).constructor('return this')()",
  'constructor of a generator': "(function* () {}).constructor('yield this')().next().value",
  'constructor of an error': "new Error().constructor.constructor('return this')()",
  'constructor of a class of the gateway': "URL.constructor('return this')()",
  'prototype of a class of the gateway':
    "Object.getPrototypeOf(URL.prototype).constructor.constructor('return this')()",
  'value of the gateway':
    "new URL('https://a.example/?b').searchParams.entries().constructor.constructor('return this')()",
  'function of the gateway': "console.log.constructor('return this')()",
  'error of the gateway': "thrown(() => createHash('x').digest('hex')).constructor.constructor('return this')()",
  'error of a refused import': "refusal.constructor.constructor('return this')()",
  'prototype of a refused import': "Object.getPrototypeOf(refusal).constructor.constructor('return this')()",
  'error of a full stack': "thrown(() => { const f = () => f() + 1; f(); }).constructor.constructor('return this')()",
  'caller of a function': '(function () { try { return arguments.callee.caller ?? {}; } catch { return {}; } })()',
  'frames of a stack': `(() => { let found; Error.prepareStackTrace = (_error, frames) => { found = frames; };
    new Error().stack; delete Error.prepareStackTrace; return found?.[0]?.getThis?.() ?? {}; })()`,
  'module object': "(await import('@connectory/connector-sdk')).defineConnector.constructor('return this')()",
};

/** What is reached through a global object `g`: anything but undefined has escaped. */
const targets = (file: string, url: string): Readonly<Record<string, string>> => ({
  environment: 'g.process?.env',
  'file by process': `g.process?.getBuiltinModule?.('node:fs').readFileSync(${file}, 'utf8')`,
  'file by require': `g.require?.('node:fs').readFileSync(${file}, 'utf8')`,
  'file by std': `g.std?.loadFile(${file})`,
  'bindings of Node.js': 'g.process?.binding ?? g.process?._linkedBinding ?? g.internalBinding',
  'end of the process': 'g.process?.exit?.(7) ?? g.process?.abort?.() ?? g.std?.exit?.(7)',
  'program of the system': "g.os?.exec?.(['/bin/true']) ?? g.Deno ?? g.Bun",
  'request by fetch': `g.fetch?.(${url})`,
  'request by a socket': `g.WebSocket && new g.WebSocket(${url}.replace('http', 'ws'))`,
  'request by an event source': `g.EventSource && new g.EventSource(${url})`,
  'request by an old browser': 'g.XMLHttpRequest',
  'request by a lazy global': `(g.Headers, g.FormData, g.MessageEvent, g.CloseEvent, g[Symbol.for('undici.globalDispatcher.1')])`,
  'symbols of a runtime': 'Object.getOwnPropertySymbols(g).find((symbol) => symbol !== Symbol.toStringTag)',
  timers: 'g.setTimeout ?? g.setInterval ?? g.setImmediate ?? g.queueMicrotask',
  'other threads': 'g.Worker ?? g.MessageChannel ?? g.BroadcastChannel ?? g.postMessage ?? g.parentPort ?? g.onmessage',
  'memory of others': 'g.Atomics?.wait ?? g.WebAssembly',
  'functions of the host': 'g.host ?? g.bigintMark',
  'helpers of a shell': 'g.print ?? g.load ?? g.read ?? g.readline ?? g.gc ?? g.scriptArgs ?? g.os ?? g.std ?? g.bjson',
  'state of another plugin': 'g.stateOfTheVictim',
  'objects of Node.js': 'g.Buffer ?? g.global ?? g.module ?? g.exports ?? g.structuredClone ?? g.performance',
  storage: 'g.localStorage ?? g.sessionStorage ?? g.caches ?? g.indexedDB',
});

it('each of several hundred ways out of the interpreter leads nowhere', async () => {
  const file = JSON.stringify(join(directory.path, 'secret.key'));
  const url = JSON.stringify(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x.js`);
  const modules = [
    ...['fs', 'child_process', 'net', 'http', 'dns', 'dgram', 'tls', 'worker_threads', 'vm', 'module', 'process'],
    ...['os', 'v8', 'inspector', 'cluster', 'async_hooks', 'timers', 'sqlite', 'wasi', 'repl', 'buffer', 'url', 'test'],
  ].flatMap((name) => [`node:${name}`, name]);
  const places = [
    ...['std', 'qjs:std', 'qjs:os', 'bjson', 'constructor', '__proto__', 'the gateway', '', '.', '..', '/', '#x'],
    ...[
      '/etc/passwd',
      '/proc/self/environ',
      '/proc/self/root/etc/passwd',
      'file:///etc/passwd',
      'file://localhost/etc/passwd',
    ],
    ...[
      '../../../secret.js',
      '../../../secret.key',
      '../../../../../../../../etc/passwd',
      './index.js/../../../../secret.js',
    ],
    ...[directory.path, join(directory.path, 'secret.js'), pathToFileURL(join(directory.path, 'secret.js')).href],
    ...[
      'data:text/javascript,export default 1',
      'blob:x',
      `http://127.0.0.1/x.js`,
      '@connectory/gateway',
      '/root',
      '@connectory/../x',
    ],
    ...[
      'connector-victim/../../secret.js',
      'connector-victim/package.json',
      'express',
      'pino',
      './link.js',
      './linked/secret.js',
      './data.json',
    ],
  ];
  const attempts = [
    ...Object.entries(ways).flatMap(([way, found]) =>
      Object.entries(targets(file, url)).map(([target, reach]) => [
        `${way}: ${target}`,
        `const g = ${found}; return ${reach};`,
      ]),
    ),
    ...[...modules, ...places].map((name) => [`import ${name}`, `return await import(${JSON.stringify(name)});`]),
    ['import by URL', `return await import(${url});`],
    ...modules
      .slice(0, 12)
      .map((name) => [`code that imports ${name}`, `return await Function("return import('${name}')")();`]),
    [
      'members of what Node.js has',
      "const crypto = await import('node:crypto'); return Object.keys(crypto).find((name) => name !== 'createHash');",
    ],
    ['file of the module', 'return import.meta.dirname ?? import.meta.filename ?? import.meta.resolve;'],
    ['code of another plugin', "return (await import('connector-victim')).state;"],
    ['control', "return 'reached';"],
  ] as const;
  expect(attempts.length).toBeGreaterThan(400);
  const source = connectorSource('hostile').replace("summary: 'Readings of thermometers'", 'summary: report');
  await installPackages(directory.path, {
    'connector-victim': `globalThis.stateOfTheVictim = 'state'; export const state = globalThis.isTheVictim;\n${connectorSource('victim', { more: 'globalThis.isTheVictim = true;' })}`,
    'connector-hostile': `
      import { createHash } from 'node:crypto';
      const thrown = (run) => { try { run(); return {}; } catch (error) { return error; } };
      const refusal = await import('node:fs').catch((error) => error);
      const names = Object.getOwnPropertyNames(globalThis);
      const reached = [];
      let tried = 0;
      const attempt = async (name, run) => {
        tried += 1;
        try { const got = await run(); if (got !== undefined) reached.push(name + ': ' + String(got).slice(0, 100)); } catch {}
      };
      ${attempts.map(([name, body]) => `await attempt(${JSON.stringify(name)}, async () => { ${body} });`).join('\n')}
      const report = JSON.stringify({ reached, names, tried });
      ${source}`,
  });
  await writeFile(join(folderOf('connector-hostile'), 'data.json'), '{}');
  await symlink(join(directory.path, 'secret.js'), join(folderOf('connector-hostile'), 'link.js'));
  await symlink(directory.path, join(folderOf('connector-hostile'), 'linked'));
  await load('connector-victim');
  const { connector } = await load('connector-hostile');
  const report: RawValue = JSON.parse(connector.entities[0]?.summary ?? '');
  expect(report.reached).toEqual(['control: reached']);
  expect(report.tried).toBe(attempts.length);
  const language = new Set(Object.getOwnPropertyNames(globalThis));
  const further = ['InternalError', 'Float16Array', 'Iterator'];
  expect(report.names.filter((name: string) => !language.has(name) && !further.includes(name))).toEqual([]);
  expect(JSON.stringify(report)).not.toContain(secret);
  expect(visits).toBe(0);
});

it('a nested manifest of a package opens no folder to it', async () => {
  const name = 'connector-nested';
  await installPackages(directory.path, { [name]: '' });
  const dist = join(folderOf(name), 'dist');
  await mkdir(join(dist, 'node_modules/innocent'), { recursive: true });
  const manifest = { name, version: '1.0.0', type: 'module', exports: './dist/index.js' };
  await writeFile(join(folderOf(name), 'package.json'), JSON.stringify(manifest));
  const nested = {
    type: 'module',
    dependencies: { '/root': '*', '/etc': '*', '../../../..': '*' },
    imports: { '#up': '../../../../secret.js' },
  };
  await writeFile(join(dist, 'package.json'), JSON.stringify(nested));
  // A folder that only claims to be the package.
  await rm(join(dist, 'node_modules/innocent'), { recursive: true });
  await symlink(directory.path, join(dist, 'node_modules/innocent'));
  await writeFile(join(directory.path, 'package.json'), '{"name":"other","type":"module"}');
  const specifiers = ['/root', '/etc', '/srv/x.js', '../../../..', '#up', 'innocent/secret.js', 'innocent'];
  await writeFile(
    join(dist, 'index.js'),
    `const refused = [];
    for (const name of ${JSON.stringify(specifiers)}) await import(name).catch(() => refused.push(name));
    ${connectorSource('nested').replace("summary: 'Readings of thermometers'", 'summary: refused.join()')}`,
  );
  const { connector } = await load(name);
  expect(connector.entities[0]?.summary).toBe(specifiers.join());
});

it.each([
  [
    'imports a module of Node.js',
    "import 'node:fs';",
    /node:fs, which a contained plugin does not have; list it in CONNECTORY_TRUSTED_CONNECTORS/,
  ],
  ['imports a file outside of its package', "import '../../../secret.js';", /lies outside of its package/],
  ['imports a package that is not there', "import 'no-such-package';", /no-such-package/],
  ['is CommonJS', "require('zod');", /CommonJS: it must be ES modules, or be bundled \(npx tsdown\)/],
])('a package that %s is refused with one line', async (_about, source, reason) => {
  await installPackages(directory.path, { 'connector-refused': source });
  const manifest = { name: 'connector-refused', version: '1.0.0', exports: './index.js' };
  if (/require/.test(source))
    await writeFile(join(folderOf('connector-refused'), 'package.json'), JSON.stringify(manifest));
  const error: Error = await load('connector-refused').then(
    () => new Error('it was loaded'),
    (thrown) => thrown,
  );
  expect(error.message).toMatch(reason);
  expect(error.message).not.toContain('\n');
});
