import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describeConnector } from '@connectory/connector-sdk/engine';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { connectorDocument, gatewayDocument } from '@connectory/gateway/operations';
import { errorsPage } from '@connectory/openapi';
import { behaviorsPage } from './behaviors-page.ts';
import { withConnectorsTable } from './connectors-table.ts';
import { jsonText } from './json-text.ts';
import { withPassTable } from './passes.ts';

/** The folder of the repository that holds the published contract. */
export const specFolder = new URL('../../spec/', import.meta.url);

/** Texts by the path of their file, relative to `spec/`. */
export type SpecFiles = Readonly<Record<string, string>>;

/**
 * Returns the generated files: those of the published contract, which only depend on declarations, and READMEs with
 * their tables.
 */
export function specFiles(): SpecFiles {
  const documents = builtInConnectors
    .map((connector) => [connector.id, connectorDocument(connector)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, document]) => [`connectors/${id}.openapi.json`, jsonText(document)]);
  return {
    'openapi.json': jsonText(gatewayDocument()),
    'errors.md': errorsPage(),
    'vendor-behaviors.md': behaviorsPage(builtInConnectors),
    ...Object.fromEntries(
      builtInConnectors.map((connector) => {
        const path = `connectors/${connector.id}/README.md`;
        return [`../${path}`, withPassTable(textOf(path), connector)];
      }),
    ),
    '../README.md': withConnectorsTable(textOf('README.md'), builtInConnectors.map(describeConnector)),
    ...Object.fromEntries(documents),
  };
}

const textOf = (path: string) => readFileSync(new URL(`../${path}`, specFolder), 'utf8');

/** The name and version of a connector's package. */
export function packageOf(id: string): { readonly name: string; readonly version: string } {
  const { name, version } = JSON.parse(textOf(`connectors/${id}/package.json`)) as { name: string; version: string };
  return { name, version };
}

/** Writes the generated files into an existing folder, and removes documents of connectors that no longer exist. */
export function writeSpecFiles(folder: URL, files: SpecFiles): void {
  mkdirSync(new URL('connectors/', folder), { recursive: true });
  for (const name of documentsIn(folder)) if (!(name in files)) rmSync(new URL(name, folder));
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, folder), text);
}

/** Returns the names of generated files that are missing in a folder, obsolete, or out of date. */
export function staleSpecFiles(folder: URL, files: SpecFiles): readonly string[] {
  const names = new Set([...Object.keys(files), ...documentsIn(folder)]);
  return [...names].filter((name) => readIfPresent(new URL(name, folder)) !== files[name]);
}

function documentsIn(folder: URL): readonly string[] {
  try {
    return readdirSync(new URL('connectors/', folder)).map((name) => `connectors/${name}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function readIfPresent(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
