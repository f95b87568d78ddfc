import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Connector } from '@connectory/connector-sdk';

/** The root folder of the repository. */
export const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** Where the built site stands, from where the gateway serves it. */
export const builtSite = join(repository, 'apps/gateway/site');

/**
 * The connectors of `connectors/`, by id. Throws an `Error` that names the folder when a package exports no connector or
 * several ones.
 */
export async function readConnectors(): Promise<readonly Connector[]> {
  const folder = join(repository, 'connectors');
  const ids = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return Promise.all(
    ids
      .map(({ name }) => name)
      .sort()
      .map((id) => readConnector(join(folder, id))),
  );
}

async function readConnector(folder: string): Promise<Connector> {
  const exported = (await import(pathToFileURL(join(folder, 'src/index.ts')).href)) as Readonly<
    Record<string, unknown>
  >;
  const [connector, ...others] = Object.values(exported).filter(isConnector);
  if (connector === undefined || others.length > 0) throw new Error(`${folder} must export exactly one connector.`);
  return connector;
}

function isConnector(value: unknown): value is Connector {
  return typeof value === 'object' && value !== null && 'contract' in value && 'entities' in value;
}
