import { readdirSync } from 'node:fs';
import type { Connector } from '@connectory/connector-sdk';

const folder = new URL('../../../connectors/', import.meta.url);
const prefix = '@connectory/connector-';
const running = process.env.npm_package_name ?? '';
const ids = running.startsWith(prefix) ? [running.slice(prefix.length)] : readdirSync(folder).sort();

/**
 * The connectors that the tests in `test/each-connector` run on: the one whose package script runs them, or every built-in connector if
 * they are run manually.
 */
export const testedConnectors: readonly Connector[] = await Promise.all(ids.map(connectorOf));

async function connectorOf(id: string): Promise<Connector> {
  const module = (await import(new URL(`${id}/src/index.ts`, folder).href)) as Readonly<Record<string, Connector>>;
  const found = Object.values(module).find((value) => value.id === id && Array.isArray(value.entities));
  if (found === undefined) throw new Error(`connectors/${id} exports no connector with that id.`);
  return found;
}
