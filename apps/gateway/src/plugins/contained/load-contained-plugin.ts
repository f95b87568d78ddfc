import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Connector } from '@connectory/connector-sdk';
import { failsToLoad, firstLine, locatePackage, requireSound } from '../plugin-package.ts';
import { PluginWorker, type WorkerEvent, type WorkerLimits } from './plugin-worker.ts';
import { reviveConnector } from './revive-connector.ts';

/** A connector whose code runs in an interpreter. */
export interface ContainedPlugin {
  readonly connector: Connector;
  readonly packageName: string;
  /** Ends its interpreter. */
  close(): void;
}

/** Where plugins are, and what is done when they are stopped. */
export interface ContainedPluginOptions {
  readonly pluginFolder: string;
  readonly dataDirectory: string;
  readonly onEvent: (connector: string | undefined, packageName: string, event: WorkerEvent) => void;
  readonly limits?: Partial<WorkerLimits>;
}

/**
 * Loads the connector of a package in an interpreter, from the plugin folder, or otherwise from the gateway's own packages. Throws an
 * `Error` in one line that names the package and what to do.
 */
export async function loadContainedPlugin(
  packageName: string,
  { pluginFolder, dataDirectory, onEvent, limits }: ContainedPluginOptions,
): Promise<ContainedPlugin> {
  const url = locatePackage(packageName, pluginFolder);
  if (!existsSync(fileURLToPath(url))) throw failsToLoad(packageName, `Cannot find module ${fileURLToPath(url)}`);
  let id: string | undefined;
  const worker = new PluginWorker({
    packageName,
    url,
    dataDirectory,
    onEvent: (event) => onEvent(id, packageName, event),
    ...(limits && { limits }),
  });
  try {
    const connector = await connectorOf(worker, packageName);
    id = connector.id;
    return { connector, packageName, close: () => worker.close() };
  } catch (error) {
    worker.close();
    throw error;
  }
}

async function connectorOf(worker: PluginWorker, packageName: string): Promise<Connector> {
  const said = await worker.load().catch((error: unknown) => {
    throw failsToLoad(packageName, firstLine(error), error);
  });
  if (said.kind === 'refused') {
    if (said.isWhole) throw new Error(said.message);
    if (said.exported === undefined) throw failsToLoad(packageName, said.message);
    // The registry can name the invalid part.
    requireSound(said.exported, packageName);
    throw new Error(`The connector package ${packageName} cannot be used: ${said.message}`);
  }
  let connector: Connector;
  try {
    connector = reviveConnector(said.connector, worker);
  } catch (error) {
    throw new Error(
      `The connector package ${packageName} cannot be used: ${firstLine(error)}. If you trust it as much as the gateway itself, list it in CONNECTORY_TRUSTED_CONNECTORS.`,
      { cause: error },
    );
  }
  requireSound(connector, packageName);
  return connector;
}
