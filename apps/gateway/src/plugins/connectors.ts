import type { Connector } from '@connectory/connector-sdk';
import type { Logger } from 'pino';
import type { Configuration } from '../start/configuration.ts';
import { logPluginEvents } from './contain-plugin-failures.ts';
import { type ContainedPlugin, loadContainedPlugin } from './contained/load-contained-plugin.ts';
import { loadPlugin, type Plugin, pluginFolderOf, pluginSettings } from './plugin-package.ts';

/** The connectors of a gateway. */
export interface InstalledConnectors {
  /** Built-in connectors and those of plugins. */
  readonly connectors: readonly Connector[];
  /** The connectors of `CONNECTORY_CONNECTORS`, whose code runs in interpreters. */
  readonly contained: readonly ContainedPlugin[];
  /** The connectors of `CONNECTORY_TRUSTED_CONNECTORS`, whose code runs in this process. */
  readonly trusted: readonly Plugin[];
  /** Ends the interpreters of plugins. */
  close(): void;
}

/**
 * Loads the built-in connectors and those of the configured packages; each package exports exactly one. Throws an `Error` in one line that
 * names the package, what is wrong with it and what to do.
 */
export async function loadConnectors(
  {
    extraConnectors,
    trustedConnectors,
    dataDirectory,
  }: Pick<Configuration, 'extraConnectors' | 'trustedConnectors' | 'dataDirectory'>,
  logger?: Logger,
): Promise<InstalledConnectors> {
  // Imported lazily, because a gateway with its own connectors needs none of these.
  const { builtInConnectors } = await import('../built-in-connectors.ts');
  const pluginFolder = pluginFolderOf(dataDirectory);
  const options = { pluginFolder, dataDirectory, onEvent: logPluginEvents(logger) };
  const names = new Set(extraConnectors);
  const trustedNames = new Set(trustedConnectors);
  const loading = [...names]
    .filter((name) => !trustedNames.has(name))
    .map((name) => loadContainedPlugin(name, options));
  const close = async () => {
    for (const loaded of await Promise.allSettled(loading)) if (loaded.status === 'fulfilled') loaded.value.close();
  };
  try {
    const [contained, trusted] = await Promise.all([
      Promise.all(loading),
      Promise.all([...trustedNames].map((name) => loadPlugin(name, pluginFolder))),
    ]);
    requireOwnIds(builtInConnectors, [...contained, ...trusted]);
    const connectors = [...builtInConnectors, ...[...contained, ...trusted].map(({ connector }) => connector)];
    return { connectors, contained, trusted, close: () => void close() };
  } catch (error) {
    await close();
    throw error;
  }
}

function requireOwnIds(
  builtInConnectors: readonly Connector[],
  plugins: readonly Pick<Plugin, 'connector' | 'packageName'>[],
): void {
  const owners = new Map(builtInConnectors.map(({ id }) => [id, 'a connector that comes with the gateway']));
  for (const { connector, packageName } of plugins) {
    const owner = owners.get(connector.id);
    if (owner !== undefined) {
      throw new Error(
        `The connector package ${packageName} cannot be used: its id ${connector.id} is that of ${owner}. Give it another ID, or remove it from ${pluginSettings}.`,
      );
    }
    owners.set(connector.id, `the package ${packageName}`);
  }
}
