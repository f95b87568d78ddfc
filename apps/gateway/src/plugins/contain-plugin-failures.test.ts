import type { Connector } from '@connectory/connector-sdk';
import { expect, it } from 'vitest';
import { culpritOf } from './contain-plugin-failures.ts';
import type { Plugin } from './plugin-package.ts';

const plugin = (folder: string): Plugin => ({ connector: { id: folder } as Connector, packageName: folder, folder });
const plugins = [plugin('/data/connectors/node_modules/weather'), plugin('/data/connectors/node_modules/weather-maps')];

const thrownAt = (...frames: string[]) => {
  const error = new Error('torn');
  error.stack = ['Error: torn', ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return error;
};

const inPlugin = 'Timeout._onTimeout (file:///data/connectors/node_modules/weather/dist/index.js:3:9)';
const inGateway = 'serve (file:///srv/connectory/apps/gateway/src/serve.ts:20:3)';
const inNode = 'process.processTimers (node:internal/timers:523:9)';

it.each([
  ['of the plugin any frame lies in', [inNode, inPlugin, inGateway], plugins[0]],
  ['of the plugin whose whole name it is', [inPlugin.replace('weather/', 'weather-maps/')], plugins[1]],
  ['of the plugin, without a function', ['file:///data/connectors/node_modules/weather/index.js:1:7'], plugins[0]],
  ['of the plugin, as a path', ['async Object.run (/data/connectors/node_modules/weather/a.cjs:1:7)'], plugins[0]],
  ['of the gateway when no plugin is in it', [inNode, inGateway], 'gateway'],
  ['of nobody when it is all of Node.js', [inNode], 'nobody'],
])('a stack is %s', (_about, frames, culprit) => {
  expect(culpritOf(thrownAt(...frames), plugins)).toBe(culprit);
});

it.each(['text', undefined, null, { message: 'no error' }])('what is no error is of nobody: %s', (thrown) => {
  expect(culpritOf(thrown, plugins)).toBe('nobody');
});
