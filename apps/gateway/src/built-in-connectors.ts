import type { Connector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { exportedConnector } from './plugins/contained/inside/exported-connector.ts';

/** The packages of the built-in connectors. */
export const builtInPackages: readonly string[] = Object.keys(packageJson.dependencies)
  .filter((name) => name.startsWith('@connectory/connector-') && name !== '@connectory/connector-sdk')
  .sort();

/**
 * The built-in connectors by ID: the connector packages among the dependencies in the gateway's package.json, the only list of them. Each
 * package exports exactly one.
 */
export const builtInConnectors: readonly Connector[] = await Promise.all(
  builtInPackages.map(async (name) => exportedConnector(await import(name), name)),
);
