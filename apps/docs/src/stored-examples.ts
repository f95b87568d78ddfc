import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourcesDigest } from '@connectory/built-pages';
import type { Connector } from '@connectory/connector-sdk';
import { type ActionExamples, takeExamples } from './demo-examples/index.ts';
import { Examples } from './examples.ts';
import { repository } from './repository.ts';
import { sourceFiles } from './source-files.ts';

/** The examples of a connector, and a digest of the sources that they were taken from. */
interface StoredExamples {
  readonly takenFrom: string;
  readonly examples: ActionExamples;
}

const folder = join(repository, 'apps/docs/dist/stored-examples');

// Whatever may change what a gateway prints.
const sharedSources = [
  'packages/*/src/**/*.ts',
  'apps/gateway/src/**/*.ts',
  'apps/docs/src/demo-examples/*.ts',
  'pnpm-lock.yaml',
];

/**
 * Returns the examples of built-in connectors, in the same order. Takes those of a connector only if its sources, or those of the gateway,
 * have changed since they were last taken. Throws an `Error` for an action without an example.
 */
export async function currentExamples(connectors: readonly Connector[]): Promise<readonly Examples[]> {
  // Computed first, so that a source that changes meanwhile makes the examples outdated.
  const shared = digestOf(sharedSources);
  const digests = new Map(connectors.map(({ id }) => [id, `${digestOf(sourcesOf(id))}-${shared}`]));
  const current = new Map<string, ActionExamples>();
  for (const [id, digest] of digests) {
    const stored = await readStored(id);
    if (stored?.takenFrom === digest) current.set(id, stored.examples);
  }
  const outdated = connectors.filter(({ id }) => !current.has(id));
  if (outdated.length > 0) {
    await mkdir(folder, { recursive: true });
    for (const [id, examples] of await takeExamples(outdated)) {
      const stored: StoredExamples = { takenFrom: digests.get(id) ?? '', examples };
      await writeFile(fileOf(id), JSON.stringify(stored));
      current.set(id, examples);
    }
  }
  return connectors.map(({ id }) => new Examples(id, current.get(id) ?? {}));
}

const fileOf = (connector: string): string => join(folder, `${connector}.json`);

const sourcesOf = (connector: string): readonly string[] => [
  `connectors/${connector}/src/**/*.ts`,
  `connectors/${connector}/package.json`,
];

const digestOf = (patterns: readonly string[]): string => sourcesDigest(sourceFiles(patterns));

async function readStored(connector: string): Promise<StoredExamples | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(connector), 'utf8'));
  } catch {
    // They were not taken yet, or writing the file was interrupted.
    return undefined;
  }
}
