import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. */
export const repository = fileURLToPath(new URL('../../../..', import.meta.url));

/** The folder of this package. */
export const source = join(repository, 'apps/console');

/** Where the built console stands, from where the gateway serves it. */
export const builtConsole = join(repository, 'apps/gateway/built-console');

/** The file that says to the gateway that the console is being built. */
export const buildingMarker = `${builtConsole}-being-built`;
