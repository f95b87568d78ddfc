import { readdirSync } from 'node:fs';
import type { Connector } from '@connectory/connector-sdk';
import type { ConnectorSandbox } from '../src/index.ts';

const folder = new URL('../../../connectors/', import.meta.url);

/** Every connector of the repository. A package depends on no connector, so that they are read from their folder. */
export const builtInConnectors: readonly Connector[] = await Promise.all(readdirSync(folder).sort().map(connectorOf));

/** Their simulated vendors. */
export const builtInSandboxes: readonly ConnectorSandbox[] = await Promise.all(
  builtInConnectors.map(async ({ id }) => (await import(new URL(`${id}/sandbox/index.ts`, folder).href)).sandbox),
);

async function connectorOf(id: string): Promise<Connector> {
  const module = (await import(new URL(`${id}/src/index.ts`, folder).href)) as Readonly<Record<string, Connector>>;
  const found = Object.values(module).find((value) => value.id === id && Array.isArray(value.entities));
  if (found === undefined) throw new Error(`connectors/${id} exports no connector with that id.`);
  return found;
}
