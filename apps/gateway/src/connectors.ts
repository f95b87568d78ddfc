import type { Connector } from '@connectory/connector-sdk';
import type { Configuration } from './configuration.ts';
import { loadPlugin, type Plugin, pluginFolderOf } from './plugin-package.ts';

/** What a gateway serves. */
export interface InstalledConnectors {
  /** The built-in ones and those of plugins. */
  readonly connectors: readonly Connector[];
  /** The connectors of `CONNECTORY_CONNECTORS` with the packages they came from. */
  readonly plugins: readonly Plugin[];
}

/**
 * The built-in connectors and those of the packages the configuration names; each package exports exactly one. Throws an `Error` in
 * one line that names the package, what is wrong with it and what to do.
 */
export async function loadConnectors({
  extraConnectors,
  dataDirectory,
}: Pick<Configuration, 'extraConnectors' | 'dataDirectory'>): Promise<InstalledConnectors> {
  // Loaded here and not with the module: whoever starts a gateway with connectors of its own needs none of these.
  const { builtInConnectors } = await import('./built-in-connectors.ts');
  const names = [...new Set(extraConnectors)];
  const plugins = await Promise.all(names.map((name) => loadPlugin(name, pluginFolderOf(dataDirectory))));
  const owners = new Map(builtInConnectors.map(({ id }) => [id, 'a connector that comes with the gateway']));
  for (const { connector, packageName } of plugins) {
    const owner = owners.get(connector.id);
    if (owner !== undefined) {
      throw new Error(
        `The connector package ${packageName} cannot be used: its id ${connector.id} is that of ${owner}. Give it another id, or take it out of CONNECTORY_CONNECTORS.`,
      );
    }
    owners.set(connector.id, `the package ${packageName}`);
  }
  return { connectors: [...builtInConnectors, ...plugins.map(({ connector }) => connector)], plugins };
}
