import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. */
export const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** The folder of the built site, from which the gateway serves it. */
export const builtSite = join(repository, 'apps/gateway/site');
