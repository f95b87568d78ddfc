import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CreatedConnector } from './create-connector.ts';
import { CreateConnectorError } from './create-connector-error.ts';
import { builtInFiles } from './files/built-in-files.ts';
import { sampleDraft } from './files/sample-draft.ts';
import { writeFiles } from './files/write-files.ts';
import { connectorNames } from './names.ts';
import { openApiDraft } from './openapi/open-api-draft.ts';
import type { OpenApiSource } from './openapi/open-api-source.ts';
import { cloneAround } from './package-sources.ts';

/** The connector to add to the repository. */
export interface BuiltInConnectorOptions {
  /** Lowercase words joined by hyphens: the id, and the name of the folder below `connectors/`. */
  readonly id: string;
  /** The vendor's display name; derived from the id if omitted. */
  readonly vendor?: string;
  /** The vendor's description, and the entities to take from it; if omitted, a sample entity is created. */
  readonly openApi?: { readonly source: OpenApiSource; readonly entities: readonly string[] };
  /** The root of the clone of Connectory; if omitted, the one that contains this file. */
  readonly repository?: string;
}

/**
 * Creates `connectors/<id>` in a clone of Connectory and adds it to the list of built-in connectors, the dependencies of the gateway.
 * Throws `CreateConnectorError`, before anything is written, if there is no clone or the connector already exists.
 */
export async function createBuiltInConnector(options: BuiltInConnectorOptions): Promise<CreatedConnector> {
  const { id, vendor, openApi, repository = cloneAround(dirname(fileURLToPath(import.meta.url))) } = options;
  if (repository === undefined) {
    throw new CreateConnectorError(
      'Built-in connectors are part of the Connectory repository: clone it, and run `npm run create-connector` there.',
    );
  }
  const names = connectorNames(id, vendor, `@connectory/connector-${id}`);
  const directory = join(repository, 'connectors', id);
  const list = join(repository, 'apps/gateway/package.json');
  const manifest = JSON.parse(await readFile(list, 'utf8')) as { dependencies: Readonly<Record<string, string>> };
  if (existsSync(directory)) throw new CreateConnectorError(`${directory} already exists. Choose another ID.`);
  if (names.packageName in manifest.dependencies)
    throw new CreateConnectorError(`${list} has ${names.packageName} already. Choose another ID.`);
  const draft = openApi === undefined ? sampleDraft(names) : openApiDraft(names, openApi.source, openApi.entities);
  const files = builtInFiles(names, draft);
  await writeFiles(directory, files);
  const added = Object.entries({ ...manifest.dependencies, [names.packageName]: 'workspace:^' });
  const dependencies = Object.fromEntries(added.sort(([one], [other]) => (one < other ? -1 : 1)));
  await writeFile(list, `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`);
  return { directory, id, packageName: names.packageName, files: Object.keys(files), ...draft.notes };
}
