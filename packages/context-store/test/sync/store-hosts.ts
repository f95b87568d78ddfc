import { type DatabaseHost, postgresHost } from '@connectory/database/testing';
import { storeDirectories } from '../stores/store-directories.ts';

/** Every kind of store the engine works on, each with where its stores live: by such a name `openTestStore` opens one in any process. */
export const storeHosts: readonly { readonly name: string; start(): Promise<DatabaseHost> }[] = [
  { name: 'PostgreSQL', start: () => postgresHost() },
  { name: 'SQLite', start: storeDirectories },
];
