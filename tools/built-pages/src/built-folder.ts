import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A folder of files that are built from sources, and served by the gateway. */
export interface BuiltFolder {
  readonly path: string;
  /** A digest of everything the files are built from. */
  digest(): string;
  /** Builds the files in a folder on the same disk, and returns its path. */
  make(): Promise<string>;
}

const marker = 'built-from';

/** Whether the files are built from the current sources. */
export async function isCurrent({ path, digest }: BuiltFolder): Promise<boolean> {
  const builtFrom = await readFile(join(path, marker), 'utf8').catch(() => undefined);
  return builtFrom === digest();
}

/** Builds the files and replaces the previous ones. Meanwhile, the gateway responds that they are being built. */
export async function buildFolder({ path, digest, make }: BuiltFolder): Promise<void> {
  const buildingMarker = `${path}-being-built`;
  await writeFile(buildingMarker, '');
  try {
    // Computed first, so that a source that changes during the build makes the files outdated.
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
