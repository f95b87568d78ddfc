import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './repository.ts';

/** Returns a digest of the names and contents of files, by their paths from the root of the repository. */
export function sourcesDigest(paths: readonly string[]): string {
  const digest = createHash('sha256');
  for (const path of paths.toSorted())
    digest
      .update(`${path}\0`)
      .update(readFileSync(join(repository, path)))
      .update('\0');
  return digest.digest('hex');
}
