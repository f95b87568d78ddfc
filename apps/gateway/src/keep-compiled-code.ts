import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { compiledFolder, dataDirectoryOf } from './data-directory-of.ts';

/**
 * Keeps the compiled code of the modules that are loaded from here on in the data directory, so that the next start is faster. Does
 * nothing where that is impossible, or where the data are in a database elsewhere and the data directory is not used.
 */
export function keepCompiledCode(environment: Readonly<Record<string, string | undefined>>): void {
  // Not in the shared folder for temporary files, where others could put code.
  if (!environment.CONNECTORY_DATABASE_URL) enableCompileCache(join(dataDirectoryOf(environment), compiledFolder));
}
