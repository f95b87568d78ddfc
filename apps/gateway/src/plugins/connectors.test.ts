import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/gateway-process.ts';
import { connectorSource, installPackages } from '../../test/plugin-folder.ts';
import { builtInConnectors } from '../built-in-connectors.ts';
import { loadConnectors } from './connectors.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeEach(async () => {
  directory = await temporaryDirectory();
});

afterEach(() => directory.remove());

const builtIn = builtInConnectors[0]?.id ?? '';
const load = (...extraConnectors: string[]) =>
  loadConnectors({ extraConnectors, trustedConnectors: [], dataDirectory: directory.path });

describe('connectors of packages', () => {
  it('are loaded by name from the plugin folder, next to the built-in ones', async () => {
    await installPackages(directory.path, { '@acme/connector-weather': connectorSource('acme-weather') });
    const { connectors, contained } = await load('@acme/connector-weather', '@acme/connector-weather');
    expect(connectors.map(({ id }) => id)).toEqual([...builtInConnectors.map(({ id }) => id), 'acme-weather']);
    expect(contained).toMatchObject([{ connector: connectors.at(-1), packageName: '@acme/connector-weather' }]);
  });

  it('may be exported twice as long as they are one', async () => {
    const source = connectorSource('acme-weather', { more: 'export { connector as default, connector as weather };' });
    await installPackages(directory.path, { 'acme-weather': source });
    expect((await load('acme-weather')).contained).toHaveLength(1);
  });

  it('are looked for next to the gateway when the plugin folder does not have them', async () => {
    await expect(load(`@connectory/connector-${builtIn}`)).rejects.toThrow(
      `its id ${builtIn} is that of a connector that comes with the gateway`,
    );
  });
});

describe('a package is refused that', () => {
  const plain = (text: string) => `export const connector = ${text};`;
  const refusals: readonly (readonly [about: string, source: string, message: string])[] = [
    [
      'exports nothing of the kind',
      'export const answer = 42;',
      'exports no connector; it must export one made with defineConnector',
    ],
    [
      'exports several',
      connectorSource('one', { more: "export const other = { ...connector, id: 'other' };" }),
      'exports several connectors',
    ],
    [
      'was made for another contract',
      connectorSource('acme', {
        more: 'export { next as connector2 }; const next = { ...connector, contract: 2 };',
      }).replace('export const connector', 'const connector'),
      'cannot be used: connector acme was made for contract 2; this gateway supports 1. Install a matching version.',
    ],
    ['has no manifest', plain("{ contract: 1, id: 'acme' }"), 'cannot be used: connector acme is malformed: kind: '],
    ['has an id nobody can type', connectorSource('Acme!'), 'connector Acme!, id: must be lower-case words'],
    ['throws', "throw new Error('no licence\\nat all');", 'fails while it is loaded: no licence. Tell its author'],
    ['throws later', "await Promise.reject(new TypeError('no network'));", 'fails while it is loaded: no network.'],
    [
      'needs what is not installed',
      "import 'not-there-at-all';",
      "fails while it is loaded: Cannot find package 'not-there-at-all'",
    ],
    ['cannot be parsed', 'export const = 1;', 'fails while it is loaded: variable name expected (file:///'],
    [
      'has the id of a built-in one',
      connectorSource(builtIn),
      `its id ${builtIn} is that of a connector that comes with the gateway`,
    ],
  ];

  it.each(refusals)('%s', async (_about, source, message) => {
    await installPackages(directory.path, { '@acme/connector': source });
    const error = await load('@acme/connector').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    const text = error instanceof Error ? error.message : '';
    expect(text).toContain(message);
    expect(text).toContain('@acme/connector');
    expect(text).not.toContain('\n');
  });

  it('has the id of another plugin', async () => {
    await installPackages(directory.path, { one: connectorSource('acme'), two: connectorSource('acme') });
    await expect(load('one', 'two')).rejects.toThrow(
      'The connector package two cannot be used: its id acme is that of the package one.',
    );
  });

  it('was never built', async () => {
    await installPackages(directory.path, { unbuilt: '' });
    await rm(join(directory.path, 'connectors/node_modules/unbuilt/index.js'));
    await expect(load('unbuilt')).rejects.toThrow(
      /^The connector package unbuilt fails while it is loaded: Cannot find module .*unbuilt.index\.js/,
    );
  });

  it('is not installed, saying how to install it', async () => {
    await expect(load('@example/no-such-connector')).rejects.toThrow(
      `@example/no-such-connector could not be loaded: it is not installed. Run npm install --prefix ${join(directory.path, 'connectors')} @example/no-such-connector`,
    );
  });

  it.each([
    './connector.js',
    '/etc/passwd',
    'file:///etc/passwd',
    'data:text/javascript,1',
    'https://example.com/x.js',
    '../x',
  ])('is no package: %s', async (name) => {
    await expect(load(name)).rejects.toThrow('which is not a package name');
  });
});
