import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { compiledFolder, dataDirectoryOf } from './data-directory-of.ts';

/**
 * Caches the compiled code of all modules loaded from now on in the data directory, so that the next start is faster. Does nothing if that
 * is impossible, or if the data are in another database and the data directory is not used.
 */
export function keepCompiledCode(environment: Readonly<Record<string, string | undefined>>): void {
  // Not in the shared folder for temporary files, where other users could place code.
  if (!environment.CONNECTORY_DATABASE_URL) enableCompileCache(join(dataDirectoryOf(environment), compiledFolder));
}
