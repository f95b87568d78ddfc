import { mkdir, readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConnectorDraft, DraftNotes } from './connector-draft.ts';
import { CreateConnectorError } from './create-connector-error.ts';
import { connectorFiles } from './files/connector-files.ts';
import { sampleDraft } from './files/sample-draft.ts';
import { writeFiles } from './files/write-files.ts';
import { connectorNames } from './names.ts';
import { openApiDraft } from './openapi/open-api-draft.ts';
import type { OpenApiSource } from './openapi/open-api-source.ts';
import { cloneAround, packageSources } from './package-sources.ts';

/** The connector to create, and where. */
export interface CreateConnectorOptions {
  /** Folder of the new package; it must not exist yet, or be empty. */
  readonly directory: string;
  /** Lowercase words joined by hyphens; derived from the name of the folder if omitted. */
  readonly id?: string;
  /** The vendor's display name; derived from the id if omitted. */
  readonly vendor?: string;
  /** Name of the npm package; `connector-<id>` if omitted. */
  readonly packageName?: string;
  /** The vendor's description, and the entities to take from it; if omitted, a sample entity is created. */
  readonly openApi?: { readonly source: OpenApiSource; readonly entities: readonly string[] };
  /** Called with the progress, one line at a time. */
  readonly report?: (line: string) => void;
}

/** The created connector, and what to look at. */
export interface CreatedConnector extends DraftNotes {
  /** Absolute path of its folder. */
  readonly directory: string;
  readonly id: string;
  readonly packageName: string;
  /** Paths of its files, relative to the folder. */
  readonly files: readonly string[];
}

/**
 * Creates the package of a new connector: it type-checks, passes the conformance suite if it is the sample, and can be packed unchanged.
 * Throws `CreateConnectorError` if it cannot be created, before anything is written, unless packing fails.
 */
export async function createConnector(options: CreateConnectorOptions): Promise<CreatedConnector> {
  const directory = resolve(options.directory);
  const id = options.id ?? idFrom(basename(directory));
  const names = connectorNames(id, options.vendor, options.packageName);
  await requireFreeFolder(directory);
  const draft: ConnectorDraft =
    options.openApi === undefined
      ? sampleDraft(names)
      : openApiDraft(names, options.openApi.source, options.openApi.entities);
  await mkdir(directory, { recursive: true });
  const sources = await packageSources(directory, options.report ?? (() => undefined));
  const files = connectorFiles(names, draft, sources);
  await writeFiles(directory, files);
  return { directory, id, packageName: names.packageName, files: Object.keys(files), ...draft.notes };
}

const idFrom = (folder: string) =>
  folder
    .toLowerCase()
    .replace(/^connector-/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '');

async function requireFreeFolder(directory: string): Promise<void> {
  const clone = cloneAround(dirname(fileURLToPath(import.meta.url)));
  const isWithin = clone !== undefined && !relative(clone, directory).startsWith('..');
  if (isWithin) {
    throw new CreateConnectorError(
      `${directory} is in this repository. Choose a folder outside it, such as ${join(dirname(clone), basename(directory))}, or add a built-in connector with --built-in.`,
    );
  }
  const present = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new CreateConnectorError(`${directory} cannot be used: ${error.message}`);
  });
  if (present.length > 0)
    throw new CreateConnectorError(`${directory} is not empty. Choose another folder, or empty it.`);
}
