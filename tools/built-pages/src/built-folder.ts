import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A folder of files that are made from sources, and that the gateway serves. */
export interface BuiltFolder {
  readonly path: string;
  /** A digest of everything the files are made from. */
  digest(): string;
  /** Makes the files in a folder on the same disk, and gives its path. */
  make(): Promise<string>;
}

const marker = 'built-from';

/** Whether the files are made from the sources as they are now. */
export async function isCurrent({ path, digest }: BuiltFolder): Promise<boolean> {
  const builtFrom = await readFile(join(path, marker), 'utf8').catch(() => undefined);
  return builtFrom === digest();
}

/** Makes the files and puts them into place of the ones before. Meanwhile the gateway says so at their address. */
export async function buildFolder({ path, digest, make }: BuiltFolder): Promise<void> {
  const buildingMarker = `${path}-being-built`;
  await writeFile(buildingMarker, '');
  try {
    // Before, so that a source that changes meanwhile makes the files outdated.
    const builtFrom = digest();
    const made = await make();
    await writeFile(join(made, marker), builtFrom);
    const former = join(dirname(made), `former-${randomUUID()}`);
    if (existsSync(path)) await rename(path, former);
    await rename(made, path);
    await rm(former, { recursive: true, force: true });
  } finally {
    await rm(buildingMarker, { force: true });
  }
}

/** Builds the folder unless it is current. */
export async function prepareFolder(folder: BuiltFolder): Promise<void> {
  if (!(await isCurrent(folder))) await buildFolder(folder);
}
