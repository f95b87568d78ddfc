import { join } from 'node:path';
import type { Plugin } from 'vite';
import { repository } from './repository.ts';

/** An application for browsers that is built into a folder of the gateway. */
export interface BuiltPages {
  /** Its name, after "Building the …". */
  readonly name: string;
  /** Its package, from the root of the repository: `apps/console`. */
  readonly source: string;
  /** The folder of the gateway that it is served from: `built-console`. */
  readonly target: string;
  /** The path at which the gateway serves it: `/console/`. */
  readonly base: string;
  /** Other inputs in addition to its own files and the lock file, as patterns from the root of the repository. */
  readonly inputs: readonly string[];
  readonly plugins: readonly Plugin[];
  /** Constants that replace names in the code. */
  readonly define: Readonly<Record<string, string>>;
}

/** The folder of the built application, from which the gateway serves it. */
export const targetFolder = ({ target }: BuiltPages): string => join(repository, 'apps/gateway', target);
