import module from 'node:module';

/** Node.js modules that the code of a connector may use: those that only compute. */
const allowed = [
  'assert',
  'assert/strict',
  'buffer',
  'crypto',
  'events',
  'fs',
  'fs/promises',
  'module',
  'path',
  'path/posix',
  'path/win32',
  'perf_hooks',
  'process',
  'punycode',
  'querystring',
  'stream',
  'string_decoder',
  'timers',
  'timers/promises',
  'url',
  'util',
  'util/types',
  'zlib',
];

/** Properties of `process` that reach other processes, raw modules, or handles of this process. */
const reaching = [
  'kill',
  '_kill',
  '_debugProcess',
  '_debugEnd',
  'binding',
  '_linkedBinding',
  'dlopen',
  'execve',
  'getBuiltinModule',
  '_getActiveHandles',
  '_getActiveRequests',
  'stdin',
  'stdout',
  'stderr',
  'openStdin',
  'report',
  'mainModule',
];

const network = ['fetch', 'WebSocket', 'EventSource', 'Request', 'Response', 'navigator'];

/**
 * Removes what the permissions of Node.js do not cover: signals to other processes, the network, flags of the engine. This JavaScript fence
 * is only an addition to the permissions, which are the actual barrier.
 */
export function buildFence(): void {
  // Nothing here calls a method that later code could have replaced.
  const urls: Record<string, boolean> = Object.create(null);
  for (const name of allowed) urls[`node:${name}`] = true;
  module.registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const { url } = resolved;
      const isBuiltIn = url[0] === 'n' && url[1] === 'o' && url[2] === 'd' && url[3] === 'e' && url[4] === ':';
      if (!isBuiltIn || urls[url] === true) return resolved;
      throw new Error(`a contained connector may not use ${url}`);
    },
  });
  for (const name of ['registerHooks', 'register']) Reflect.deleteProperty(module, name);
  for (const name of reaching) Reflect.deleteProperty(process, name);
  for (const name of network) Reflect.deleteProperty(globalThis, name);
  // The console would write to a stream of the process that is never read.
  for (const name of Object.keys(console)) Reflect.set(console, name, () => undefined);
  module.syncBuiltinESMExports();
}
